// The rows of one batch, for approvers and for the user who submitted it: what they do, what became of them, what a run would find now.
import { codes } from '#contract/codes.ts'
import type { BatchLoadDetail } from '#contract/batches.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { type FindingSet, NONE } from '#domain/rows/findings.ts'
import { instantToDate } from '#domain/dates.ts'
import { fundingToWire } from '#domain/funding.ts'
import { cents, centsToWire } from '#domain/money.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { instantToWire } from '#server/operations/to-wire.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import { currentRows, isOver } from './current-rows.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { batchFileById, type BatchFileRow } from './queries.ts'
import { type BatchDetailRow, rowToIdentifier, rowToTarget } from './row-queries.ts'
import { repeatedRows } from './repeated.ts'
import { batchFileToWire } from './to-wire.ts'
import { hasUploadedFile } from './uploaded-file.ts'

export const batchLoadDetails: Handler<'batchLoadDetails'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  if (!file) return refuse(codes.notFound, NO_SUCH_BATCH)
  const { rows, targets, findings, funding } = await currentRows(db, viewer.ownerId, file, whenNow(context))
  const repeated = await repeatedNow(context, file, rows, targets)
  context.records({ rows: rows.length })
  const maySeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  return {
    batchLoad: batchFileToWire(file),
    details: rows.map((row, index) =>
      detailToWire(context, row, { findings: findings[index] ?? NONE, repeatedIn: repeated.get(index) }, maySeeCards),
    ),
    ...(funding && { funding: fundingToWire(funding) }),
  }
}

/** For opening the rows as a draft again, and for writing a file of them. */
export const myBatchRows: Handler<'myBatchRows'> = async (context, params) => {
  const { db, viewer, secrets } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  // Batches of others are not found.
  if (file?.uploaded_by !== viewer.userId) return refuse(codes.notFound, NO_SUCH_BATCH)
  const { rows, findings, funding } = await currentRows(db, viewer.ownerId, file, whenNow(context))
  context.records({ rows: rows.length })
  return {
    batchLoad: batchFileToWire(file),
    options: file.options,
    hasFile: await hasUploadedFile(context, id),
    rows: rows.map((row, index) => ({
      ROWNUMBER: row.row_no,
      IDENTIFIER: rowToIdentifier(secrets, row),
      IDENTIFIERTO: rowToTarget(secrets, row),
      AMOUNT: row.whole_balance ? '0.00' : centsToWire(cents(row.amount_cents)),
      RESULTTEXT: row.result_text,
      LOADED: row.state === 'loaded',
      FINDINGSNOW: (findings[index] ?? []).map(({ code }) => code),
    })),
    ...(funding && { funding: fundingToWire(funding) }),
  }
}

const whenNow = ({ now, client }: SessionContext) => ({ today: instantToDate(now(), client.timeZone), now: now() })

function detailToWire(
  { secrets }: SessionContext,
  row: BatchDetailRow,
  { findings, repeatedIn }: { readonly findings: FindingSet; readonly repeatedIn: readonly number[] | undefined },
  maySeeCards: boolean,
): BatchLoadDetail {
  return {
    ROWNUMBER: row.row_no,
    IDENTIFIER: rowToIdentifier(secrets, row),
    IDENTIFIERTO: rowToTarget(secrets, row),
    AMOUNT: centsToWire(cents(row.amount_cents)),
    WHOLEBALANCE: row.whole_balance,
    FEEAMOUNT: centsToWire(cents(row.fee_cents)),
    RESULTTEXT: row.result_text,
    LOADED: row.state === 'loaded',
    LOADDATE: instantToWire(row.load_date),
    VOUCHERID: maySeeCards && row.card_id !== null ? String(row.card_id) : null,
    FIRSTLOAD: row.card_id !== null && !row.loaded_before,
    REPEATEDIN: (repeatedIn ?? []).map(String),
    FINDINGSNOW: findings.map(({ code }) => code),
  }
}

/** The other batches that carry each row which is still to be done; nothing of a batch that will not be. */
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
