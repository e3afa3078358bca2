// Verification: the findings of the server before anything is submitted. Only informative, because the submission
// checks again.
import { m } from '#words/messages.js'
import { hasPermission } from '#domain/access/permissions.ts'
import { batchKinds, type BatchType } from '#domain/batch/kinds.ts'
import { hasError } from '#domain/rows/findings.ts'
import { readFunding } from '#server/approvals/funding.ts'
import { isFunded } from '#server/ledger/funding.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { duplicateToApi, findDuplicates } from './duplicates.ts'
import { type Element, fingerprintOfRows, type JudgedRow, judgeNamedRows } from './judge-rows.ts'
import { repeatedRows } from './repeated.ts'
import { judgedToApi } from './to-api.ts'

export const verifyBatchFile: Handler<'verifyBatchFile'> = async (context, params) => {
  const { type, identifierType, batchElements } = params
  const misplaced = refuseTargets(type, batchElements)
  if (misplaced) return misplaced
  const limit = Math.min(params.batchSizeLimit, batchKinds[type].maxRows)
  if (batchElements.length > limit) {
    const message = m.batches_fileHasRowsAtMostCan({ count: batchElements.length, limit, done: batchKinds[type].done })
    return refuseParameter('batchElements', message)
  }
  const file = {
    type,
    identifierType,
    validation: params.additionalValidation,
    retire: params.retire ?? false,
    elements: batchElements,
  }
  const judged = await judgeNamedRows(context, file)
  if ('refused' in judged) return judged
  const fingerprint = fingerprintOfRows(context, file, judged)
  const duplicates = await findDuplicates(context, fingerprint)
  const repeated = await findRepeated(context, type, judged)
  const maySeeCards = seesCards(context)
  return {
    batchElements: judged.map((row, index) =>
      judgedToApi(row, batchElements[index] ?? NO_ELEMENT, { repeatedIn: repeated.get(index), maySeeCards }),
    ),
    fingerprint,
    earlierBatches: duplicates.map(duplicateToApi),
    ...(await funded(context, type, judged)),
  }
}

/** The funds for the rows that can be submitted. Undefined if the funding account does not pay for them. */
async function funded(context: SessionContext, type: BatchType, judged: readonly JudgedRow[]) {
  const valid = judged.filter(({ findings }) => !hasError(findings))
  const currency = valid[0]?.campaign?.currency
  if (type === 'activate' || !isFunded(type) || currency === undefined) return {}
  const costs = valid.map(({ amountCents, feeCents }) => amountCents + feeCents)
  return { funding: await readFunding(context, currency, costs) }
}

export const verifyBatchElement: Handler<'verifyBatchElement'> = async (context, params) => {
  const { type, identifierType, element } = params
  const misplaced = refuseTargets(type, [element])
  if (misplaced) return misplaced
  const rows = await judgeNamedRows(context, {
    type,
    identifierType,
    validation: params.additionalValidation,
    retire: params.retire ?? false,
    elements: [element],
  })
  if ('refused' in rows) return rows
  const [judged] = rows
  if (!judged) throw new Error('one element was judged, none came back')
  const repeatedIn = (await findRepeated(context, type, rows)).get(0)
  return { element: judgedToApi(judged, element, { repeatedIn, maySeeCards: seesCards(context) }) }
}

/** Only a load can fill up a card. */
const refuseTargets = (type: BatchType, elements: readonly Element[]) =>
  type !== 'load' && elements.some(({ targetBalance }) => targetBalance !== undefined)
    ? refuseParameter('targetBalance', m.batches_onlyLoadsFillUp())
    : undefined

const seesCards = ({ viewer }: SessionContext) => hasPermission(viewer.permissions, 'CardStatement.read')

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
