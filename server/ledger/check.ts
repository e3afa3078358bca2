// Proves the whole ledger from its own rows, chunk by chunk: on command, at night, and after tests that move money.
// Each chunk is a transaction, so that postings can run in between and an interrupted check can continue. Entries never
// change, and the next proof includes new entries. Rules: docs/security.md, T44.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { postedRows } from './moved-rows.ts'
import {
  findAccountFaults,
  mergeFaults,
  findBatchFaults,
  withIndexLookupsOnly,
  type IdRange,
  type LedgerFault,
  findOrderFaults,
  findPaymentFaults,
  findSumFaults,
  findTotalFaults,
  findTransactionFaults,
} from './rules.ts'

/** The parts of a check, in order. */
export const checkParts = ['transactions', 'accounts', 'batches', 'orders', 'sums', 'payments'] as const

/** The progress of a check of the whole ledger; `after` is the last checked id. */
export interface CheckPosition {
  readonly part: (typeof checkParts)[number]
  readonly after: number
  /** The last transaction that belongs to this check. */
  readonly upTo: number
  /** Transactions up to this one are in closed periods, whose signed balances stand for them. 0 to check everything. */
  readonly since: number
}

/** A chunk of about this many single movements and posted rows takes a few tenths of a second. */
const ROWS_PER_CHUNK = 5_000

/** A part that reads a table by its ids, with the chunk size. */
interface KeyedPart {
  readonly table: string
  readonly size: number
  readonly findFaults: typeof findAccountFaults
}

/** Each batch, order or sum can have thousands of rows. */
const keyedParts: Readonly<Record<Exclude<CheckPosition['part'], 'transactions'>, KeyedPart>> = {
  accounts: { table: 'account', size: 5_000, findFaults: findAccountFaults },
  batches: { table: 'batch_file', size: 10, findFaults: findBatchFaults },
  orders: { table: 'card_order', size: 10, findFaults: findOrderFaults },
  sums: { table: 'load_sum', size: 50, findFaults: findSumFaults },
  payments: { table: 'funding_payment', size: 1_000, findFaults: findPaymentFaults },
}

/** The longest time that findNewestTransaction waits for running postings. */
const LOCK_TIMEOUT = '5s'

/**
 * Returns every broken rule; an empty list means that the ledger is correct. Reads everything once, up to `upTo` or the
 * newest transaction, with bounded statements.
 */
export async function checkLedger(db: Db, upTo?: number): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = []
  let position: CheckPosition | undefined = firstPosition(upTo ?? (await findNewestTransaction(db)))
  while (position) {
    const step: CheckStep = await checkChunk(db, position)
    faults.push(...step.faults)
    position = step.next
  }
  return mergeFaults(faults)
}

/** From the beginning, or after the last transaction of the closed periods. */
export const firstPosition = (upTo: number, since = 0): CheckPosition => ({
  part: 'transactions',
  after: since,
  upTo,
  since,
})

export interface CheckStep {
  readonly faults: readonly LedgerFault[]
  /** Undefined at the end. */
  readonly next: CheckPosition | undefined
}

/** The next chunk of a check of the whole ledger. */
export async function checkChunk(db: Db, position: CheckPosition): Promise<CheckStep> {
  const { part, after, upTo, since } = position
  if (part === 'transactions' && since > 0) {
    const chunk = await checkNewTransactions(db, { after, upTo })
    return {
      faults: chunk?.faults ?? [],
      next: chunk ? { ...position, after: chunk.upTo } : toPart(position, 'accounts'),
    }
  }
  if (part === 'transactions') {
    return withIndexLookupsOnly(db, async (trx) => {
      const range = await findNextTransactions(trx, { after, upTo })
      if (!range) return { faults: [], next: toPart(position, 'accounts') }
      return { faults: await findTransactionFaults(trx, range), next: { ...position, after: range.upTo } }
    })
  }
  const { table, size, findFaults } = keyedParts[part]
  const step = await withIndexLookupsOnly(db, async (trx): Promise<CheckStep | undefined> => {
    const isOpenSql = part === 'sums' && since > 0 ? sql`since >= ${firstOpenQuarter(since)}` : sql`true`
    const last = await findLastId(
      trx,
      sql`SELECT id FROM ${sql.table(table)} WHERE id > ${after} AND ${isOpenSql} ORDER BY id LIMIT ${size}`,
    )
    if (last === undefined) return undefined
    const ids = sql`SELECT id FROM ${sql.table(table)} WHERE id > ${after} AND id <= ${last} AND ${isOpenSql}`
    return { faults: await findFaults(trx, ids), next: { ...position, after: last } }
  })
  if (step) return step
  const parts = since > 0 ? partsSincePeriod : checkParts
  const nextPart = parts[parts.indexOf(part) + 1]
  if (nextPart) return { faults: [], next: toPart(position, nextPart) }
  // After the last part, the rules about all accounts together.
  return { faults: await findTotalFaults(db), next: undefined }
}

const toPart = (position: CheckPosition, part: CheckPosition['part']): CheckPosition => ({
  ...position,
  part,
  after: 0,
})

/** `checkNewTransactions` checks batches, orders and payments together with their transactions. */
const partsSincePeriod: readonly CheckPosition['part'][] = ['transactions', 'accounts', 'sums']

/** The first quarter of an hour to which transactions after this one can have added: events are posted up to 30 days late. */
const firstOpenQuarter = (since: number) => sql`coalesce(
  (SELECT posted_at - interval '31 days' FROM ledger_transaction WHERE id > ${since} ORDER BY id LIMIT 1), 'infinity')`

/**
 * Checks the next transactions of a range and everything that they affect. Returns the new position, undefined at the
 * end.
 */
export async function checkNewTransactions(
  db: Db,
  range: IdRange,
): Promise<{ readonly faults: readonly LedgerFault[]; readonly upTo: number } | undefined> {
  return withIndexLookupsOnly(db, async (trx) => {
    const chunk = await findNextTransactions(trx, range)
    if (!chunk) return undefined
    const { after, upTo } = chunk
    const accounts = sql`SELECT DISTINCT account_id AS id FROM ledger_entry WHERE transaction_id > ${after} AND transaction_id <= ${upTo}`
    const batches = sql`
      SELECT DISTINCT batch_id AS id FROM ledger_transaction WHERE id > ${after} AND id <= ${upTo} AND batch_id IS NOT NULL`
    const orders = sql`
      SELECT DISTINCT order_id AS id FROM ledger_transaction WHERE id > ${after} AND id <= ${upTo} AND order_id IS NOT NULL`
    const payments = sql`
      SELECT id FROM funding_payment WHERE transaction_id > ${after} AND transaction_id <= ${upTo}`
    const faults = [
      ...(await findTransactionFaults(trx, chunk)),
      ...(await findAccountFaults(trx, accounts)),
      ...(await findBatchFaults(trx, batches)),
      ...(await findOrderFaults(trx, orders)),
      ...(await findPaymentFaults(trx, payments)),
    ]
    return { faults, upTo }
  })
}

/**
 * The newest transaction, with the guarantee that no lower id will appear later. The statement that inserts
 * transactions assigns their ids and locks the table, so waiting for the lock is enough. Throws 55P03 if that takes too
 * long.
 */
export async function findNewestTransaction(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
    await sql`LOCK TABLE ledger_transaction IN SHARE MODE`.execute(trx)
    // Includes entries whose transaction is missing, so that the check finds them.
    const { rows } = await sql<{ id: number }>`
      SELECT greatest(
        coalesce((SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1), 0),
        coalesce((SELECT transaction_id FROM ledger_entry ORDER BY transaction_id DESC LIMIT 1), 0)
      ) AS id`.execute(trx)
    return rows[0]?.id ?? 0
  })
}

/** The ids of the next chunk; undefined at the end. */
async function findNextTransactions(trx: Db, { after, upTo }: IdRange): Promise<IdRange | undefined> {
  if (after >= upTo) return undefined
  const { rows } = await sql<{ last: number | null }>`
    SELECT min(id) AS last FROM (
      SELECT id, sum(${postedRows}) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS total
      FROM ledger_transaction t WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${ROWS_PER_CHUNK}
    ) part WHERE total >= ${ROWS_PER_CHUNK}`.execute(trx)
  return { after, upTo: rows[0]?.last ?? upTo }
}

async function findLastId(trx: Db, ids: ReturnType<typeof sql>): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`SELECT max(id) AS last FROM (${ids}) part`.execute(trx)
  return rows[0]?.last ?? undefined
}
