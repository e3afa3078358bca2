// Verification: what the host finds in a file's rows before anything is submitted. Advice only; the upload decides.
import { batchKinds, type BatchType } from '#domain/batch/kinds.ts'
import { codes } from '#contract/codes.ts'
import { coverRows, fundingToWire, fundsFor, toFunding } from '#domain/funding.ts'
import { hasError } from '#domain/rows/findings.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { earlierBatches, earlierToWire } from './earlier.ts'
import { fingerprintsOf } from '#server/db/fingerprint.ts'
import { fundingAccount, isFunded } from '#server/ledger/funding.ts'
import * as say from '#words/server/batches.ts'
import { judgeFile, type JudgedRow, rowsToFingerprint } from './judged.ts'
import { repeatedRows } from './repeated.ts'
import { judgedToWire } from './to-wire.ts'

export const verifyBatchFile: Handler<'verifyBatchFile'> = async (context, params) => {
  const { type, identifierType, batchElements } = params
  const limit = Math.min(params.batchSizeLimit, batchKinds[type].maxRows)
  if (batchElements.length > limit) {
    const message = say.fileHasRowsAtMostCan(batchElements.length, limit, batchKinds[type].done)
    return refuse(codes.refusedParameters, message, { errors: [{ path: 'batchElements', message }] })
  }
  const judged = await judgeFile(context, {
    type,
    identifierType,
    validation: params.additionalValidation,
    retire: params.retire ?? false,
    elements: batchElements,
  })
  const fingerprints = fingerprintsOf(context.secrets, type, identifierType, rowsToFingerprint(batchElements, judged))
  const earlier = await earlierBatches(context, fingerprints)
  const repeated = await findRepeated(context, type, judged)
  return {
    batchElements: judged.map((row, index) =>
      judgedToWire(row, batchElements[index] ?? NO_ELEMENT, repeated.get(index)),
    ),
    fingerprint: fingerprints.fingerprint,
    earlierBatches: earlier.map(earlierToWire),
    ...(await fundingOf(context, type, judged)),
  }
}

/** What the funding account has for the rows that could be uploaded; nothing if it does not pay for them. */
async function fundingOf({ db, viewer, now }: SessionContext, type: BatchType, judged: readonly JudgedRow[]) {
  const sound = judged.filter(({ findings }) => !hasError(findings))
  const currency = sound[0]?.campaign?.currency
  if (type === 'activate' || !isFunded(type) || currency === undefined) return {}
  const funds = fundsFor(await fundingAccount(db, viewer.ownerId, currency), now())
  const costs = sound.map(({ amountCents, feeCents }) => amountCents + feeCents)
  return { funding: fundingToWire(toFunding(funds, coverRows(costs, funds))) }
}

export const verifyBatchElement: Handler<'verifyBatchElement'> = async (context, params) => {
  const { type, identifierType, element } = params
  const rows = await judgeFile(context, {
    type,
    identifierType,
    validation: params.additionalValidation,
    retire: params.retire ?? false,
    elements: [element],
  })
  const [judged] = rows
  if (!judged) throw new Error('one element was judged, none came back')
  return { element: judgedToWire(judged, element, (await findRepeated(context, type, rows)).get(0)) }
}

const NO_ELEMENT = { identifier: '', amount: '0.00' }

const findRepeated = ({ db, viewer, now }: SessionContext, type: BatchType, judged: readonly JudgedRow[]) =>
  repeatedRows(
    db,
    { ownerId: viewer.ownerId, type, at: now() },
    judged.map(({ card, target, amountCents }) => ({
      cardId: card?.card_id ?? null,
      targetCardId: target?.card?.card_id ?? null,
      amountCents,
    })),
  )
