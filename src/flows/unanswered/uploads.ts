// A submitted upload as an unanswered change: its wizard's chart holds the steps and its draft the rows; that it was sent,
// when, and until which answer it counts as unanswered is kept with all other changes.
import type { Failure, Refused } from '#services/server/api.ts'
import type { Sent } from './kinds.ts'
import { answerToOutcome } from './send.ts'
import { forget, record } from './store.ts'
import { type UploadedDraft, uploadToChange } from './upload-to-change.ts'

/** Before it is sent. */
export async function recordUpload(ownerUser: string, draft: UploadedDraft): Promise<void> {
  const { intent } = draft.wizard
  if (!intent) throw new Error('a submission needs its requestId')
  const { requestId, sentAt } = intent
  await record(ownerUser, uploadToChange(draft), { requestId, sentAt })
}

/** Its outcome is known; or the host has forgotten it, and its rows are checked again instead. */
export async function forgetUpload(ownerUser: string, intent: Sent | undefined): Promise<void> {
  if (intent) await forget(ownerUser, intent)
}

/** True where it does not tell whether the rows arrived, now or the first time it was sent. */
export function isUploadUnknown(failure: Failure, isAskedAgain: boolean): boolean {
  if (failure.kind === 'refused' && isJudged(failure)) return false
  return answerToOutcome(failure, isAskedAgain) === 'unknown'
}

// The server refuses rows, or an upload that equals an earlier one, only after looking whether it has this one already; malformed
// parameters it refuses before.
const isJudged = ({ more, errors = [] }: Refused): boolean =>
  more['malformed'] !== true && errors.some((error) => error.path === 'duplicateReason' || ofRow(error))

/** True for what is said of one of its rows. */
export const ofRow = ({ path }: { readonly path: string }): boolean =>
  /^(?:batchElements|cardOrders|virtualCardOrders)\./.test(path)
