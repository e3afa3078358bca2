// The programme as plain values, read table by table, to calculate the figures of reports independently: without joins,
// window functions or the queries of the reports.
import { type Selectable, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import type { CardOrderTable } from '#server/db/orders-tables.ts'
import { storedToText } from '#server/stored-text.ts'
import type {
  AccountTable,
  CardAuthorisationTable,
  CardEventTable,
  CardTable,
  LedgerTransactionTable,
  PaidOrderRowTable,
  PostedRowTable,
} from '#server/db/programme-tables.ts'

export type Card = Selectable<CardTable>
export type Account = Selectable<AccountTable>
export type Authorisation = Selectable<CardAuthorisationTable> & {
  readonly us: number
  readonly released_us: number | null
  readonly first_us: number | null
}
export type Order = Selectable<CardOrderTable> & { readonly us: number }

export interface Entry {
  readonly transaction_id: number
  readonly account_id: number
  readonly amount_cents: number
  readonly balance_after: number
  readonly account: Account
}

export interface Transaction extends Selectable<LedgerTransactionTable> {
  /** Microseconds since 1970. */
  readonly us: number
  readonly entries: readonly Entry[]
  /** The rows of a batch or an order that it posted. */
  readonly rows: readonly PostedRow[]
}

export interface PostedRow {
  readonly card_id: number
  readonly amount_cents: number
  readonly fee_cents: number
}

export interface Book {
  readonly campaigns: readonly { readonly id: number; readonly owner_id: number; readonly name: string }[]
  readonly cards: ReadonlyMap<number, Card>
  readonly accounts: ReadonlyMap<number, Account>
  /** Sorted by time and id. */
  readonly transactions: readonly Transaction[]
  readonly authorisations: readonly Authorisation[]
  readonly events: readonly Selectable<CardEventTable>[]
  readonly feeTypes: ReadonlyMap<number, string>
  readonly orders: readonly Order[]
  readonly users: ReadonlyMap<number, string>
}

export async function readBook(db: Db): Promise<Book> {
  const readTable = async <Row>(table: string, additionalColumns = '') =>
    (await sql<Row>`SELECT *${sql.raw(additionalColumns)} FROM ${sql.table(table)} ORDER BY 1`.execute(db)).rows
  /** An additional column with the column's time in microseconds since 1970. */
  const inMicroseconds = (column: string, as = 'us') => `, (extract(epoch FROM ${column}) * 1000000)::bigint AS ${as}`
  const accounts = byId(await readTable<Account>('account'))
  const entries = new Map<number, Entry[]>()
  for (const entry of await readTable<Omit<Entry, 'account'>>('ledger_entry')) {
    const account = accounts.get(entry.account_id)
    if (!account) throw new Error('an entry without an account')
    entries.set(entry.transaction_id, [...(entries.get(entry.transaction_id) ?? []), { ...entry, account }])
  }
  const rows = new Map<number, PostedRow[]>()
  const batchRows = new Map(
    (await readTable<PostedRow & { batch_id: number; row_no: number }>('batch_row')).map((row) => [
      `${row.batch_id} ${row.row_no}`,
      row,
    ]),
  )
  for (const { batch_id, row_no, transaction_id } of await readTable<PostedRowTable>('posted_row')) {
    const row = batchRows.get(`${batch_id} ${row_no}`)
    if (!row) throw new Error('a posted row without its row')
    rows.set(transaction_id, [...(rows.get(transaction_id) ?? []), row])
  }
  const orders = byId(await readTable<Order>('card_order', inMicroseconds('ordered_at')))
  type OrderRow = PostedRow & { order_id: number; row_no: number; load_cents: number }
  const orderRows = new Map(
    (await readTable<OrderRow>('card_order_row')).map((row) => [`${row.order_id} ${row.row_no}`, row]),
  )
  for (const { order_id, row_no, transaction_id } of await readTable<PaidOrderRowTable>('paid_order_row')) {
    const [row, order] = [orderRows.get(`${order_id} ${row_no}`), orders.get(order_id)]
    if (!row || !order) throw new Error('a paid row without its row')
    const { card_id, load_cents, fee_cents } = row
    const paid = { card_id, amount_cents: load_cents, fee_cents: fee_cents + order.issue_fee_cents }
    rows.set(transaction_id, [...(rows.get(transaction_id) ?? []), paid])
  }
  const transactions = (
    await readTable<Omit<Transaction, 'entries' | 'rows'>>('ledger_transaction', inMicroseconds('posted_at'))
  ).map((row) => ({
    ...row,
    description: storedToText(row.description),
    entries: entries.get(row.id) ?? [],
    rows: rows.get(row.id) ?? [],
  }))
  const users = await readTable<{ id: number; firstname: string; lastname: string }>('user_account')
  const feeTypes = await readTable<{ id: number; name: string }>('fee_type')
  return {
    campaigns: await readTable('campaign'),
    cards: byId(await readTable<Card>('card')),
    accounts,
    transactions: transactions.toSorted((a, b) => a.us - b.us || a.id - b.id),
    authorisations: await readTable(
      'card_authorisation',
      inMicroseconds('authorised_at') +
        inMicroseconds('released_at', 'released_us') +
        inMicroseconds('first_authorised_at', 'first_us'),
    ),
    events: await readTable('card_event'),
    feeTypes: new Map(feeTypes.map(({ id, name }) => [id, name])),
    orders: [...orders.values()],
    users: new Map(users.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`])),
  }
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Singapore's offset from UTC; it has no daylight saving time. */
const UTC_OFFSET_MS = 8 * 3_600_000
export const dayOf = (us: number): CalendarDate =>
  new Date(Math.floor(us / 1000) + UTC_OFFSET_MS).toISOString().slice(0, 10) as CalendarDate
/** The start of a day in Singapore, in microseconds since 1970. */
export const midnightOf = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - UTC_OFFSET_MS) * 1000
export const toUs = (at: Date): number => at.getTime() * 1000
