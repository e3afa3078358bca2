// The wizard's refusals: each is the sentence beside the barred button, and the guard of the chart.
import type { RowsFigures } from '#domain/rows/totals.ts'
import { counted } from '#domain/units.ts'
import type { Verification } from './upload-steps.ts'

/** Why the last step may not be entered yet. */
export function refuseNext(figures: RowsFigures): string | undefined {
  if (figures.rows === 0) return 'Every row has been removed. Put rows back or choose another file.'
  if (figures.toFix > 0) return `${counted(figures.toFix, 'row has', 'rows have')} to be fixed or removed first.`
  if (figures.unchecked > 0) {
    return `${counted(figures.unchecked, 'row has', 'rows have')} not been checked by the host yet.`
  }
  return undefined
}

/** Why the host cannot be asked to check: it is sent only what this machine could read. */
export function refuseCheck(figures: RowsFigures): string | undefined {
  return figures.checkable === 0 ? 'No row can be checked yet. Fix at least one.' : undefined
}

/** Why a batch that equals an earlier one may not be submitted (contract "Batches": 3-255 characters). */
export function refuseDuplicateReason(verification: Verification | undefined, reason: string): string | undefined {
  if (verification === undefined || verification.earlierBatches.length === 0) return undefined
  const { length } = reason.trim()
  if (length < 3) return 'Say in at least 3 characters why this batch is submitted again.'
  return length > 255 ? 'The reason may have 255 characters at most.' : undefined
}
