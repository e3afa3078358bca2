// Closes periods of the ledger: signs the balances at the end of a month together with the signature of the month
// before, and verifies the signatures. They are MACs. Their key is not in the database, so a user who can change the
// database cannot make a valid one. Rules: docs/rules/periods.md.
import { sql } from 'kysely'
import type { Db, Services } from '#server/operations/context.ts'
import type { LedgerFault } from './rules.ts'

type MacKeys = Pick<Services['secrets'], 'chainGeneration' | 'chainHash'>

interface Balances {
  readonly accounts: number
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

/** The end of the last closed period of an owner, in milliseconds since 1970; 0 if none is closed. */
export async function readClosedTo(db: Db, ownerId: number): Promise<number> {
  const { rows } = await sql<{ ends_at: Date | null }>`
    SELECT max(ends_at) AS ends_at FROM ledger_period WHERE owner_id = ${ownerId} AND confirmed_at IS NOT NULL`.execute(
    db,
  )
  return rows[0]?.ends_at?.getTime() ?? 0
}

/**
 * True if an unfinished run of a batch or an order began before this time. All postings of a run have the time of its
 * start, so the run can still post entries before this time.
 */
export async function hasRunsFrom(db: Db, ownerId: number, before: Date): Promise<boolean> {
  const { rows } = await sql<{ has_runs: boolean }>`
    SELECT EXISTS (SELECT FROM batch_file WHERE owner_id = ${ownerId} AND posting_started_at < ${before})
      OR EXISTS (SELECT FROM card_order WHERE owner_id = ${ownerId} AND run_started_at < ${before}) AS has_runs`.execute(
    db,
  )
  return rows[0]?.has_runs === true
}

/**
 * Closes a proposed period and signs its balances. The owner's accounts must be locked, so that nothing is posted
 * meanwhile.
 */
export async function closePeriod(
  trx: Db,
  keys: MacKeys,
  closing: Pick<ClosedPeriod, 'id' | 'owner_id' | 'ends_at' | 'proposed_by' | 'confirmed_by' | 'confirmed_at'>,
): Promise<Balances> {
  const { accounts, hash } = await readBalances(trx, closing)
  const earlier = await readClosedPeriods(trx, closing.owner_id)
  const period = { ...closing, accounts, balances_hash: hash, generation: keys.chainGeneration }
  const mac = toMac(keys, period, earlier.at(-1))
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

/**
 * Which balances are verified. 'each': those of each period from all entries before it, which counts the changed ones.
 * 'newest': only those of the newest period, which include all earlier entries. 'sinceNewest': also of the newest, but
 * computed back from today's balances and the entries since, so that the work does not grow with the ledger.
 */
export type VerifiedBalances = 'each' | 'newest' | 'sinceNewest'

/** Verifies the signatures of all closed periods, and their balances. */
export async function findPeriodFaults(
  db: Db,
  keys: MacKeys,
  { balances }: { readonly balances: VerifiedBalances },
): Promise<LedgerFault[]> {
  const owners = await db.selectFrom('ledger_period').select('owner_id').distinct().execute()
  const counts = { [MAC_IS_GENUINE]: 0, [BALANCES_ARE_SIGNED]: 0 }
  for (const { owner_id: ownerId } of owners) {
    const periods = await readClosedPeriods(db, ownerId)
    for (const [index, period] of periods.entries()) {
      const isGenuine = toMac(keys, period, periods[index - 1])?.equals(period.mac) === true
      if (!isGenuine) counts[MAC_IS_GENUINE] += 1
      const isNewest = index === periods.length - 1
      if (balances !== 'each' && !isNewest) continue
      const { accounts, hash } = await (balances === 'sinceNewest' ? readBalancesBack : readBalances)(db, period)
      if (accounts !== period.accounts || !hash.equals(period.balances_hash)) counts[BALANCES_ARE_SIGNED] += 1
    }
  }
  return Object.entries(counts).flatMap(([rule, count]) => (count > 0 ? [{ rule, count }] : []))
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

/** The same balances, from today's ones without the entries since. */
async function readBalancesBack(
  db: Db,
  { owner_id: ownerId, ends_at: endsAt }: Pick<ClosedPeriod, 'owner_id' | 'ends_at'>,
): Promise<Balances> {
  const { rows } = await sql<Balances>`
    SELECT count(*)::integer AS accounts,
      sha256(convert_to(coalesce(string_agg(id || ' ' || cents, ',' ORDER BY id), ''), 'UTF8')) AS hash
    FROM (
      SELECT a.id, a.balance_cents - coalesce(s.cents, 0) AS cents FROM account a
      LEFT JOIN (
        SELECT e.account_id, sum(e.amount_cents) AS cents, count(*) AS entries FROM ledger_transaction t
        JOIN ledger_entry e ON e.transaction_id = t.id
        WHERE t.owner_id = ${ownerId} AND t.posted_at >= ${endsAt} GROUP BY e.account_id
      ) s ON s.account_id = a.id
      WHERE a.owner_id = ${ownerId} AND a.version > coalesce(s.entries, 0)
    ) balance`.execute(db)
  if (!rows[0]) throw new Error('no balances')
  return rows[0]
}

/**
 * The last transaction before which everything is in closed periods. 0 if an owner has no closed period. Ids and times of
 * transactions differ in their order, so this is the one before the first that is in an open period.
 */
export async function findClosedTo(db: Db, upTo: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT min(coalesce(first_open.id - 1, CASE WHEN p.ends_at IS NULL THEN 0 ELSE ${upTo}::bigint END)) AS id
    FROM owner o
    LEFT JOIN LATERAL (
      SELECT max(ends_at) AS ends_at FROM ledger_period WHERE owner_id = o.id AND confirmed_at IS NOT NULL
    ) p ON true
    LEFT JOIN LATERAL (
      -- By the index of times; otherwise all transactions of closed periods would be read.
      SELECT min(id) AS id FROM (
        SELECT id FROM ledger_transaction WHERE owner_id = o.id AND posted_at >= p.ends_at OFFSET 0
      ) open
    ) first_open ON true
    WHERE EXISTS (SELECT FROM ledger_transaction WHERE owner_id = o.id)`.execute(db)
  return rows[0]?.id ?? 0
}

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
