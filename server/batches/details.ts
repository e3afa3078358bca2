// Returns the rows of one batch to approvers and its uploader: values, results, and the findings that a run would
// produce now.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { BatchLoadDetail } from '#contract/batches.ts'
import { holdUntil } from '#domain/batch/schedule.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { maskPan, PAN } from '#domain/cards/identifiers.ts'
import { type FindingSet, NO_FINDINGS } from '#domain/rows/findings.ts'
import { instantToDate } from '#domain/dates.ts'
import { fundingToApi } from '#domain/funding.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { countCardNumbers } from '#server/operations/card-numbers.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import { readCurrentRows, isFinished } from './current-rows.ts'
import { findBatchById, type StoredBatch } from './queries.ts'
import { type BatchDetailRow, resultToText, rowToIdentifier, rowToTarget } from './row-queries.ts'
import { findRowsInOtherBatches } from './repeated-rows.ts'
import { batchToApi } from './to-api.ts'
import { hasUploadedFile } from './uploaded-file.ts'

export const batchLoadDetails: Handler<'batchLoadDetails'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.setSubject('batch', id)
  const batch = await findBatchById(db, viewer, id)
  if (!batch) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const { rows, targets, findings, funding } = await readCurrentRows(db, viewer.ownerId, batch, toCheckTime(context))
  const otherBatchesByRow = await findOtherBatchesByRow(context, batch, rows, targets)
  context.recordValues({ rows: rows.length })
  const minutes = context.settings.undoHoldMinutes
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  const identifiers = await readIdentifiers(context, batch, rows)
  return {
    batchLoad: batchToApi(batch, context.now()),
    details: identifiers.map(({ row, ...shown }, index) =>
      detailToApi(
        row,
        shown,
        { findings: findings[index] ?? NO_FINDINGS, repeatedIn: otherBatchesByRow.get(index), batch },
        canSeeCards,
      ),
    ),
    funding: funding && fundingToApi(funding),
    ...(holdUntil(batch.kind, minutes, 0) !== undefined && { holdMinutes: minutes }),
  }
}

/** Returns the uploader's own rows, which the portal opens as a draft again or writes to a file. */
export const myBatchRows: Handler<'myBatchRows'> = async (context, params) => {
  const { db, viewer, secrets } = context
  const id = Number(params.batchLoadFileID)
  context.setSubject('batch', id)
  const batch = await findBatchById(db, viewer, id)
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  // Returns "not found" for other users' batches.
  if (batch?.uploaded_by !== viewer.userId) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch)
  const { rows, findings, funding } = await readCurrentRows(db, viewer.ownerId, batch, toCheckTime(context))
  context.recordValues({ rows: rows.length })
  return {
    batchLoad: batchToApi(batch, context.now()),
    options: batch.options,
    hasFile: await hasUploadedFile(context, id),
    rows: rows.map((row, index) => ({
      ROWNUMBER: row.row_no,
      IDENTIFIER: rowToIdentifier(secrets, row),
      IDENTIFIERTO: rowToTarget(secrets, row),
      AMOUNT: row.whole_balance ? '0.00' : centsToDecimal(cents(row.amount_cents)),
      TARGETBALANCE: targetToApi(row),
      RESULTTEXT: resultToText(row, batch),
      LOADED: row.state === 'loaded',
      ...cardFields(row, canSeeCards),
      FINDINGSNOW: (findings[index] ?? []).map(({ code }) => code),
    })),
    funding: funding && fundingToApi(funding),
  }
}

const toCheckTime = ({ now, client }: SessionContext) => ({ today: instantToDate(now(), client.timeZone), now: now() })

interface ShownIdentifiers {
  readonly identifier: string
  readonly target: string | null
  readonly isMoreThanOnce: boolean
}

/**
 * The identifiers of the rows, unmasked for the uploader. For other users, unmasked card numbers count towards their
 * limit. If a batch exceeds the rest of the limit, all its numbers are masked. A batch larger than the whole limit is
 * masked without being counted, so that approving it raises no alarm.
 */
async function readIdentifiers(
  context: SessionContext,
  batch: StoredBatch,
  rows: readonly BatchDetailRow[],
): Promise<(ShownIdentifiers & { readonly row: BatchDetailRow })[]> {
  const { secrets, viewer, settings } = context
  const unmaskedRows = rows.map((row) => ({
    row,
    identifier: rowToIdentifier(secrets, row),
    target: rowToTarget(secrets, row),
  }))
  const occurrences = new Map<string, number>()
  for (const { identifier } of unmaskedRows) occurrences.set(identifier, (occurrences.get(identifier) ?? 0) + 1)
  const count = unmaskedRows.length + unmaskedRows.filter(({ target }) => target !== null).length
  const isUnmasked =
    batch.uploaded_by === viewer.userId ||
    batch.identifier_type !== PAN ||
    (count <= settings.cardNumbersPerHour && (await countCardNumbers(context, count)).unmaskedCount === count)
  return unmaskedRows.map(({ row, identifier, target }) => ({
    row,
    identifier: isUnmasked ? identifier : maskPan(identifier),
    target: isUnmasked || target === null ? target : maskPan(target),
    isMoreThanOnce: (occurrences.get(identifier) ?? 0) > 1,
  }))
}

/** Only users who can read cards see a row's card and its holder. */
const cardFields = ({ card_id: id, holder_name: name }: BatchDetailRow, canSeeCards: boolean) => ({
  VOUCHERID: canSeeCards && id !== null ? String(id) : null,
  CARDHOLDERNAME: canSeeCards ? (name ?? '') : '',
})

const targetToApi = ({ target_balance_cents: target }: BatchDetailRow) =>
  target === null ? null : centsToDecimal(cents(target))

interface RowContext {
  readonly findings: FindingSet
  readonly repeatedIn: readonly number[] | undefined
  readonly batch: StoredBatch
}

function detailToApi(
  row: BatchDetailRow,
  { identifier, target, isMoreThanOnce }: ShownIdentifiers,
  { findings, repeatedIn, batch }: RowContext,
  canSeeCards: boolean,
): BatchLoadDetail {
  return {
    ROWNUMBER: row.row_no,
    IDENTIFIER: identifier,
    IDENTIFIERTO: target,
    MORETHANONCE: isMoreThanOnce,
    AMOUNT: centsToDecimal(cents(row.amount_cents)),
    WHOLEBALANCE: row.whole_balance,
    TARGETBALANCE: targetToApi(row),
    FEEAMOUNT: centsToDecimal(cents(row.fee_cents)),
    RESULTTEXT: resultToText(row, batch),
    LOADED: row.state === 'loaded',
    LOADDATE: instantToApi(row.load_date),
    ...cardFields(row, canSeeCards),
    FIRSTLOAD: row.card_id !== null && !row.loaded_before,
    REPEATEDIN: (repeatedIn ?? []).map(String),
    FINDINGSNOW: findings.map(({ code }) => code),
  }
}

/**
 * For each row still to be processed, the other batches that contain the same row, by the row's index. Empty for a
 * batch that will not be processed any more.
 */
function findOtherBatchesByRow(
  { db, viewer }: SessionContext,
  batch: StoredBatch,
  rows: readonly BatchDetailRow[],
  targets: readonly CardFactsRow[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (isFinished(batch)) return Promise.resolve(new Map())
  return findRowsInOtherBatches(
    db,
    { ownerId: viewer.ownerId, type: batch.kind, at: batch.uploaded_at.getTime(), ownBatchId: batch.id },
    rows.map((row, index) => ({
      cardId: row.state === 'loaded' ? null : row.card_id,
      targetCardId: targets[index]?.card_id ?? null,
      amountCents: row.amount_cents,
    })),
  )
}
