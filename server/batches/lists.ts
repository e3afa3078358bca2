// The lists of batches: for checkers by state, for makers their own; and the rows of one.
import { codes } from '#contract/codes.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import type { BatchLoadDetail } from '#contract/batches.ts'
import { loadToFindings } from '#domain/batch/verdicts.ts'
import type { AdditionalValidation } from '#domain/batch/kinds.ts'
import { setToFindings } from '#domain/batch/findings.ts'
import { batchStates } from '#domain/batch/states.ts'
import { addDays, type CalendarDate, instantToDate, MAX_SEARCH_DAYS, refuseSearchSpan } from '#domain/dates.ts'
import { cents, centsToWire } from '#domain/money.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/context.ts'
import { campaignRules, type CampaignRules, rowToCardFacts } from '#server/ledger/card-facts.ts'
import {
  type BatchDetailRow,
  batchDetails,
  batchFileById,
  type BatchFileRow,
  batchFilesByState,
  batchFilesOfUploader,
  type DayRange,
} from './queries.ts'
import { batchFileToWire, toInstant } from './to-wire.ts'

export const NO_SUCH_BATCH = 'There is no such batch'

/** batches §7: the date range counts for filters other than 1 and 5. */
export const batchLoads: Handler<'batchLoads'> = async (context, params) => {
  const { filter } = params
  const isDated = filter !== batchStates.awaiting && filter !== batchStates.processing
  const range = isDated ? chosenRange(context, params) : undefined
  if (range && 'refused' in range) return range
  const files = await batchFilesByState(context.db, context.viewer.ownerId, filter, range)
  return { batchLoads: files.map(batchFileToWire) }
}

export const myBatches: Handler<'myBatches'> = async (context, params) => {
  const range = chosenRange(context, params)
  if ('refused' in range) return range
  const { ownerId, userId } = context.viewer
  const files = await batchFilesOfUploader(context.db, ownerId, userId, range)
  return { batchLoads: files.map(batchFileToWire) }
}

export const batchLoadDetails: Handler<'batchLoadDetails'> = async (context, params) => {
  const { ownerId, permissions } = context.viewer
  const id = Number(params.batchLoadFileID)
  const file = await batchFileById(context.db, ownerId, id)
  if (!file) return refuse(codes.notFound, NO_SUCH_BATCH)
  const rows = await batchDetails(context.db, ownerId, id, today(context))
  const campaigns = await campaignRules(context.db, ownerId)
  const maySeeCards = hasPermission(permissions, 'CardStatement.read')
  return {
    batchLoad: batchFileToWire(file),
    details: rows.map((row) => detailToWire(context, file, row, campaigns, maySeeCards)),
  }
}

function detailToWire(
  context: SessionContext,
  file: BatchFileRow,
  row: BatchDetailRow,
  campaigns: ReadonlyMap<number, CampaignRules>,
  maySeeCards: boolean,
): BatchLoadDetail {
  const validation = file.additional_validation as AdditionalValidation[]
  const isOpen = row.state === 'waiting' && file.rejected_at === null
  const facts = rowToCardFacts(row, campaigns)
  return {
    ROWNUMBER: row.row_no,
    IDENTIFIER: row.identifier ?? (row.identifier_cipher ? context.secrets.decryptText(row.identifier_cipher) : ''),
    AMOUNT: centsToWire(cents(row.amount_cents)),
    FEEAMOUNT: centsToWire(cents(row.fee_cents)),
    RESULTTEXT: row.result_text,
    LOADED: row.state === 'loaded',
    LOADDATE: toInstant(row.load_date),
    VOUCHERID: maySeeCards && row.card_id !== null ? String(row.card_id) : null,
    FIRSTLOAD: row.card_id !== null && !row.loaded_before,
    FINDINGSNOW: isOpen ? setToFindings(loadToFindings(facts, cents(row.amount_cents), validation)) : [],
  }
}

/** The range asked for; without one the last 56 days (batches §9). */
function chosenRange(
  context: SessionContext,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): DayRange | Refusal {
  const end = (endDate as CalendarDate | undefined) ?? today(context)
  const start = (startDate as CalendarDate | undefined) ?? addDays(end, -MAX_SEARCH_DAYS)
  const refusal = refuseSearchSpan(start, end)
  if (refusal === undefined) return { start, end, timeZone: context.client.timeZone }
  return refuse(refusal === 'Maximum search timespan is 56 days' ? codes.spanTooLong : codes.spanReversed, refusal)
}

const today = (context: SessionContext): CalendarDate => instantToDate(context.now(), context.client.timeZone)
