// Reasons why the upload wizard does not continue: each is the sentence beside a disabled button and a guard of the
// state machine.
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import * as say from '#words/machines.ts'
import { uploadRules } from './upload-rules.ts'
import type { UploadContext, Verification } from './upload-steps.ts'

/** Why the last step cannot be entered yet. */
export function refuseNext(context: Pick<UploadContext, 'type' | 'figures' | 'options' | 'verification'>) {
  const { type, figures, options, verification } = context
  const { needsAllValid, refuseOptions, checksOnSubmit } = uploadRules[type]
  if (figures.rows === 0) return say.everyRowHasBeenRemovedPut
  if (!checksOnSubmit && verification === undefined) return say.checkRowsFirst
  if (needsAllValid && figures.toFix > 0) {
    return say.toBeFixedOrRemovedFirst(figures.toFix)
  }
  if (figures.valid === 0) return say.noRowCanBeSubmittedYet
  const refusal = refuseOptions(options)
  if (refusal !== undefined) return refusal
  const isCheckedAnyway = checksOnSubmit && verification?.content !== figures.content
  return figures.unchecked > 0 && !isCheckedAnyway ? say.notCheckedYet(figures.unchecked) : undefined
}

/** Why the server cannot check: it needs rows that this device could read, and the options that it checks by. */
export function refuseCheck({ type, figures, options }: Pick<UploadContext, 'type' | 'figures' | 'options'>) {
  if (figures.checkable === 0) return say.noRowCanBeCheckedYet
  return uploadRules[type].refuseCheck(options)
}

/** Why an upload that equals an earlier one cannot be submitted: it needs a reason of 3-255 characters. */
export function refuseDuplicateReason(verification: Verification | undefined, reason: string) {
  if (verification === undefined || verification.earlier.length === 0) return undefined
  const { length } = reason.trim()
  const { least, most } = DUPLICATE_REASON
  if (length < least) return say.sayInAtLeastCharactersWhy(least)
  return length > most ? say.reasonTooLong(most) : undefined
}
