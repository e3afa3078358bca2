// The balance of each campaign's cards at the start and the end of each day, and what changed it. The first day's opening balance is
// summed card by card; every other day opens with the closing balance of the day before.
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import type { ReportAsk, ReportRow, ReportSource } from '../source.ts'
import { campaignsOf, type ReportCampaign } from './campaigns.ts'
import { daySums } from './day-sums.ts'
import { changeOf, movementSums, type Movements } from './movements.ts'
import { addTotals, type CampaignTotals, type Totals, type TotalsPart } from './totals.ts'

/** First the opening balances of the first day are counted, over several reads; then `totals` are the opening balances of `day`. */
type Place =
  | { readonly counting: TotalsPart }
  | {
      readonly totals: Totals
      readonly day: CalendarDate
      /** Rows of the day that are returned already. */ readonly done: number
    }

export const liability: ReportSource = {
  async count(db, ask) {
    return (daysBetween(ask.start, ask.end) + 1) * (await campaignsOf(db, ask)).length
  },
  async read(db, ask, after, limit) {
    const place = (after as Place | undefined) ?? { counting: await addTotals(db, ask) }
    if ('totals' in place) return readDays(db, ask, place, limit)
    const counting = after === undefined ? place.counting : await addTotals(db, ask, place.counting)
    if (counting.after) return { rows: [], next: { counting } satisfies Place }
    return readDays(db, ask, { totals: counting.totals, day: ask.start, done: 0 }, limit)
  },
}

async function readDays(db: Db, ask: ReportAsk, place: Extract<Place, { day: CalendarDate }>, limit: number) {
  const campaigns = await campaignsOf(db, ask)
  const moved = daySums(db, { ...ask, start: place.day }, movementSums)
  let next = await moved.next()
  let { totals, done } = place
  const found: ReportRow[] = []
  for (let day = place.day; day <= ask.end; day = addDays(day, 1), done = 0) {
    const groups = !next.done && next.value.day === day ? next.value.groups : []
    const ends = campaigns.map((campaign) => endOfDay(campaign, day, totals[campaign.id], groups))
    const rest = ends.slice(done).map(({ row }) => row)
    const given = rest.slice(0, limit - found.length)
    found.push(...given)
    if (given.length < rest.length) {
      await moved.return(undefined)
      return { rows: found, next: { totals, day, done: done + given.length } satisfies Place }
    }
    totals = Object.fromEntries(ends.map(({ id, end }) => [id, end]))
    if (groups.length > 0) next = await moved.next()
  }
  return { rows: found, next: undefined }
}

const EMPTY: CampaignTotals = { cards: 0, cents: 0, issued: {} }
const STILL = { loaded_cents: 0, spent_cents: 0, fee_cents: 0, devalued_cents: 0, other_cents: 0 }

function endOfDay({ id, name }: ReportCampaign, day: CalendarDate, begin = EMPTY, groups: readonly Movements[]) {
  const moved = groups.find(({ campaign_id }) => campaign_id === id) ?? STILL
  const { issued } = begin
  const end: CampaignTotals = { cards: begin.cards + (issued[day] ?? 0), cents: begin.cents + changeOf(moved), issued }
  const row: ReportRow = {
    DATE: day,
    CAMPAIGN: name,
    CARDS: end.cards,
    OPENING: begin.cents,
    LOADED: moved.loaded_cents,
    SPENT: moved.spent_cents,
    FEES: moved.fee_cents,
    DEVALUED: moved.devalued_cents,
    OTHER: moved.other_cents,
    CLOSING: end.cents,
  }
  return { id, end, row }
}
