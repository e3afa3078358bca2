// The wizard's refusals: each is the sentence beside the barred button, and the guard of the chart.
import { DUPLICATE_REASON, uploadKinds, type UploadType } from '#domain/uploads.ts'
import { counted } from '#domain/units.ts'
import { uploadRules } from './upload-rules.ts'
import type { UploadContext, Verification } from './upload-steps.ts'

/** Why the last step may not be entered yet. */
export function refuseNext(context: Pick<UploadContext, 'type' | 'figures' | 'options' | 'verification'>) {
  const { type, figures, options, verification } = context
  const { needsAllSound, refuseOptions, asksOnTheWay } = uploadRules[type]
  if (figures.rows === 0) return 'Every row has been removed. Put rows back or choose another file.'
  if (!asksOnTheWay && verification === undefined) return 'The host has to check the rows first.'
  if (needsAllSound && figures.toFix > 0) {
    return `${counted(figures.toFix, 'row has', 'rows have')} to be fixed or removed first.`
  }
  if (figures.valid === 0) return 'No row can be submitted yet. Fix at least one.'
  const refusal = refuseOptions(options)
  if (refusal !== undefined) return refusal
  const isAskedAnyway = asksOnTheWay && verification?.content !== figures.content
  return figures.unchecked > 0 && !isAskedAnyway
    ? `${counted(figures.unchecked, 'row has', 'rows have')} not been checked by the host yet.`
    : undefined
}

/** Why the host cannot be asked to check: it is sent only what this machine could read, and under what it needs to know. */
export function refuseCheck({ type, figures, options }: Pick<UploadContext, 'type' | 'figures' | 'options'>) {
  if (figures.checkable === 0) return 'No row can be checked yet. Fix at least one.'
  return uploadRules[type].refuseCheck(options)
}

/** Why what equals an earlier upload may not be submitted (contract "Batches": 3-255 characters). */
export function refuseDuplicateReason(type: UploadType, verification: Verification | undefined, reason: string) {
  if (verification === undefined || verification.earlier.length === 0) return undefined
  const { length } = reason.trim()
  const { least, most } = DUPLICATE_REASON
  if (length < least)
    return `Say in at least ${least} characters why this ${uploadKinds[type].thing} is submitted again.`
  return length > most ? `The reason may have ${most} characters at most.` : undefined
}
