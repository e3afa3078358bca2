// The rows of one batch as a checker sees them: what they are to do, what became of them, what stands against them now.
import { codes } from '#contract/codes.ts'
import type { BatchLoadDetail } from '#contract/batches.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { type FindingSet, NONE } from '#domain/rows/findings.ts'
import { instantToDate } from '#domain/dates.ts'
import { fundingToWire } from '#domain/funding.ts'
import { cents, centsToWire } from '#domain/money.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import type { CardFactsRow } from '#server/ledger/card-facts.ts'
import { isOver, judgeNow } from './findings-now.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { batchFileById, type BatchFileRow } from './queries.ts'
import { type BatchDetailRow, rowToIdentifier, rowToTarget } from './row-queries.ts'
import { repeatedRows } from './repeated.ts'
import { batchFileToWire, toInstant } from './to-wire.ts'

export const batchLoadDetails: Handler<'batchLoadDetails'> = async (context, params) => {
  const { db, viewer } = context
  const id = Number(params.batchLoadFileID)
  context.concerns('batch', id)
  const file = await batchFileById(db, viewer, id)
  if (!file) return refuse(codes.notFound, NO_SUCH_BATCH)
  const when = { today: instantToDate(context.now(), context.client.timeZone), now: context.now() }
  const { rows, targets, findings, funding } = await judgeNow(db, viewer.ownerId, file, when)
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
    LOADDATE: toInstant(row.load_date),
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
