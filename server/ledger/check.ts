// Proves the whole ledger from its own rows, chunk by chunk: on command, at night, and after tests that move money.
// Each chunk is a transaction, so that postings can run in between and an interrupted check can continue. This is
// possible because entries never change. Entries that are posted during a check belong to the next check.
// Rules: docs/security.md, T44.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { maxMovementsSql } from './moved-rows.ts'
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

/** The parts of a check that reads all entries, in order. */
export const checkParts = ['transactions', 'accounts', 'batches', 'orders', 'sums', 'payments'] as const

/**
 * The parts of a check since the last closed period. Batches, orders and payments are missing, because
 * `checkNewTransactions` checks them together with their transactions.
 */
const partsSincePeriod: readonly CheckPosition['part'][] = ['transactions', 'accounts', 'sums']

/** The progress of a check of the whole ledger. */
export interface CheckPosition {
  readonly part: (typeof checkParts)[number]
  /** The last checked id of this part. */
  readonly after: number
  /** The last transaction that belongs to this check. */
  readonly upTo: number
  /**
   * The last transaction of the closed periods. Earlier transactions are not read again, because the balances at the
   * end of a closed period are signed. FIRST_ENTRY to check everything.
   */
  readonly since: number
}

/** The value of `since` for a check that reads all entries. */
export const FIRST_ENTRY = 0

/** Single movements and posted rows in a chunk of transactions. A chunk takes a few tenths of a second. */
const ROWS_PER_CHUNK = 5_000

/** A part that reads a table by its ids. */
interface KeyedPart {
  readonly table: string
  /** The number of ids in a chunk. */
  readonly size: number
  readonly findFaults: typeof findAccountFaults
}

/** Chunks of batches, orders and sums are small, because each of these can have thousands of rows. */
const keyedParts: Readonly<Record<Exclude<CheckPosition['part'], 'transactions'>, KeyedPart>> = {
  accounts: { table: 'account', size: 5_000, findFaults: findAccountFaults },
  batches: { table: 'batch_file', size: 10, findFaults: findBatchFaults },
  orders: { table: 'card_order', size: 10, findFaults: findOrderFaults },
  sums: { table: 'load_sum', size: 50, findFaults: findSumFaults },
  payments: { table: 'funding_payment', size: 1_000, findFaults: findPaymentFaults },
}

/** The maximum time that findNewestTransaction waits for running postings. */
const LOCK_TIMEOUT = '5s'

/**
 * Returns every broken rule. An empty list means that the ledger is correct. Reads everything once, with bounded
 * statements. `upTo` is the last transaction to check. The default is the newest transaction.
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

/** The start of a check: the first transaction after `since`. */
export const firstPosition = (upTo: number, since = FIRST_ENTRY): CheckPosition => ({
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

/** Checks the next chunk of the whole ledger. */
export async function checkChunk(db: Db, position: CheckPosition): Promise<CheckStep> {
  const { part, since } = position
  const step =
    part === 'transactions' ? await checkTransactions(db, position) : await checkKeyedPart(db, position, part)
  if (step) return step
  // The part is finished.
  const parts = since === FIRST_ENTRY ? checkParts : partsSincePeriod
  const nextPart = parts[parts.indexOf(part) + 1]
  if (nextPart) return { faults: [], next: { ...position, part: nextPart, after: 0 } }
  // The last part is followed by the rules about all accounts together.
  return { faults: await findTotalFaults(db), next: undefined }
}

/** Checks the next transactions. Undefined at the end. */
async function checkTransactions(db: Db, position: CheckPosition): Promise<CheckStep | undefined> {
  const { after, upTo, since } = position
  if (since !== FIRST_ENTRY) {
    const chunk = await checkNewTransactions(db, { after, upTo })
    return chunk && { faults: chunk.faults, next: { ...position, after: chunk.upTo } }
  }
  return withIndexLookupsOnly(db, async (trx): Promise<CheckStep | undefined> => {
    const range = await findNextTransactions(trx, { after, upTo })
    if (!range) return undefined
    return { faults: await findTransactionFaults(trx, range), next: { ...position, after: range.upTo } }
  })
}

/** Checks the next ids of a part. Undefined at the end. */
async function checkKeyedPart(
  db: Db,
  position: CheckPosition,
  part: keyof typeof keyedParts,
): Promise<CheckStep | undefined> {
  const { after, since } = position
  const { table, size, findFaults } = keyedParts[part]
  const skipsClosedSums = part === 'sums' && since !== FIRST_ENTRY
  const isCheckedSql = skipsClosedSums ? sql`since >= ${firstOpenQuarter(since)}` : sql`true`
  const nextIds = sql`SELECT id FROM ${sql.table(table)} WHERE id > ${after} AND ${isCheckedSql} ORDER BY id LIMIT ${size}`
  return withIndexLookupsOnly(db, async (trx): Promise<CheckStep | undefined> => {
    const last = await findLastId(trx, nextIds)
    if (last === undefined) return undefined
    const ids = sql`SELECT id FROM ${sql.table(table)} WHERE id > ${after} AND id <= ${last} AND ${isCheckedSql}`
    return { faults: await findFaults(trx, ids), next: { ...position, after: last } }
  })
}

/**
 * SQL for the first quarter of an hour whose sum of loads can contain a transaction after `since`. Events are posted up
 * to 30 days late, hence the 31 days. Without a transaction after `since`, no sum is checked.
 */
const firstOpenQuarter = (since: number) => sql`coalesce(
  (SELECT posted_at - interval '31 days' FROM ledger_transaction WHERE id > ${since} ORDER BY id LIMIT 1), 'infinity')`

/**
 * Checks the next transactions of a range, and the accounts, batches, orders and payments that they changed. Returns
 * the faults and the last checked transaction. Undefined at the end.
 */
export async function checkNewTransactions(
  db: Db,
  range: IdRange,
): Promise<{ readonly faults: readonly LedgerFault[]; readonly upTo: number } | undefined> {
  return withIndexLookupsOnly(db, async (trx) => {
    const chunk = await findNextTransactions(trx, range)
    if (!chunk) return undefined
    const { after, upTo } = chunk
    const accounts = sql`
      SELECT DISTINCT account_id AS id FROM ledger_entry WHERE transaction_id > ${after} AND transaction_id <= ${upTo}`
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
 * The newest transaction. No lower id can appear later: the statement that inserts transactions assigns their ids and
 * locks the table, and this function waits for the lock. Throws PostgreSQL's 55P03 (lock not available) if a posting
 * takes too long.
 */
export async function findNewestTransaction(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
    await sql`LOCK TABLE ledger_transaction IN SHARE MODE`.execute(trx)
    // The ids of entries are included, so that the check also finds entries whose transaction is missing.
    const { rows } = await sql<{ id: number }>`
      SELECT greatest(
        coalesce((SELECT id FROM ledger_transaction ORDER BY id DESC LIMIT 1), 0),
        coalesce((SELECT transaction_id FROM ledger_entry ORDER BY transaction_id DESC LIMIT 1), 0)
      ) AS id`.execute(trx)
    return rows[0]?.id ?? 0
  })
}

/** The ids of the next chunk. Undefined at the end. */
async function findNextTransactions(trx: Db, { after, upTo }: IdRange): Promise<IdRange | undefined> {
  if (after >= upTo) return undefined
  // The chunk ends with the transaction that fills it. If no transaction does, the rest of the range is the last chunk.
  const { rows } = await sql<{ last: number | null }>`
    SELECT min(id) AS last FROM (
      SELECT id, sum(${maxMovementsSql}) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS total
      FROM ledger_transaction t WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${ROWS_PER_CHUNK}
    ) part WHERE total >= ${ROWS_PER_CHUNK}`.execute(trx)
  return { after, upTo: rows[0]?.last ?? upTo }
}

async function findLastId(trx: Db, ids: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`SELECT max(id) AS last FROM (${ids}) part`.execute(trx)
  return rows[0]?.last ?? undefined
}
