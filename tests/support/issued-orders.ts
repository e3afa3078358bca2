// Helpers for the tests of issuing: submit and approve orders through the API, let the server's own jobs issue them,
// and check the database afterwards.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CardOrder, VirtualCardOrder } from '#contract/orders.ts'
import type { Db } from '#server/operations/context.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { approveOrder, type Caller, cardOrder, orderPhysical, orderVirtual, virtualOrder } from './order-calls.ts'

/** A row of a virtual order with a unique reference of at most 19 characters, for Find Card. */
export const virtualCard = (index: number, overrides: Partial<VirtualCardOrder> = {}): VirtualCardOrder =>
  virtualOrder({
    customerReference: `VIRTUAL-ORDER-ROW-${index}`,
    notificationNumber: '',
    loadAmount: 500,
    tagName: '',
    tagValue: '',
    ...overrides,
  })

export const physicalCard = (index: number, overrides: Partial<CardOrder> = {}): CardOrder =>
  cardOrder({
    name: 'Ann Marie',
    surname: `Lee ${index}`,
    customerReference: `PHYSICAL-ORDER-ROW-${index}`,
    loadAmount: 0,
    cardOrderFee: 0,
    ...overrides,
  })

/** The results of `create` for the numbers from 1 to `count`. */
export const times = <T>(count: number, create: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index + 1))

/** Submits and approves a virtual order of these rows; returns its id. */
export async function approvedOrder(
  { maker, checker }: { maker: Caller; checker: Caller },
  rows: VirtualCardOrder[],
): Promise<string> {
  const id = await orderVirtual(maker, { virtualCardOrders: rows })
  const { resultCode } = await approveOrder(checker, id)
  expect(resultCode).toBe('0')
  return id
}

/** Places a physical order of these rows; returns its id. */
export const placedOrder = (maker: Caller, cardOrders: CardOrder[]): Promise<string> =>
  orderPhysical(maker, { cardOrders, quotationNumber: 'Q-2026-17', plasticid: '7', designid: '3' })

export async function orderInDatabase(db: Db, id: string) {
  return db.selectFrom('card_order').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
}

/** Waits until every row of an order is processed. */
export async function waitUntilIssued(db: Db, id: string) {
  await expect.poll(async () => (await orderInDatabase(db, id)).processed_at, { interval: 20 }).not.toBeNull()
  return orderInDatabase(db, id)
}

export interface IssuedRowInDatabase {
  readonly row_no: number
  readonly state: string
  readonly result_text: string
  readonly card_id: number | null
  readonly balance_cents: number | null
}

export async function rowsOfOrder(db: Db, id: string): Promise<IssuedRowInDatabase[]> {
  const { rows } = await sql<IssuedRowInDatabase>`
    SELECT r.row_no, r.state, r.result_text, r.card_id, a.balance_cents
    FROM card_order_row r LEFT JOIN account a ON a.card_id = r.card_id WHERE r.order_id = ${id} ORDER BY r.row_no`.execute(
    db,
  )
  return rows
}

/** The balances of the owner's funding and fee accounts. */
export async function ownerBalances(db: Db): Promise<Readonly<Record<'funding' | 'fee', number>>> {
  const { rows } = await sql<{ kind: 'funding' | 'fee'; balance_cents: number }>`
    SELECT kind, balance_cents FROM account WHERE owner_id = 3 AND kind IN ('funding', 'fee')`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance_cents])) as Record<'funding' | 'fee', number>
}

export async function expectSoundLedger(db: Db): Promise<void> {
  expect(await checkLedger(db)).toEqual([])
}

/**
 * Checks that no partial card exists: each card has an account, and each new card belongs to exactly one row.
 * `countBefore` is the number of cards before the order.
 */
export async function expectNoStrayCards(db: Db, countBefore: number): Promise<void> {
  const { rows } = await sql<{ cards: number; accounts: number; issued: number }>`
    SELECT (SELECT count(*)::int FROM card) AS cards, (SELECT count(*)::int FROM account WHERE card_id IS NOT NULL) AS accounts,
           (SELECT count(DISTINCT card_id)::int FROM card_order_row WHERE state = 'issued') AS issued`.execute(db)
  expect(rows[0]).toEqual({
    cards: countBefore + (rows[0]?.issued ?? 0),
    accounts: rows[0]?.cards,
    issued: rows[0]?.issued,
  })
}

export async function cardCount(db: Db): Promise<number> {
  return (await sql<{ n: number }>`SELECT count(*)::int AS n FROM card`.execute(db)).rows[0]?.n ?? 0
}
