// The rows of one batch, for approvers and its uploader: their values, their results, and the findings of a run now.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { BatchLoadDetail } from '#contract/batches.ts'
import { holdUntil } from '#domain/batch/schedule.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { maskPan, PAN } from '#domain/cards/identifiers.ts'
import { type FindingSet, NONE } from '#domain/rows/findings.ts'
import { instantToDate } from '#domain/dates.ts'
import { fundingToApi } from '#domain/funding.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { countCardNumbers } from '#server/operations/card-numbers.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import { currentRows, isOver } from './current-rows.ts'
import { batchFileById, type BatchFileRow } from './queries.ts'
import { type BatchDetailRow, rowToIdentifier, rowToTarget } from './row-queries.ts'
import { repeatedRows } from './repeated.ts'
import { batchFileToApi } from './to-api.ts'
import { hasUploadedFile } from './uploaded-file.ts'

export const batchLoadDetails: Handler<'batchLoadDetails'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  if (!file) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch())
  const { rows, targets, findings, funding } = await currentRows(db, viewer.ownerId, file, whenNow(context))
  const repeated = await repeatedNow(context, file, rows, targets)
  context.records({ rows: rows.length })
  const minutes = context.settings.undoHoldMinutes
  const maySeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  const identifiers = await shownIdentifiers(context, file, rows)
  return {
    batchLoad: batchFileToApi(file, context.now()),
    details: identifiers.map(({ row, ...shown }, index) =>
      detailToApi(row, shown, { findings: findings[index] ?? NONE, repeatedIn: repeated.get(index) }, maySeeCards),
    ),
    funding: funding && fundingToApi(funding),
    ...(holdUntil(file.kind, minutes, 0) !== undefined && { holdMinutes: minutes }),
  }
}

/** Used to open the rows as a draft again, and to write a file of them. */
export const myBatchRows: Handler<'myBatchRows'> = async (context, params) => {
  const { db, viewer, secrets } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  const maySeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  // Returns "not found" for other users' batches.
  if (file?.uploaded_by !== viewer.userId) return refuse(codes.notFound, m.batches_thereIsNoSuchBatch())
  const { rows, findings, funding } = await currentRows(db, viewer.ownerId, file, whenNow(context))
  context.records({ rows: rows.length })
  return {
    batchLoad: batchFileToApi(file, context.now()),
    options: file.options,
    hasFile: await hasUploadedFile(context, id),
    rows: rows.map((row, index) => ({
      ROWNUMBER: row.row_no,
      IDENTIFIER: rowToIdentifier(secrets, row),
      IDENTIFIERTO: rowToTarget(secrets, row),
      AMOUNT: row.whole_balance ? '0.00' : centsToDecimal(cents(row.amount_cents)),
      TARGETBALANCE: targetToApi(row),
      RESULTTEXT: row.result_text,
      LOADED: row.state === 'loaded',
      ...cardOfRow(row, maySeeCards),
      FINDINGSNOW: (findings[index] ?? []).map(({ code }) => code),
    })),
    funding: funding && fundingToApi(funding),
  }
}

const whenNow = ({ now, client }: SessionContext) => ({ today: instantToDate(now(), client.timeZone), now: now() })

interface ShownIdentifiers {
  readonly identifier: string
  readonly target: string | null
  readonly isRepeated: boolean
}

/**
 * Unmasked for the user who uploaded them. For others, unmasked card numbers count against their limit. A batch that
 * exceeds the rest of the limit is masked completely. A batch larger than the whole limit is not counted, so that
 * approving it raises no alarm.
 */
async function shownIdentifiers(
  context: SessionContext,
  file: BatchFileRow,
  rows: readonly BatchDetailRow[],
): Promise<(ShownIdentifiers & { readonly row: BatchDetailRow })[]> {
  const { secrets, viewer, settings } = context
  const all = rows.map((row) => ({
    row,
    identifier: rowToIdentifier(secrets, row),
    target: rowToTarget(secrets, row),
  }))
  const times = new Map<string, number>()
  for (const { identifier } of all) times.set(identifier, (times.get(identifier) ?? 0) + 1)
  const count = all.length + all.filter(({ target }) => target !== null).length
  const isFull =
    file.uploaded_by === viewer.userId ||
    file.identifier_type !== PAN ||
    (count <= settings.cardNumbersPerHour && (await countCardNumbers(context, count)).full === count)
  return all.map(({ row, identifier, target }) => ({
    row,
    identifier: isFull ? identifier : maskPan(identifier),
    target: isFull || target === null ? target : maskPan(target),
    isRepeated: (times.get(identifier) ?? 0) > 1,
  }))
}

/** Only users who can read cards see a row's card and its holder. */
const cardOfRow = ({ card_id: id, holder_name: name }: BatchDetailRow, maySeeCards: boolean) => ({
  VOUCHERID: maySeeCards && id !== null ? String(id) : null,
  CARDHOLDERNAME: maySeeCards ? (name ?? '') : '',
})

const targetToApi = ({ target_balance_cents: target }: BatchDetailRow) =>
  target === null ? null : centsToDecimal(cents(target))

interface Judged {
  readonly findings: FindingSet
  readonly repeatedIn: readonly number[] | undefined
}

function detailToApi(
  row: BatchDetailRow,
  { identifier, target, isRepeated }: ShownIdentifiers,
  { findings, repeatedIn }: Judged,
  maySeeCards: boolean,
): BatchLoadDetail {
  return {
    ROWNUMBER: row.row_no,
    IDENTIFIER: identifier,
    IDENTIFIERTO: target,
    MORETHANONCE: isRepeated,
    AMOUNT: centsToDecimal(cents(row.amount_cents)),
    WHOLEBALANCE: row.whole_balance,
    TARGETBALANCE: targetToApi(row),
    FEEAMOUNT: centsToDecimal(cents(row.fee_cents)),
    RESULTTEXT: row.result_text,
    LOADED: row.state === 'loaded',
    LOADDATE: instantToApi(row.load_date),
    ...cardOfRow(row, maySeeCards),
    FIRSTLOAD: row.card_id !== null && !row.loaded_before,
    REPEATEDIN: (repeatedIn ?? []).map(String),
    FINDINGSNOW: findings.map(({ code }) => code),
  }
}

/** The other batches that contain each row still to be processed. Empty for a batch that will not be processed. */
function repeatedNow(
  { db, viewer }: SessionContext,
  file: BatchFileRow,
  rows: readonly BatchDetailRow[],
  targets: readonly CardFactsRow[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (isOver(file)) return Promise.resolve(new Map())
  return repeatedRows(
    db,
    { ownerId: viewer.ownerId, type: file.kind, at: file.uploaded_at.getTime(), own: file.id },
    rows.map((row, index) => ({
      cardId: row.state === 'loaded' ? null : row.card_id,
      targetCardId: targets[index]?.card_id ?? null,
      amountCents: row.amount_cents,
    })),
  )
}
