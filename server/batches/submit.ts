// Submits a batch: checks everything again and stores it as it will be approved and posted to the ledger. All types
// share this code. Their differences are in `batchKinds`.
import { type BatchOption, batchKinds, type StoredBatchType } from '#domain/batch/kinds.ts'
import { refuseReference } from '#domain/batch/reference.ts'
import { messageToText } from '#domain/message-text.ts'
import { type IdentifierType, maskCardNumbers } from '#domain/cards/identifiers.ts'
import { sumCents } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { checkDuplicates } from '#server/approvals/duplicates.ts'
import { insertBatch } from '#server/db/insert-batch.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber, refuseParameter } from '#server/operations/refuse-parameter.ts'
import { duplicateToMessage, findDuplicates } from './duplicates.ts'
import { type Element, fingerprintOfRows, judgeNamedRows } from './judge-rows.ts'
import { enqueueBatchMail } from './mail.ts'
import { refuseRows } from './refuse-rows.ts'
import { keepUploadedFile } from './uploaded-file.ts'

export const batchLoadUpload: Handler<'batchLoadUpload'> = (context, { loadReference, batchLoadOptions, ...upload }) =>
  submit(context, { ...upload, type: 'load', label: loadReference, options: batchLoadOptions })

export const batchTransferUpload: Handler<'batchTransferUpload'> = (context, params) => {
  const { loadReference, batchTransferOptions, ...upload } = params
  return submit(context, { ...upload, type: 'transfer', label: loadReference, options: batchTransferOptions })
}

export const batchDevalueUpload: Handler<'batchDevalueUpload'> = (context, { batchDescription, ...upload }) =>
  submit(context, { ...upload, type: 'devalue', label: batchDescription })

interface Submission {
  readonly type: StoredBatchType
  readonly batchElements: readonly Element[]
  readonly identifierType: IdentifierType
  /** The load reference or the batch description. */
  readonly label: string
  readonly fileName: string
  /** Only for types with options. */
  readonly options?: readonly BatchOption[]
  /** Only for types that can retire cards. */
  readonly retire?: boolean
  readonly duplicateReason?: string | undefined
  /** Base64. */
  readonly fileContent?: string | undefined
}

async function submit(context: SessionContext, submission: Submission) {
  const { type, batchElements, identifierType, options = [], retire = false } = submission
  const kind = batchKinds[type]
  const reference = submission.label.trim()
  const wrongReference = refuseReference(reference, type)
  if (wrongReference !== undefined) return refuseParameter(kind.label.parameter, messageToText(wrongReference))
  const duplicateReason = submission.duplicateReason?.trim() ?? ''
  const wrongReason = refuseCardNumber('duplicateReason', duplicateReason)
  if (wrongReason) return wrongReason

  const validation = kind.defaultValidation
  const file = { type, identifierType, validation, retire, elements: batchElements }
  const judged = await judgeNamedRows(context, file)
  if ('refused' in judged) return judged
  const refused = refuseRows(judged, {
    type,
    identifierType,
    toleratesUnknown: options.includes('noIdentifierValidation'),
  })
  // Nothing was written but the count of unknown card numbers.
  if (refused) return { ...refused, keeps: true as const }

  const fingerprint = fingerprintOfRows(context, file, judged)
  const checked = await checkDuplicates(context, {
    fingerprint,
    find: () => findDuplicates(context, fingerprint),
    reason: duplicateReason,
    toMessage: (last) => duplicateToMessage(context, last, type),
  })
  if ('refused' in checked) return checked
  const isDuplicate = checked.duplicates.length > 0

  const sums = {
    amountCents: sumCents(judged.map(({ amountCents }) => amountCents)),
    feeCents: sumCents(judged.map(({ feeCents }) => feeCents)),
  }
  // The name comes from the file and not from the user. A card number in it is therefore masked, not refused.
  const originalName = maskCardNumbers(submission.fileName)
  const { id, currency } = await insertBatch(context.db, context.secrets, {
    ownerId: context.viewer.ownerId,
    kind: type,
    identifierType,
    reference,
    originalName,
    fingerprint,
    duplicateReason: isDuplicate ? duplicateReason : null,
    options,
    validation,
    retire,
    ...sums,
    uploadedBy: context.viewer.userId,
    limitedTo: context.viewer.campaignIds,
    uploadedAt: new Date(context.now()),
    rows: judged.map(({ row, card, target, amountCents, takesAll, targetBalanceCents, feeCents }) => ({
      identifier: row.values.identifier,
      cardId: card?.card_id ?? null,
      target: target?.identifier ?? null,
      targetCardId: target?.card?.card_id ?? null,
      amountCents,
      wholeBalance: takesAll,
      targetBalanceCents,
      feeCents,
    })),
  })
  if (submission.fileContent !== undefined) await keepUploadedFile(context, id, submission.fileContent)
  context.concerns('batch', id)
  context.records({
    reference,
    fileName: originalName,
    rows: judged.length,
    amount: money(sums.amountCents, currency),
    fees: sums.feeCents === 0 ? undefined : money(sums.feeCents, currency),
    retireCards: retire || undefined,
    filledUp: judged.filter(({ targetBalanceCents }) => targetBalanceCents !== undefined).length || undefined,
    duplicateReason: isDuplicate ? duplicateReason : undefined,
  })
  await enqueueBatchMail(context.jobs, context.db, { batchId: id, event: 'waiting' })
  context.afterCommit(() => context.jobs.wake())
  return { batchLoadFileID: String(id), resultText: kind.uploadedText }
}
