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
 * Verifies the signatures of all closed periods. The balances of a period include all earlier entries, so the balances
 * of the newest period are enough to find a change. With `isWhole`, the balances of every period are compared, which
 * counts the changed ones.
 */
export async function findPeriodFaults(
  db: Db,
  keys: MacKeys,
  { isWhole }: { readonly isWhole: boolean },
): Promise<LedgerFault[]> {
  const owners = await db.selectFrom('ledger_period').select('owner_id').distinct().execute()
  const counts = { [MAC_IS_GENUINE]: 0, [BALANCES_ARE_SIGNED]: 0 }
  for (const { owner_id: ownerId } of owners) {
    const periods = await readClosedPeriods(db, ownerId)
    for (const [index, period] of periods.entries()) {
      const isGenuine = toMac(keys, period, periods[index - 1])?.equals(period.mac) === true
      if (!isGenuine) counts[MAC_IS_GENUINE] += 1
      const isNewest = index === periods.length - 1
      if (!isWhole && !isNewest) continue
      const { accounts, hash } = await readBalances(db, period)
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
