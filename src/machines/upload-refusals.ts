// Reasons why the upload wizard does not continue: each is shown beside a disabled button and a guard of the state
// machine.
import { message } from '#domain/messages.ts'
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import { uploadRules } from './upload-rules.ts'
import type { UploadContext, Verification } from './upload-steps.ts'

/** Why the last step cannot be entered yet. */
export function refuseNext(context: Pick<UploadContext, 'type' | 'figures' | 'options' | 'verification'>) {
  const { type, figures, options, verification } = context
  const { needsAllValid, refuseOptions, checksOnSubmit } = uploadRules[type]
  if (figures.rows === 0) return message('allRowsRemoved')
  if (!checksOnSubmit && verification === undefined) return message('checkFirst')
  if (needsAllValid && figures.toFix > 0) {
    return message('fixRowsFirst', figures.toFix)
  }
  if (figures.valid === 0) return message('noRowToSubmit')
  const refusal = refuseOptions(options)
  if (refusal !== undefined) return refusal
  const isCheckedAnyway = checksOnSubmit && verification?.content !== figures.content
  return figures.unchecked > 0 && !isCheckedAnyway ? message('rowsUnchecked', figures.unchecked) : undefined
}

/** Why the server cannot check: it needs rows that this device could read, and the options that it checks by. */
export function refuseCheck({ type, figures, options }: Pick<UploadContext, 'type' | 'figures' | 'options'>) {
  if (figures.checkable === 0) return message('noRowToCheck')
  return uploadRules[type].refuseCheck(options)
}

/** Why an upload that equals an earlier one cannot be submitted: it needs a reason of 3-255 characters. */
export function refuseDuplicateReason(verification: Verification | undefined, reason: string) {
  if (verification === undefined || verification.earlier.length === 0) return undefined
  const { length } = reason.trim()
  const { least, most } = DUPLICATE_REASON
  if (length < least) return message('reasonTooShort', least)
  return length > most ? message('reasonTooLong', most) : undefined
}
