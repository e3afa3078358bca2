// Closes periods of the ledger: signs the balances at the end of a month together with the signature of the month
// before, and verifies these signatures. A signature is a MAC. Its key is not in the database, so someone who can
// change the database cannot make a valid signature. Rules: docs/rules/periods.md.
import { sql } from 'kysely'
import type { Db, Services } from '#server/operations/context.ts'
import type { LedgerFault } from './rules.ts'

type MacKeys = Pick<Services['secrets'], 'chainGeneration' | 'chainHash'>

/** The balances of an owner's accounts at the end of a period. */
interface Balances {
  /** The number of accounts. */
  readonly accounts: number
  /** SHA-256 over the ids and balances of the accounts. */
  readonly hash: Buffer
}

interface ClosedPeriod {
  readonly id: number
  readonly owner_id: number
  readonly ends_at: Date
  readonly proposed_by: number
  readonly confirmed_by: number
  readonly confirmed_at: Date
  readonly accounts: number
  readonly balances_hash: Buffer
  readonly generation: number
  readonly mac: Buffer
}

/** The end of the last closed period of an owner, in milliseconds since 1970. 0 if no period is closed. */
export async function findClosedPeriodsEnd(db: Db, ownerId: number): Promise<number> {
  const { rows } = await sql<{ ends_at: Date | null }>`
    SELECT max(ends_at) AS ends_at FROM ledger_period WHERE owner_id = ${ownerId} AND confirmed_at IS NOT NULL`.execute(
    db,
  )
  return rows[0]?.ends_at?.getTime() ?? 0
}

/**
 * True if an unfinished run of a batch or an order began before this time. Each posting of a run gets the time at which
 * the run began, so such a run can still post entries before this time.
 */
export async function hasRunsStartedBefore(db: Db, ownerId: number, before: Date): Promise<boolean> {
  const { rows } = await sql<{ has_runs: boolean }>`
    SELECT EXISTS (SELECT FROM batch_file WHERE owner_id = ${ownerId} AND posting_started_at < ${before})
      OR EXISTS (SELECT FROM card_order WHERE owner_id = ${ownerId} AND run_started_at < ${before}) AS has_runs`.execute(
    db,
  )
  return rows[0]?.has_runs === true
}

/**
 * Closes a proposed period and signs its balances. The owner's accounts must be locked, so that nothing is posted until
 * the transaction ends.
 */
export async function closePeriod(
  trx: Db,
  keys: MacKeys,
  closing: Pick<ClosedPeriod, 'id' | 'owner_id' | 'ends_at' | 'proposed_by' | 'confirmed_by' | 'confirmed_at'>,
): Promise<Balances> {
  const { accounts, hash } = await readBalances(trx, closing)
  const earlierPeriods = await readClosedPeriods(trx, closing.owner_id)
  const period = { ...closing, accounts, balances_hash: hash, generation: keys.chainGeneration }
  const mac = toMac(keys, period, earlierPeriods.at(-1))
  if (!mac) throw new Error('no key of this generation')
  const { confirmed_by, confirmed_at, balances_hash, generation } = period
  await trx
    .updateTable('ledger_period')
    .set({ confirmed_by, confirmed_at, accounts, balances_hash, generation, mac })
    .where('id', '=', closing.id)
    .execute()
  return { accounts, hash }
}

const MAC_IS_GENUINE = 'the signature of a closed period is genuine'
const BALANCES_ARE_SIGNED = 'a closed period has the balances that were signed'

/** Which balances are verified, and how they are computed. */
export type VerifiedBalances =
  /** The balances of each period, from all entries before its end. Each period with changed balances is a fault. */
  | 'each'
  /** Only the balances of the newest period, from all entries before its end. They include all earlier entries. */
  | 'newest'
  /**
   * Only the balances of the newest period, computed back from today's balances and the entries after the period, so
   * that the work does not grow with the ledger.
   */
  | 'sinceNewest'

/** Verifies the signatures of all closed periods, and their balances. */
export async function findPeriodFaults(
  db: Db,
  keys: MacKeys,
  { balances }: { readonly balances: VerifiedBalances },
): Promise<LedgerFault[]> {
  const owners = await db.selectFrom('ledger_period').select('owner_id').distinct().execute()
  const readActualBalances = balances === 'sinceNewest' ? readBalancesBack : readBalances
  const counts = { [MAC_IS_GENUINE]: 0, [BALANCES_ARE_SIGNED]: 0 }
  for (const { owner_id: ownerId } of owners) {
    const periods = await readClosedPeriods(db, ownerId)
    for (const [index, period] of periods.entries()) {
      const isGenuine = toMac(keys, period, periods[index - 1])?.equals(period.mac) === true
      if (!isGenuine) counts[MAC_IS_GENUINE] += 1
      const isNewest = index === periods.length - 1
      const needsBalances = balances === 'each' || isNewest
      if (!needsBalances) continue
      const { accounts, hash } = await readActualBalances(db, period)
      const areAsSigned = accounts === period.accounts && hash.equals(period.balances_hash)
      if (!areAsSigned) counts[BALANCES_ARE_SIGNED] += 1
    }
  }
  const faults = Object.entries(counts).map(([rule, count]) => ({ rule, count }))
  return faults.filter(({ count }) => count > 0)
}

async function readClosedPeriods(db: Db, ownerId: number): Promise<readonly ClosedPeriod[]> {
  const { rows } = await sql<ClosedPeriod>`
    SELECT id, owner_id, ends_at, proposed_by, confirmed_by, confirmed_at, accounts, balances_hash, generation, mac
    FROM ledger_period WHERE owner_id = ${ownerId} AND confirmed_at IS NOT NULL ORDER BY ends_at`.execute(db)
  return rows
}

/** The balances that follow from all entries before the end of the period. */
async function readBalances(
  db: Db,
  { owner_id: ownerId, ends_at: endsAt }: Pick<ClosedPeriod, 'owner_id' | 'ends_at'>,
): Promise<Balances> {
  const { rows } = await sql<Balances>`
    SELECT count(*)::integer AS accounts,
      sha256(convert_to(coalesce(string_agg(account_id || ' ' || cents, ',' ORDER BY account_id), ''), 'UTF8')) AS hash
    FROM (
      SELECT e.account_id, sum(e.amount_cents) AS cents FROM ledger_transaction t
      JOIN ledger_entry e ON e.transaction_id = t.id
      WHERE t.owner_id = ${ownerId} AND t.posted_at < ${endsAt} GROUP BY e.account_id
    ) balance`.execute(db)
  if (!rows[0]) throw new Error('no balances')
  return rows[0]
}

/** The same balances, computed from today's balances minus the entries after the period. */
async function readBalancesBack(
  db: Db,
  { owner_id: ownerId, ends_at: endsAt }: Pick<ClosedPeriod, 'owner_id' | 'ends_at'>,
): Promise<Balances> {
  const { rows } = await sql<Balances>`
    SELECT count(*)::integer AS accounts,
      sha256(convert_to(coalesce(string_agg(id || ' ' || cents, ',' ORDER BY id), ''), 'UTF8')) AS hash
    FROM (
      SELECT a.id, a.balance_cents - coalesce(later.cents, 0) AS cents FROM account a
      LEFT JOIN (
        SELECT e.account_id, sum(e.amount_cents) AS cents, count(*) AS entries FROM ledger_transaction t
        JOIN ledger_entry e ON e.transaction_id = t.id
        WHERE t.owner_id = ${ownerId} AND t.posted_at >= ${endsAt} GROUP BY e.account_id
      ) later ON later.account_id = a.id
      -- Only accounts with entries before the end: version is the number of all entries.
      WHERE a.owner_id = ${ownerId} AND a.version > coalesce(later.entries, 0)
    ) balance`.execute(db)
  if (!rows[0]) throw new Error('no balances')
  return rows[0]
}

/**
 * The id up to which the transactions of all owners are in closed periods, at most `upTo`. 0 if an owner has no closed
 * period. The ids of transactions are not in the order of their times, so the result is the id before the lowest id in
 * an open period.
 */
export async function findLastClosedTransactionId(db: Db, upTo: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    -- If the owner has no transaction in an open period: 0 without a closed period, otherwise everything.
    SELECT min(coalesce(first_open.id - 1, CASE WHEN closed.ends_at IS NULL THEN 0 ELSE ${upTo}::bigint END)) AS id
    FROM owner o
    LEFT JOIN LATERAL (
      SELECT max(ends_at) AS ends_at FROM ledger_period WHERE owner_id = o.id AND confirmed_at IS NOT NULL
    ) closed ON true
    -- The owner's lowest id in an open period. OFFSET 0 keeps the subquery, so that PostgreSQL uses the index of times.
    -- Otherwise it would read all transactions of closed periods in the order of their ids.
    LEFT JOIN LATERAL (
      SELECT min(id) AS id FROM (
        SELECT id FROM ledger_transaction WHERE owner_id = o.id AND posted_at >= closed.ends_at OFFSET 0
      ) open
    ) first_open ON true
    WHERE EXISTS (SELECT FROM ledger_transaction WHERE owner_id = o.id)`.execute(db)
  return rows[0]?.id ?? 0
}

/** The signature of a period. Undefined if there is no key of its generation. */
const toMac = (
  { chainHash }: MacKeys,
  period: Omit<ClosedPeriod, 'mac'>,
  previous: ClosedPeriod | undefined,
): Buffer | undefined =>
  chainHash(
    period.generation,
    [
      'period',
      period.id,
      period.owner_id,
      period.ends_at.toISOString(),
      period.proposed_by,
      period.confirmed_by,
      period.confirmed_at.toISOString(),
      period.accounts,
      period.balances_hash.toString('hex'),
      previous?.mac.toString('hex') ?? '',
    ].join(' '),
  )
