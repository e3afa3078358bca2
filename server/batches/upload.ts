// The uploads: everything is checked again, and what passes is stored as it will be decided about and posted. One path for all
// kinds; what differs is in the table of kinds.
import { codes } from '#contract/codes.ts'
import { type BatchOption, batchKinds, type StoredBatchType } from '#domain/batch/kinds.ts'
import { refuseReference } from '#domain/batch/reference.ts'
import { holdsCardNumber, type IdentifierType, maskCardNumbers, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import { sumCents } from '#domain/money.ts'
import { money } from '#server/audit/audit-fields.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { enqueueBatchMail } from './mail.ts'
import { earlierBatches, refuseDuplicate } from './earlier.ts'
import { fingerprintsOf, lockFingerprint } from '#server/db/fingerprint.ts'
import { insertBatch } from '#server/db/insert-batch.ts'
import { type Element, judgeFile, rowsToFingerprint } from './judged.ts'
import { keepUploadedFile } from './uploaded-file.ts'
import { refuseRows } from './refuse-rows.ts'

export const batchLoadUpload: Handler<'batchLoadUpload'> = (context, { loadReference, batchLoadOptions, ...upload }) =>
  store(context, { ...upload, type: 'load', label: loadReference, options: batchLoadOptions })

export const batchTransferUpload: Handler<'batchTransferUpload'> = (context, params) => {
  const { loadReference, batchTransferOptions, ...upload } = params
  return store(context, { ...upload, type: 'transfer', label: loadReference, options: batchTransferOptions })
}

export const batchDevalueUpload: Handler<'batchDevalueUpload'> = (context, { batchDescription, ...upload }) =>
  store(context, { ...upload, type: 'devalue', label: batchDescription })

interface Upload {
  readonly type: StoredBatchType
  readonly batchElements: readonly Element[]
  readonly identifierType: IdentifierType
  /** The load reference or the batch description. */
  readonly label: string
  readonly fileName: string
  /** Of kinds that have any. */
  readonly options?: readonly BatchOption[]
  /** Of kinds that offer it. */
  readonly retire?: boolean
  readonly duplicateReason?: string | undefined
  /** Base64. */
  readonly fileContent?: string | undefined
}

async function store(context: SessionContext, upload: Upload) {
  const { type, batchElements, identifierType, options = [], retire = false } = upload
  const kind = batchKinds[type]
  const reference = upload.label.trim()
  const wrongReference = refuseReference(reference, type)
  if (wrongReference !== undefined) return refuseParameter(kind.label.parameter, wrongReference)
  const duplicateReason = upload.duplicateReason?.trim() ?? ''
  if (holdsCardNumber(duplicateReason)) return refuseParameter('duplicateReason', NUMBER_IN_TEXT)

  const validation = kind.defaultValidation
  const judged = await judgeFile(context, { type, identifierType, validation, retire, elements: batchElements })
  const refused = refuseRows(judged, {
    type,
    identifierType,
    toleratesUnknown: options.includes('noIdentifierValidation'),
  })
  if (refused) return refused

  const given = rowsToFingerprint(batchElements, judged)
  const fingerprints = fingerprintsOf(context.secrets, type, identifierType, given)
  const { fingerprint } = fingerprints
  await lockFingerprint(context.db, fingerprint)
  const earlier = await earlierBatches(context, fingerprints)
  const isDuplicate = refuseDuplicate(context, earlier, duplicateReason, type)
  if (isDuplicate) return isDuplicate

  const sums = {
    amountCents: sumCents(judged.map(({ amountCents }) => amountCents)),
    feeCents: sumCents(judged.map(({ feeCents }) => feeCents)),
  }
  // Nobody typed the name: it is mended rather than refused.
  const originalName = maskCardNumbers(upload.fileName)
  const { id, currency } = await insertBatch(context.db, context.secrets, {
    ownerId: context.viewer.ownerId,
    kind: type,
    identifierType,
    reference,
    originalName,
    fingerprint,
    duplicateReason: earlier.length > 0 ? duplicateReason : null,
    options,
    validation,
    retire,
    ...sums,
    uploadedBy: context.viewer.userId,
    limitedTo: context.viewer.campaignIds,
    uploadedAt: new Date(context.now()),
    rows: judged.map(({ row, card, target, amountCents, takesAll, feeCents }) => ({
      identifier: row.values.identifier,
      cardId: card?.card_id ?? null,
      target: target?.identifier ?? null,
      targetCardId: target?.card?.card_id ?? null,
      amountCents,
      wholeBalance: takesAll,
      feeCents,
    })),
  })
  if (upload.fileContent !== undefined) await keepUploadedFile(context, id, upload.fileContent)
  context.concerns('batch', id)
  context.records({
    reference,
    fileName: originalName,
    rows: judged.length,
    amount: money(sums.amountCents, currency),
    fees: sums.feeCents === 0 ? undefined : money(sums.feeCents, currency),
    retireCards: retire || undefined,
    duplicateReason: earlier.length > 0 ? duplicateReason : undefined,
  })
  await enqueueBatchMail(context.jobs, context.db, { batchId: id, event: 'waiting' })
  context.afterCommit(() => context.jobs.wake())
  return { batchLoadFileID: String(id), resultText: kind.uploaded }
}

const refuseParameter = (path: string, message: string): Refusal =>
  refuse(codes.refusedParameters, message, { errors: [{ path, message }] })
