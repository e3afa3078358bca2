// Verifies rows: returns the server's findings before anything is submitted. The findings are only informative, because
// the submission checks everything again.
import { m } from '#words/messages.js'
import { hasPermission } from '#domain/access/permissions.ts'
import { batchTypes, type BatchType } from '#domain/batch/types.ts'
import { isRefused, isSkipped } from '#domain/rows/findings.ts'
import { readFunding } from '#server/approvals/funding.ts'
import { isFunded } from '#server/ledger/funding.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { duplicateToApi, findDuplicates } from './duplicates.ts'
import {
  type BatchElement,
  type ElementsToValidate,
  fingerprintRows,
  type ValidatedRow,
  validateRowsOfCall,
} from './validate-rows.ts'
import { findRowsInOtherBatches, type OtherBatchesByRow } from './repeated-rows.ts'
import { validatedToApi } from './to-api.ts'

export const verifyBatchFile: Handler<'verifyBatchFile'> = async (context, params) => {
  const { type, identifierType, batchElements } = params
  const targetBalanceRefusal = refuseTargetBalances(type, batchElements)
  if (targetBalanceRefusal) return targetBalanceRefusal
  const limit = Math.min(params.batchSizeLimit, batchTypes[type].maxRows)
  if (batchElements.length > limit) {
    const figures = { count: batchElements.length, limit, done: batchTypes[type].pastParticiple }
    return refuseParameter('batchElements', () => m.batches_tooManyRows(figures))
  }
  const input = {
    type,
    identifierType,
    validation: params.additionalValidation,
    retire: params.retire ?? false,
    elements: batchElements,
  }
  const validatedRows = await validateRowsOfCall(context, input)
  if ('refusalCode' in validatedRows) return validatedRows
  const fingerprint = fingerprintSubmission(context, input, validatedRows)
  const duplicates = await findDuplicates(context, fingerprint)
  const otherBatchesByRow = await findOtherBatches(context, type, validatedRows)
  const canSeeCards = viewerCanSeeCards(context)
  return {
    batchElements: validatedRows.map((row, index) =>
      validatedToApi(row, batchElements[index] ?? NO_ELEMENT, {
        repeatedIn: otherBatchesByRow?.get(index),
        canSeeCards,
      }),
    ),
    fingerprint,
    earlierBatches: duplicates.map(duplicateToApi),
    ...(await readFundingField(context, type, validatedRows)),
  }
}

/** The fingerprint that the submission will get. A submission leaves out the skipped rows. */
function fingerprintSubmission(
  context: SessionContext,
  input: ElementsToValidate,
  validatedRows: readonly ValidatedRow[],
): string {
  const submittedRows = validatedRows
    .map((row, index) => ({ row, element: input.elements[index] ?? NO_ELEMENT }))
    .filter(({ row }) => !isSkipped(row.findings))
  const elements = submittedRows.map(({ element }) => element)
  const rows = submittedRows.map(({ row }) => row)
  return fingerprintRows(context, { ...input, elements }, rows)
}

/**
 * The field `funding` of the response, with the funds for the rows that can be submitted. The field is left out if the
 * funding account does not pay for this type, or if no row can be submitted.
 */
async function readFundingField(context: SessionContext, type: BatchType, validatedRows: readonly ValidatedRow[]) {
  // An activation moves no money, so the funding account does not pay for it.
  const isPaidByAccount = type !== 'activate' && isFunded(type)
  if (!isPaidByAccount) return {}
  const validRows = validatedRows.filter(({ findings }) => !isRefused(findings))
  const currency = validRows[0]?.campaign?.currency
  if (currency === undefined) return {}
  const costs = validRows.map(({ amountCents, feeCents }) => amountCents + feeCents)
  return { funding: await readFunding(context, currency, costs) }
}

export const verifyBatchElement: Handler<'verifyBatchElement'> = async (context, params) => {
  const { type, identifierType, element } = params
  const targetBalanceRefusal = refuseTargetBalances(type, [element])
  if (targetBalanceRefusal) return targetBalanceRefusal
  const rows = await validateRowsOfCall(context, {
    type,
    identifierType,
    validation: params.additionalValidation,
    retire: params.retire ?? false,
    elements: [element],
  })
  if ('refusalCode' in rows) return rows
  const [row] = rows
  if (!row) throw new Error('validating one element returned no row')
  const otherBatchesByRow = await findOtherBatches(context, type, rows)
  const repeatedIn = otherBatchesByRow?.get(0)
  return { element: validatedToApi(row, element, { repeatedIn, canSeeCards: viewerCanSeeCards(context) }) }
}

/** Refuses target balances in rows of another type than load. */
function refuseTargetBalances(type: BatchType, elements: readonly BatchElement[]) {
  const hasTargetBalance = elements.some(({ targetBalance }) => targetBalance !== undefined)
  if (type === 'load' || !hasTargetBalance) return undefined
  return refuseParameter('targetBalance', m.batches_onlyLoadsHaveTarget)
}

const viewerCanSeeCards = ({ viewer }: SessionContext) => hasPermission(viewer.permissions, 'CardStatement.read')

/** Only for the type: every validated row has an element. */
const NO_ELEMENT = { identifier: '', amount: '0.00' }

async function findOtherBatches(
  { db, viewer, now }: SessionContext,
  type: BatchType,
  validatedRows: readonly ValidatedRow[],
): Promise<OtherBatchesByRow | undefined> {
  const rows = validatedRows.map(({ card, target, amountCents }) => ({
    cardId: card?.card_id ?? null,
    targetCardId: target?.card?.card_id ?? null,
    amountCents,
  }))
  const [otherBatchesByRow] = await findRowsInOtherBatches(db, viewer, [{ type, at: now(), rows }])
  return otherBatchesByRow
}
