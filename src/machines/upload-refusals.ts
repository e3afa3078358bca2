// The reasons why the upload wizard cannot continue. Each reason is used beside a disabled button and in a guard of the
// state machine.
import { message } from '#domain/messages/message.ts'
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import { uploadRules } from './upload-rules.ts'
import type { UploadContext, Verification } from './upload-steps.ts'

/** The reason why the last step cannot be entered yet. Undefined if it can be entered. */
export function lastStepRefusal(context: Pick<UploadContext, 'type' | 'figures' | 'options' | 'verification'>) {
  const { type, figures, options, verification } = context
  const { needsAllValid, optionsRefusal, checksBeforeLastStep } = uploadRules[type]
  if (figures.rows === 0) return message('allRowsRemoved')
  if (!checksBeforeLastStep && verification === undefined) return message('checkFirst')
  if (needsAllValid && figures.toFix > 0) return message('fixRowsFirst', figures.toFix)
  // Rows are skipped only if their cards have the target balance already.
  if (figures.valid === 0) return figures.skipped > 0 ? message('allAtTarget') : message('noRowToSubmit')
  const refusal = optionsRefusal(options)
  if (refusal !== undefined) return refusal
  // Rows that have changed since the last check are checked again on the way to the last step.
  const willBeChecked = checksBeforeLastStep && verification?.contentVersion !== figures.contentVersion
  const staysUnchecked = figures.unchecked > 0 && !willBeChecked
  return staysUnchecked ? message('rowsUnchecked', figures.unchecked) : undefined
}

/**
 * The reason why the server cannot check the rows. Undefined if it can. A check needs at least one readable row, and
 * the options on which it depends.
 */
export function checkRefusal({ type, figures, options }: Pick<UploadContext, 'type' | 'figures' | 'options'>) {
  if (figures.checkable === 0) return message('noRowToCheck')
  return uploadRules[type].checkRefusal(options)
}

/** The reason why a duplicate upload cannot be submitted with this explanation. Undefined if it can. */
export function duplicateReasonRefusal(verification: Verification | undefined, reason: string) {
  if (verification === undefined || verification.earlier.length === 0) return undefined
  const { length } = reason.trim()
  const { minLength, maxLength } = DUPLICATE_REASON
  if (length < minLength) return message('reasonTooShort', minLength)
  return length > maxLength ? message('reasonTooLong', maxLength) : undefined
}
