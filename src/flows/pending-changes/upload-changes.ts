// Treats a submitted upload as a pending change. The machine of the upload knows the steps, and the draft has the rows.
// The pending change only stores that the upload was sent, and when.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { cents, centsToText } from '#domain/money.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import type { Failure, RefusedResponse } from '#services/server/api.ts'
import { draftPath } from '../upload/draft.ts'
import type { SentRequest, ChangeRequest } from './change-types.ts'
import { responseToOutcome } from './send.ts'
import { forgetChange, storeChange } from './store.ts'

/** The upload as stored in its draft. */
interface UploadedDraft {
  readonly type: UploadType
  readonly draftId: string
  readonly wizard: {
    readonly options: { readonly reference: string }
    readonly file: { readonly name: string }
    readonly intent?: SentRequest
  }
  readonly figures: { readonly valid: number; readonly amountCents: number } | undefined
  readonly currency: string
}

function uploadToChange({ type, draftId, wizard, figures, currency }: UploadedDraft): ChangeRequest<'upload'> {
  const typeInfo = uploadTypes[type]
  const count = typeInfo.countToText(figures?.valid ?? 0)
  const sum = `${currency} ${centsToText(cents(figures?.amountCents ?? 0))}`.trim()
  return {
    kind: 'upload',
    params: { type, draftId },
    subject: draftId,
    done: m.pending_referenceWasSubmitted({ reference: wizard.options.reference || wizard.file.name }),
    detail: typeInfo.hasAmount ? commas([count, sum]) : count,
    success: typeInfo.submittedMessage,
    link: { to: draftPath(type, draftId) },
  }
}

/** Called before the upload is sent. */
export async function recordUpload(ownerUser: string, draft: UploadedDraft): Promise<void> {
  const { intent } = draft.wizard
  if (!intent) throw new Error('a submission needs its requestId')
  const { requestId, sentAt } = intent
  await storeChange(ownerUser, uploadToChange(draft), { sentRequest: { requestId, sentAt } })
}

/**
 * Called when the outcome of the upload is known. Also called when the server has forgotten the request: the wizard
 * then checks the rows again instead of repeating the request.
 */
export async function forgetUpload(ownerUser: string, intent: SentRequest | undefined): Promise<void> {
  if (intent) await forgetChange(ownerUser, intent)
}

/** True if the rows may have arrived, with this request or an earlier request, although the response does not say so. */
export function isUploadOutcomeUnknown(failure: Failure, { isResent }: { readonly isResent: boolean }): boolean {
  if (failure.kind === 'refused' && isContentRefused(failure)) return false
  return responseToOutcome(failure, { isResent }) === 'unknown'
}

// True if the response proves that the server has not accepted this request before. A server that has accepted a request
// repeats its response. It never refuses the rows, a duplicate upload, or a time that has passed. A refusal of malformed
// parameters proves nothing, because the server refuses them before it looks for an earlier request.
const isContentRefused = ({ details, errors = [] }: RefusedResponse): boolean => {
  const isMalformed = details['malformed'] === true
  return !isMalformed && errors.some((error) => contentFields.has(error.path) || isRowError(error))
}

const contentFields: ReadonlySet<string> = new Set(['duplicateReason', 'proposedDate'])

/** True for an error about a row of the upload. */
export const isRowError = ({ path }: { readonly path: string }): boolean =>
  /^(?:batchElements|cardOrders|virtualCardOrders)\./.test(path)
