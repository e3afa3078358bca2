// Finds recent batches and orders with the same rows. Submitting the same rows again requires a reason.
import { DAY_MS } from '#domain/units.ts'
import { isValidDuplicateReason } from '#domain/uploads.ts'
import { lockFingerprint } from '#server/db/fingerprint.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'

const DUPLICATE_PERIOD_DAYS = 30

/** Rows that were submitted before this time do not count as duplicates. */
export const startOfDuplicatePeriod = (context: SessionContext): Date =>
  new Date(context.now() - DUPLICATE_PERIOD_DAYS * DAY_MS)

interface Submission<Earlier> {
  readonly fingerprint: string
  /** Finds earlier submissions of the same rows, newest first. */
  readonly findEarlier: () => Promise<readonly Earlier[]>
  readonly reason: string
  /** The text of the refusal: names the newest earlier submission, and requests a reason. */
  readonly toMessage: (newest: Earlier) => string
}

/**
 * Refuses rows that were submitted before, unless the user gave a reason. Otherwise returns the earlier submissions of
 * these rows, if there are any. The second of two simultaneous submissions waits until the transaction of the first
 * ends, and then finds the first.
 */
export async function checkDuplicates<Earlier>(
  context: SessionContext,
  { fingerprint, findEarlier, reason, toMessage }: Submission<Earlier>,
): Promise<{ readonly duplicates: readonly Earlier[] } | Refusal> {
  await lockFingerprint(context.db, fingerprint)
  const duplicates = await findEarlier()
  const [newest] = duplicates
  if (newest === undefined) return { duplicates }
  if (isValidDuplicateReason(reason)) return { duplicates }
  return refuseParameter('duplicateReason', () => toMessage(newest))
}
