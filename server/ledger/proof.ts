// Stores the position up to which the ledger is proved. So a server that starts proves only the entries after it.
// Broken rules are also stored, until a check of the whole ledger finds no fault.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { checkLedger, checkNewTransactions, findNewestTransaction } from './check.ts'
import { mergeFaults, type LedgerFault, findTotalFaults } from './rules.ts'

export interface Proof {
  /** The broken rules. Empty if the ledger is correct. */
  readonly faults: readonly LedgerFault[]
  /** False if the time limit was reached before the newest entry. */
  readonly isComplete: boolean
}

interface StoredProof {
  readonly proved_to: number
  readonly whole_proved_at: Date | null
  readonly all_read_at: Date | null
  readonly faults: readonly LedgerFault[]
}

/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Proves the entries since the last proof, and the rules about all accounts together. Stops after the chunk in which
 * `maxMs` milliseconds have passed.
 */
export async function proveNewEntries(db: Db, maxMs: number): Promise<Proof> {
  const deadline = performance.now() + maxMs
  const storedProof = await readProof(db)
  if (storedProof.faults.length > 0) return { faults: storedProof.faults, isComplete: true }
  const upTo = await tryFindNewestTransaction(db)
  const totalFaults = await findTotalFaults(db)
  if (totalFaults.length > 0) return storeFaults(db, totalFaults)
  // A posting runs for too long. The new entries are proved at the next start.
  if (upTo === undefined) return { faults: [], isComplete: false }
  let after = storedProof.proved_to
  for (;;) {
    const chunk = await checkNewTransactions(db, { after, upTo })
    if (!chunk) return { faults: [], isComplete: true }
    if (chunk.faults.length > 0) return storeFaults(db, chunk.faults)
    after = chunk.upTo
    await sql`UPDATE ledger_proof SET proved_to = greatest(proved_to, ${after}::bigint)`.execute(db)
    if (performance.now() > deadline) return { faults: [], isComplete: after >= upTo }
  }
}

/** Checks the whole ledger and stores the result. Once there is no fault, servers can start again. */
export async function proveWholeLedger(db: Db): Promise<readonly LedgerFault[]> {
  const upTo = await findNewestTransaction(db)
  const faults = await checkLedger(db, upTo)
  await storeProofOfAllEntries(db, faults, upTo)
  return faults
}

/** Stores the result of a check that read all transactions up to `upTo`. */
export async function storeProofOfAllEntries(db: Db, faults: readonly LedgerFault[], upTo: number): Promise<void> {
  const provedTo = findProvedTo(faults, upTo)
  await sql`
    UPDATE ledger_proof SET faults = ${JSON.stringify(faults)}::jsonb, whole_proved_at = programme_time(), all_read_at = programme_time(),
      proved_to = greatest(proved_to, ${provedTo}::bigint)`.execute(db)
}

/** Stores the result of a check since the last closed period. Only a check that reads everything removes known faults. */
export async function storeProofSincePeriod(db: Db, faults: readonly LedgerFault[], upTo: number): Promise<void> {
  if (faults.length > 0) await storeFaults(db, faults)
  const provedTo = findProvedTo(faults, upTo)
  await sql`
    UPDATE ledger_proof SET whole_proved_at = programme_time(), proved_to = greatest(proved_to, ${provedTo}::bigint)`.execute(
    db,
  )
}

/** The transaction up to which the ledger is proved. 0 if there are faults: greatest() then keeps the old position. */
const findProvedTo = (faults: readonly LedgerFault[], upTo: number): number => (faults.length === 0 ? upTo : 0)

/**
 * The time of the last check by all rules. Undefined if there was none. The check can have read only the entries since
 * the last closed period.
 */
export async function readLastProofTime(db: Db): Promise<Date | undefined> {
  const { whole_proved_at: provedAt } = await readProof(db)
  return provedAt ?? undefined
}

/** The time of the last check by all rules that also read all entries. Undefined if there was none. */
export async function readLastProofTimeOfAllEntries(db: Db): Promise<Date | undefined> {
  const { all_read_at: readAt } = await readProof(db)
  return readAt ?? undefined
}

async function readProof(db: Db): Promise<StoredProof> {
  const { rows } =
    await sql<StoredProof>`SELECT proved_to, whole_proved_at, all_read_at, faults FROM ledger_proof`.execute(db)
  if (!rows[0]) throw new Error('ledger_proof has no row')
  return rows[0]
}

/** Stores the faults, and returns a complete proof, because one fault is enough for the result. */
async function storeFaults(db: Db, newFaults: readonly LedgerFault[]): Promise<Proof> {
  const faults = mergeFaults(newFaults)
  await sql`UPDATE ledger_proof SET faults = ${JSON.stringify(faults)}::jsonb`.execute(db)
  return { faults, isComplete: true }
}

/** Undefined if a running posting does not end in time. */
async function tryFindNewestTransaction(db: Db): Promise<number | undefined> {
  try {
    return await findNewestTransaction(db)
  } catch (error) {
    const isLockTimeout = error instanceof Error && (error as NodeJS.ErrnoException).code === LOCK_NOT_AVAILABLE
    if (isLockTimeout) return undefined
    throw error
  }
}
