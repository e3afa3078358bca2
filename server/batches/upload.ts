// The upload of a load batch: everything is checked again, and what passes is stored as it will be decided about and posted.
import { codes } from '#contract/codes.ts'
import { ERROR_BITS, type FindingFacts, findingBit, findingKinds, setToFindings } from '#domain/batch/findings.ts'
import { batchKinds, refuseReference } from '#domain/batch/kinds.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { centsToText, sumCents } from '#domain/money.ts'
import { type Handler, refuse, type Refusal } from '#server/context.ts'
import { earlierBatches, refuseDuplicate } from './earlier.ts'
import { fingerprintOf } from '#server/db/fingerprint.ts'
import { insertBatch } from '#server/db/insert-batch.ts'
import { judgeFile, type JudgedRow } from './judged.ts'

const kind = batchKinds.load

export const batchLoadUpload: Handler<'batchLoadUpload'> = async (context, params) => {
  const { batchElements, identifierType, batchLoadOptions } = params
  const reference = params.loadReference.trim()
  const wrongReference = refuseReference(reference)
  if (wrongReference !== undefined) return refuseParameter('loadReference', wrongReference)

  const judged = await judgeFile(context, {
    type: kind.type,
    identifierType,
    validation: kind.defaultValidation,
    elements: batchElements,
  })
  const tolerated = batchLoadOptions.includes('noIdentifierValidation') ? findingBit('cardUnknown') : 0
  const refused = refuseRows(judged, tolerated, identifierType)
  if (refused) return refused

  const fingerprint = fingerprintOf(context.secrets, kind.type, identifierType, batchElements)
  const duplicateReason = params.duplicateReason?.trim() ?? ''
  const earlier = await earlierBatches(context, fingerprint)
  const isDuplicate = refuseDuplicate(context, earlier, duplicateReason)
  if (isDuplicate) return isDuplicate

  const id = await insertBatch(context.db, context.secrets, {
    ownerId: context.viewer.ownerId,
    kind: kind.type,
    identifierType,
    reference,
    originalName: params.fileName,
    fingerprint,
    duplicateReason: earlier.length > 0 ? duplicateReason : null,
    options: batchLoadOptions,
    validation: kind.defaultValidation,
    amountCents: sumCents(judged.map(({ row }) => row.amountCents)),
    feeCents: sumCents(judged.map(({ feeCents }) => feeCents)),
    uploadedBy: context.viewer.userId,
    uploadedAt: new Date(context.now()),
    rows: judged.map(({ row, card, feeCents }) => ({
      identifier: row.identifier,
      cardId: card?.card_id ?? null,
      amountCents: row.amountCents,
      feeCents,
    })),
  })
  context.concerns('batch', id)
  return { batchLoadFileID: String(id), resultText: kind.uploaded }
}

/** Names every row with an error by its path and in words; undefined where all may be stored. */
function refuseRows(judged: readonly JudgedRow[], tolerated: number, identifierType: 1 | 2): Refusal | undefined {
  const errors = judged.flatMap((row, index) =>
    setToFindings(row.findings & ERROR_BITS & ~tolerated).map((code) => ({
      path: `batchElements.${index}.${findingKinds[code].cell === 'amount' ? 'amount' : 'identifier'}`,
      message: findingKinds[code].words(rowToFindingFacts(row, identifierType)),
    })),
  )
  if (errors.length === 0) return undefined
  const rows = new Set(errors.map((error) => error.path.split('.')[1])).size
  const what = rows === 1 ? 'One row cannot be loaded as it stands.' : `${rows} rows cannot be loaded as they stand.`
  return refuse(codes.refusedParameters, `${what} Nothing was uploaded. Correct or remove them and submit again.`, { errors }) // prettier-ignore
}

function rowToFindingFacts({ row, facts }: JudgedRow, identifierType: 1 | 2): FindingFacts {
  const { label, length } = identifierKinds[identifierType]
  return {
    identifier: row.identifier,
    identifierTo: row.identifierTo,
    amountText: row.amountText,
    fieldCount: row.fieldCount,
    identifierLabel: label,
    identifierLength: length,
    loadMin: centsToText(facts.loadMinCents),
    loadMax: centsToText(facts.loadMaxCents),
    voucherMax: centsToText(facts.voucherMaxCents),
    cardBalance: centsToText(facts.balanceCents),
  }
}

const refuseParameter = (path: string, message: string): Refusal =>
  refuse(codes.refusedParameters, message, { errors: [{ path, message }] })
