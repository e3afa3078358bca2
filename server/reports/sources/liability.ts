// The balance of each campaign's cards at the start and the end of each day, and the changes in between. The first
// day's opening balance is summed card by card. Every other day opens with the closing balance of the previous day.
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { findReportCampaigns, type ReportCampaign } from './campaigns.ts'
import { readDaySums } from './day-sums.ts'
import { totalChange, movementGrouping, type Movements } from './movements.ts'
import { continueTotals, NO_CARDS, type CampaignTotals, type Totals, type PartialTotals } from './totals.ts'

/** The position while the opening balances of the first day are summed. This can take several reads. */
interface CountingPosition {
  readonly counting: PartialTotals
}

/** The position while the days are returned. */
interface DayPosition {
  readonly day: CalendarDate
  /** The opening balances of `day`. */
  readonly totals: Totals
  /** The number of rows of `day` that were returned. */
  readonly returnedRows: number
}

export const liability: ReportSource = {
  async count(db, query) {
    return (daysBetween(query.start, query.end) + 1) * (await findReportCampaigns(db, query)).length
  },
  async read(db, query, after, limit) {
    const position = after as CountingPosition | DayPosition | undefined
    if (position && 'totals' in position) return readDays(db, query, position, limit)
    const counting = await continueTotals(db, query, position?.counting)
    if (counting.after) return { rows: [], next: { counting } satisfies CountingPosition }
    return readDays(db, query, { totals: counting.totals, day: query.start, returnedRows: 0 }, limit)
  },
}

async function readDays(db: Db, query: ReportQuery, position: DayPosition, limit: number) {
  const campaigns = await findReportCampaigns(db, query)
  // Yields only the days that have movements, in order.
  const daysWithMovements = readDaySums(db, { ...query, start: position.day }, movementGrouping)
  let nextWithMovements = await daysWithMovements.next()
  let { totals, returnedRows } = position
  const found: ReportRow[] = []
  for (let day = position.day; day <= query.end; day = addDays(day, 1)) {
    const dayWithMovements = nextWithMovements.done ? undefined : nextWithMovements.value
    const groups = dayWithMovements?.date === day ? dayWithMovements.groups : []
    const closings = campaigns.map((campaign) => closeDay(campaign, day, totals[campaign.id] ?? NO_CARDS, groups))
    const remainingRows = closings.slice(returnedRows).map(({ row }) => row)
    const page = remainingRows.slice(0, limit - found.length)
    found.push(...page)
    const isDayComplete = page.length === remainingRows.length
    if (!isDayComplete) {
      await daysWithMovements.return(undefined)
      return { rows: found, next: { totals, day, returnedRows: returnedRows + page.length } satisfies DayPosition }
    }
    // The next day opens with the closing balances of this day.
    returnedRows = 0
    totals = Object.fromEntries(closings.map(({ id, closing }) => [id, closing]))
    if (groups.length > 0) nextWithMovements = await daysWithMovements.next()
  }
  return { rows: found, next: undefined }
}

const NO_MOVEMENTS = { loaded_cents: 0, spent_cents: 0, fee_cents: 0, devalued_cents: 0, other_cents: 0 }

/** The closing totals and the row of a campaign on a day. */
function closeDay(
  { id, name }: ReportCampaign,
  day: CalendarDate,
  opening: CampaignTotals,
  groups: readonly Movements[],
) {
  const movements = groups.find(({ campaign_id }) => campaign_id === id) ?? NO_MOVEMENTS
  const { issued } = opening
  const closing: CampaignTotals = {
    cards: opening.cards + (issued[day] ?? 0),
    cents: opening.cents + totalChange(movements),
    issued,
  }
  const row: ReportRow = {
    DATE: day,
    CAMPAIGN: name,
    CARDS: closing.cards,
    OPENING: opening.cents,
    LOADED: movements.loaded_cents,
    SPENT: movements.spent_cents,
    FEES: movements.fee_cents,
    DEVALUED: movements.devalued_cents,
    OTHER: movements.other_cents,
    CLOSING: closing.cents,
  }
  return { id, closing, row }
}
