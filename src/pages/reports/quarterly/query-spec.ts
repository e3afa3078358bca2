// The form of the quarterly report: campaign, quarter and year. At first it shows the last completed quarter.
import { m } from '#words/messages.js'
import type { CalendarDate } from '#domain/calendar.ts'
import { addMonths } from '#domain/dates.ts'
import { choiceParam, idParam, type QuerySpec } from '#domain/query-specs.ts'
import { FIRST_YEAR, LAST_YEAR, type Quarter, quarters } from '#domain/reports/periods.ts'

export interface QuarterlyValues {
  /** '' if no campaign is chosen. */
  readonly campaign: string
  readonly quarter: Quarter
  readonly year: number
}

export const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index)

export const quarterlyQuery: QuerySpec<QuarterlyValues, QuarterlyValues> = {
  params: {
    campaign: idParam('campaign'),
    quarter: choiceParam('quarter', quarters),
    year: choiceParam('year', years),
  },
  defaults: (today) => ({ campaign: '', ...quarterOf(addMonths(today, -3)) }),
  toParams: (values) =>
    values.campaign === '' ? { ok: false, refusal: m.reports_chooseCampaign() } : { ok: true, params: values },
}

/** The quarter that contains a day. */
function quarterOf(day: CalendarDate): { readonly quarter: Quarter; readonly year: number } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { quarter: quarters[Math.floor((month - 1) / 3)] ?? 1, year }
}
