// Returns the rows of one batch to approvers and to its uploader: values, results, and the findings that a run would
// produce now.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { BatchLoadDetail } from '#contract/batches.ts'
import { holdUntil } from '#domain/batch/schedule.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { maskPan, PAN } from '#domain/cards/identifiers.ts'
import { type FindingSet, NO_FINDINGS } from '#domain/rows/findings.ts'
import { fundingToApi } from '#domain/funding/funds.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { signingMethod } from '#server/approvals/challenge.ts'
import { allowCardNumbers } from '#server/operations/card-numbers.ts'
import { refuseWhileHeld } from '#server/operations/user-changes.ts'
import { readApprovals } from '#server/approvals/signatures.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { programmeCheckTime, readCurrentRows } from './current-rows.ts'
import { findBatchById, type StoredBatch } from './queries.ts'
import { type BatchDetailRow, resultToText, rowToIdentifier, rowToTarget } from './row-queries.ts'
import { findOtherBatches } from './repeated-rows.ts'
import { rowToErrors } from './rows-refusal.ts'
import { batchToApi } from './to-api.ts'
import { validateRows } from './validate-rows.ts'
import { hasUploadedFile } from './uploaded-file.ts'

/** The amount in the API of a row whose amount is computed from the card's balance. */
const COMPUTED_AMOUNT = '0.00'

export const batchLoadDetails: Handler<'batchLoadDetails'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.setSubject('batch', id)
  const batch = await findBatchById(db, viewer, id)
  if (!batch) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const checkTime = programmeCheckTime(context)
  const { rows, targets, findings, funding } = await readCurrentRows(db, viewer.ownerId, batch, checkTime)
  const otherBatchesByRow = await findOtherBatches(context, { batch, rows, targets })
  context.recordValues({ rows: rows.length })
  const { undoHoldMinutes } = context.settings
  // Only some types of batch have an undo hold.
  const hasUndoHold = holdUntil(batch.kind, undoHoldMinutes, context.now()) !== undefined
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  const identifiedRows = await readIdentifiers(context, batch, rows)
  return {
    batchLoad: batchToApi(batch, context.now(), await readApproval(context, batch)),
    details: identifiedRows.map((identifiedRow, index) =>
      detailToApi(identifiedRow, {
        findings: findings[index],
        repeatedIn: otherBatchesByRow.get(index),
        batch,
        canSeeCards,
      }),
    ),
    funding: funding && fundingToApi(funding),
    ...(hasUndoHold && { holdMinutes: undoHoldMinutes }),
    signWith: await signingMethod(context, batch.amount_cents + batch.fee_cents),
  }
}

async function readApproval(context: SessionContext, batch: StoredBatch) {
  const approvals = await readApprovals(context, 'batch', [batch])
  return approvals.get(batch.id)
}

export const myBatch: Handler<'myBatch'> = async (context, params) => {
  const { db, viewer } = context
  const batch = await findBatchById(db, viewer, Number(params.batchLoadFileID))
  // Other users' batches are not found.
  if (!batch || batch.uploaded_by !== viewer.userId) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  return { batchLoad: batchToApi(batch, context.now(), await readApproval(context, batch)) }
}

/** Returns the rows to their uploader. The portal opens the rows as a draft again, or writes them to a file. */
export const myBatchRows: Handler<'myBatchRows'> = async (context, params) => {
  const { db, viewer, secrets } = context
  const id = Number(params.batchLoadFileID)
  context.setSubject('batch', id)
  const batch = await findBatchById(db, viewer, id)
  // Other users' batches are not found.
  if (!batch || batch.uploaded_by !== viewer.userId) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  const { rows, findings, funding } = await readCurrentRows(db, viewer.ownerId, batch, programmeCheckTime(context))
  context.recordValues({ rows: rows.length })
  const errorsIfUploadedAgain = params.forRepeat === true ? await findUploadErrors(context, batch, rows) : undefined
  return {
    batchLoad: batchToApi(batch, context.now(), await readApproval(context, batch)),
    options: batch.options,
    hasFile: await hasUploadedFile(context, id),
    rows: rows.map((row, index) => ({
      ROWNUMBER: row.row_no,
      IDENTIFIER: rowToIdentifier(secrets, row),
      IDENTIFIERTO: rowToTarget(secrets, row),
      AMOUNT: row.whole_balance ? COMPUTED_AMOUNT : centsToDecimal(cents(row.amount_cents)),
      TARGETBALANCE: targetBalanceToApi(row),
      RESULTTEXT: resultToText(row, batch),
      LOADED: row.state === 'loaded',
      ...cardFields(row, { canSeeCards }),
      FINDINGSNOW: toCodes(findings[index]),
      ...(errorsIfUploadedAgain && { CHANGEDSINCE: toCodes(errorsIfUploadedAgain[index]) }),
    })),
    funding: funding && fundingToApi(funding),
  }
}

/**
 * For each row, the findings with which the row would be refused if this user uploaded it again now. For example, a
 * card is unknown if it is no longer in the user's campaigns.
 */
async function findUploadErrors(
  context: SessionContext,
  { kind: type, identifier_type: identifierType, retire, options }: StoredBatch,
  rows: readonly BatchDetailRow[],
): Promise<readonly FindingSet[]> {
  const { secrets } = context
  const elements = rows.map((row) => {
    // For the whole balance or a target balance, the amount was computed from the card's balance, and is computed again.
    const hasOwnAmount = !row.whole_balance && row.target_balance_cents === null
    return {
      identifier: rowToIdentifier(secrets, row),
      identifierTo: rowToTarget(secrets, row) ?? undefined,
      amount: hasOwnAmount ? centsToDecimal(cents(row.amount_cents)) : COMPUTED_AMOUNT,
      targetBalance: targetBalanceToApi(row) ?? undefined,
    }
  })
  const validation = batchTypes[type].defaultValidation
  const validatedRows = await validateRows(context, { type, identifierType, validation, retire, elements })
  const allowsUnknown = options.includes('noIdentifierValidation')
  return validatedRows.map((row) => rowToErrors(row, { type, identifierType, allowsUnknown }))
}

interface IdentifiedRow {
  readonly row: BatchDetailRow
  /** Masked if the viewer cannot see the card numbers. */
  readonly identifier: string
  readonly target: string | null
  readonly occursMoreThanOnce: boolean
}

/** The rows with the identifiers that the viewer can see. */
async function readIdentifiers(
  context: SessionContext,
  batch: StoredBatch,
  rows: readonly BatchDetailRow[],
): Promise<IdentifiedRow[]> {
  const { secrets } = context
  const unmaskedRows = rows.map((row) => ({
    row,
    identifier: rowToIdentifier(secrets, row),
    target: rowToTarget(secrets, row),
  }))
  const occurrences = new Map<string, number>()
  for (const { identifier } of unmaskedRows) occurrences.set(identifier, (occurrences.get(identifier) ?? 0) + 1)
  const targetCount = unmaskedRows.filter(({ target }) => target !== null).length
  const isUnmasked = await showsIdentifiers(context, batch, unmaskedRows.length + targetCount)
  const maskIfNeeded = (identifier: string) => (isUnmasked ? identifier : maskPan(identifier))
  return unmaskedRows.map(({ row, identifier, target }) => ({
    row,
    identifier: maskIfNeeded(identifier),
    target: target === null ? null : maskIfNeeded(target),
    occursMoreThanOnce: (occurrences.get(identifier) ?? 0) > 1,
  }))
}

/**
 * True if the viewer sees the identifiers of the batch unmasked. Tracking numbers are never masked. The uploader sees
 * card numbers, except during an approval hold. Any other viewer needs the permission to reveal cards, and each card
 * number counts towards the viewer's hourly limit. If the batch has more numbers than the limit still allows, all of
 * them are masked.
 */
async function showsIdentifiers(context: SessionContext, batch: StoredBatch, count: number): Promise<boolean> {
  const { viewer, settings } = context
  if (batch.identifier_type !== PAN) return true
  const isUploader = batch.uploaded_by === viewer.userId
  if (isUploader) {
    const isHeld = (await refuseWhileHeld(context)) !== undefined
    if (!isHeld) return true
  }
  // More numbers than the whole limit are masked without counting them. Otherwise, approvers of large batches would
  // exceed their limits, which raises an alarm.
  if (count > settings.cardNumbersPerHour) return false
  const { unmaskedCount } = await allowCardNumbers(context, count)
  return unmaskedCount === count
}

interface CardVisibility {
  /** Only users who can read cards see a row's card and its holder. */
  readonly canSeeCards: boolean
}

function cardFields({ card_id: id, holder_name: name }: BatchDetailRow, { canSeeCards }: CardVisibility) {
  if (!canSeeCards) return { VOUCHERID: null, CARDHOLDERNAME: '' }
  return { VOUCHERID: id === null ? null : String(id), CARDHOLDERNAME: name ?? '' }
}

const toCodes = (findings: FindingSet = NO_FINDINGS): string[] => findings.map(({ code }) => code)

const targetBalanceToApi = ({ target_balance_cents: balanceCents }: BatchDetailRow) =>
  balanceCents === null ? null : centsToDecimal(cents(balanceCents))

interface RowContext extends CardVisibility {
  readonly findings: FindingSet | undefined
  /** The other batches that contain the row. */
  readonly repeatedIn: readonly number[] | undefined
  readonly batch: StoredBatch
}

function detailToApi(
  { row, identifier, target, occursMoreThanOnce }: IdentifiedRow,
  { findings, repeatedIn, batch, canSeeCards }: RowContext,
): BatchLoadDetail {
  return {
    ROWNUMBER: row.row_no,
    IDENTIFIER: identifier,
    IDENTIFIERTO: target,
    MORETHANONCE: occursMoreThanOnce,
    AMOUNT: centsToDecimal(cents(row.amount_cents)),
    WHOLEBALANCE: row.whole_balance,
    TARGETBALANCE: targetBalanceToApi(row),
    FEEAMOUNT: centsToDecimal(cents(row.fee_cents)),
    RESULTTEXT: resultToText(row, batch),
    LOADED: row.state === 'loaded',
    LOADDATE: instantToApi(row.load_date),
    ...cardFields(row, { canSeeCards }),
    FIRSTLOAD: row.card_id !== null && !row.loaded_before,
    REPEATEDIN: (repeatedIn ?? []).map(String),
    FINDINGSNOW: toCodes(findings),
  }
}
