// How far the ledger is proved, kept in the database, so that a start proves what came since and takes no longer at ten
// million entries than at ten thousand. What is found broken is kept too, until a check of the whole finds all in order.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { checkLedger, checkNew, newestTransaction } from './check.ts'
import { addFaults, type LedgerFault, totalFaults } from './rules.ts'

export interface Proof {
  /** What is broken; nothing of a ledger in order. */
  readonly faults: readonly LedgerFault[]
  /** False where time was up before the newest entry was reached. */
  readonly isComplete: boolean
}

interface KeptProof {
  readonly proved_to: number
  readonly whole_proved_at: Date | null
  readonly faults: readonly LedgerFault[]
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Proves what came since the last proof, and that all accounts together are in order; for `forMs` at most. */
export async function proveNews(db: Db, forMs: number): Promise<Proof> {
  const deadline = performance.now() + forMs
  const kept = await keptProof(db)
  if (kept.faults.length > 0) return { faults: kept.faults, isComplete: true }
  const upTo = await newestTransaction(db).catch(orUndefined)
  const totals = await totalFaults(db)
  if (totals.length > 0) return found(db, totals)
  // Whoever posts could not be waited for: what they have written is proved next time.
  if (upTo === undefined) return { faults: [], isComplete: false }
  let after = kept.proved_to
  for (;;) {
    const part = await checkNew(db, { after, upTo })
    if (!part) return { faults: [], isComplete: true }
    if (part.faults.length > 0) return found(db, part.faults)
    after = part.upTo
    await sql`UPDATE ledger_proof SET proved_to = greatest(proved_to, ${after}::bigint)`.execute(db)
    if (performance.now() > deadline) return { faults: [], isComplete: after >= upTo }
  }
}

/** Checks the whole and keeps what that says: with a ledger in order again a host starts again. */
export async function proveWhole(db: Db): Promise<readonly LedgerFault[]> {
  const upTo = await newestTransaction(db)
  const faults = await checkLedger(db, upTo)
  await keepWhole(db, faults, upTo)
  return faults
}

/** Keeps the outcome of a check of the whole up to that transaction. */
export async function keepWhole(db: Db, faults: readonly LedgerFault[], upTo: number): Promise<void> {
  const provedTo = faults.length === 0 ? upTo : 0
  await sql`
    UPDATE ledger_proof SET faults = ${JSON.stringify(faults)}::jsonb, whole_proved_at = now(),
      proved_to = greatest(proved_to, ${provedTo}::bigint)`.execute(db)
}

/** When the whole was last checked; undefined before the first time. */
export async function wholeProvedAt(db: Db): Promise<Date | undefined> {
  return (await keptProof(db)).whole_proved_at ?? undefined
}

async function keptProof(db: Db): Promise<KeptProof> {
  const { rows } = await sql<KeptProof>`SELECT proved_to, whole_proved_at, faults FROM ledger_proof`.execute(db)
  if (!rows[0]) throw new Error('ledger_proof has no row')
  return rows[0]
}

async function found(db: Db, given: readonly LedgerFault[]): Promise<Proof> {
  const faults = addFaults(given)
  await sql`UPDATE ledger_proof SET faults = ${JSON.stringify(faults)}::jsonb`.execute(db)
  return { faults, isComplete: true }
}

function orUndefined(error: unknown): undefined {
  if (error instanceof Error && (error as NodeJS.ErrnoException).code === LOCK_NOT_AVAILABLE) return undefined
  throw error
}
