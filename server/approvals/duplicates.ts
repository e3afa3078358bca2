// Finds rows that were submitted before, in recent batches and orders. Submitting them again requires a reason.
import { DAY_MS } from '#domain/units.ts'
import { isDuplicateReason } from '#domain/uploads.ts'
import { lockFingerprint } from '#server/db/fingerprint.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'

const DUPLICATE_PERIOD_DAYS = 30

/** The start of the period in which the same rows count as submitted before. */
export const startOfDuplicatePeriod = (context: SessionContext): Date =>
  new Date(context.now() - DUPLICATE_PERIOD_DAYS * DAY_MS)

interface Submission<Row> {
  readonly fingerprint: string
  /** Newest first. */
  readonly find: () => Promise<readonly Row[]>
  readonly reason: string
  /** The message that names the last submission and requests a reason. */
  readonly toMessage: (last: Row) => string
}

/**
 * Returns earlier submissions of the same rows, or a refusal if there are any and the user gave no reason. Of two
 * simultaneous submissions, the second waits until the transaction of the first ends, and then finds it.
 */
export async function checkDuplicates<Row>(
  context: SessionContext,
  { fingerprint, find, reason, toMessage }: Submission<Row>,
): Promise<{ readonly duplicates: readonly Row[] } | Refusal> {
  await lockFingerprint(context.db, fingerprint)
  const duplicates = await find()
  const [last] = duplicates
  return last === undefined || isDuplicateReason(reason)
    ? { duplicates }
    : refuseParameter('duplicateReason', () => toMessage(last))
}
