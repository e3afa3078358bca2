// Submits a batch: checks everything again and stores the batch, so that it can be approved and posted to the ledger.
// All batch types share this code; `batchTypes` defines their differences.
import { type BatchOption, batchTypes, type StoredBatchType } from '#domain/batch/types.ts'
import { validateReference } from '#domain/batch/reference.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import { type IdentifierType, maskCardNumbers } from '#domain/cards/identifiers.ts'
import { sumCents } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { checkDuplicates } from '#server/approvals/duplicates.ts'
import { enqueueWatch } from '#server/approvals/watch.ts'
import { readTerms } from '#server/approvals/rules.ts'
import { insertBatch } from '#server/db/insert-batch.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber, refuseParameter } from '#server/operations/refuse-parameter.ts'
import { duplicateToMessage, findDuplicates } from './duplicates.ts'
import { type BatchElement, fingerprintRows, validateRowsOfCall } from './validate-rows.ts'
import { enqueueBatchMail } from './mail.ts'
import { rowsRefusal } from './rows-refusal.ts'
import { readTime } from './schedule.ts'
import { storeUploadedFile } from './uploaded-file.ts'

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
  readonly batchElements: readonly BatchElement[]
  readonly identifierType: IdentifierType
  /** The load reference or the batch description. */
  readonly label: string
  readonly fileName: string
  /** Only for types with options. */
  readonly options?: readonly BatchOption[]
  /** Only for types that can retire cards. */
  readonly retire?: boolean
  readonly duplicateReason?: string | undefined
  readonly proposedDate?: string | undefined
  /** Base64. */
  readonly fileContent?: string | undefined
}

async function submit(context: SessionContext, submission: Submission) {
  const { type, batchElements, identifierType, options = [], retire = false } = submission
  const typeInfo = batchTypes[type]
  const reference = submission.label.trim()
  const referenceError = validateReference(reference, type)
  if (referenceError !== undefined)
    return refuseParameter(typeInfo.label.parameter, () => messageToText(referenceError))
  const duplicateReason = submission.duplicateReason?.trim() ?? ''
  const reasonRefusal = refuseCardNumber('duplicateReason', duplicateReason)
  if (reasonRefusal) return reasonRefusal
  const proposed = readTime(context, 'proposedDate', submission.proposedDate)
  if ('refusalCode' in proposed) return proposed
  const proposedAt = proposed.time === undefined ? undefined : new Date(proposed.time)

  const validation = typeInfo.defaultValidation
  const elementsToValidate = { type, identifierType, validation, retire, elements: batchElements }
  const validatedRows = await validateRowsOfCall(context, elementsToValidate)
  if ('refusalCode' in validatedRows) return validatedRows
  const invalidRowsRefusal = rowsRefusal(validatedRows, {
    type,
    identifierType,
    allowsUnknown: options.includes('noIdentifierValidation'),
  })
  // `keepsWrites` commits the count of unknown card numbers although the call is refused.
  if (invalidRowsRefusal) return { ...invalidRowsRefusal, keepsWrites: true as const }

  const fingerprint = fingerprintRows(context, elementsToValidate, validatedRows)
  const duplicateCheck = await checkDuplicates(context, {
    fingerprint,
    findEarlier: () => findDuplicates(context, fingerprint),
    reason: duplicateReason,
    toMessage: (newest) => duplicateToMessage(context, newest, type),
  })
  if ('refusalCode' in duplicateCheck) return duplicateCheck
  const isDuplicate = duplicateCheck.duplicates.length > 0

  const totals = {
    amountCents: sumCents(validatedRows.map(({ amountCents }) => amountCents)),
    feeCents: sumCents(validatedRows.map(({ feeCents }) => feeCents)),
  }
  const cardIds = validatedRows.map(({ card }) => card?.card_id ?? null)
  const targetIds = validatedRows.map(({ target }) => target?.card?.card_id ?? null)
  const approvalTerms = await readTerms(context, type, {
    totalCents: totals.amountCents + totals.feeCents,
    largestRowCents: Math.max(...validatedRows.map(({ amountCents }) => amountCents)),
    rows: validatedRows.length,
    cardIds: typeInfo.needsTarget ? [...cardIds, ...targetIds] : cardIds,
    receiverIds: typeInfo.needsTarget ? targetIds : cardIds,
  })
  // The user did not write the file's name here, so a card number in the name is masked instead of refused.
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
    ...totals,
    uploadedBy: context.viewer.userId,
    uploaderCampaignIds: context.viewer.campaignIds,
    uploadedAt: new Date(context.now()),
    approvalTerms,
    proposedAt,
    rows: validatedRows.map(({ row, card, target, amountCents, movesWholeBalance, targetBalanceCents, feeCents }) => ({
      identifier: row.values.identifier,
      cardId: card?.card_id ?? null,
      target: target?.identifier ?? null,
      targetCardId: target?.card?.card_id ?? null,
      amountCents,
      wholeBalance: movesWholeBalance,
      targetBalanceCents,
      feeCents,
    })),
  })
  if (submission.fileContent !== undefined) await storeUploadedFile(context, id, submission.fileContent)
  context.setSubject('batch', id)
  const toppedUpCount = validatedRows.filter(({ targetBalanceCents }) => targetBalanceCents !== undefined).length
  // The trail does not show undefined values, so zeros and false are left out.
  context.recordValues({
    reference,
    fileName: originalName,
    rows: validatedRows.length,
    amount: money(totals.amountCents, currency),
    fees: totals.feeCents === 0 ? undefined : money(totals.feeCents, currency),
    retireCards: retire || undefined,
    filledUp: toppedUpCount || undefined,
    duplicateReason: isDuplicate ? duplicateReason : undefined,
    proposedFor: proposedAt?.toISOString(),
  })
  await enqueueBatchMail(context.jobs, context.db, { batchId: id, event: 'waiting' })
  if (approvalTerms) await enqueueWatch(context, { subject: 'batch', id, since: context.now() })
  context.afterCommit(() => context.jobs.wake())
  return { batchLoadFileID: String(id), resultText: typeInfo.submittedMessage }
}
