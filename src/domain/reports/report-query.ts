// The search form above a report: its fields, their rules, and the resulting request. All reports have the same set of
// fields. A field that a report does not use is neither read from the page's address nor written to it.
import { m } from '#words/messages.js'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { addDays, addMonths, daysBetween, reversedRangeError } from '#domain/dates.ts'
import {
  choiceParam,
  dateParam,
  idParam,
  monthParam,
  type Param,
  type QuerySpec,
  type ParamsResult,
  toRangeParams,
} from '#domain/query-specs.ts'
import { type FileFormat, reportFileToName } from './files.ts'
import { monthsFrom, monthToDays, type ReportDays } from './periods.ts'
import { type Report, type ReportId, reportOf } from './reports.ts'
import { rangeShortenedMessage, NEEDS_CAMPAIGN_MESSAGE, NEEDS_DATE_MESSAGE, NEEDS_MONTH_MESSAGE } from './words.ts'

/** Dates and month are texts, since a field can contain an unfinished date. */
export interface ReportValues {
  /** The first day of a range, or the day of a single-date report. */
  readonly start: string
  readonly end: string
  /** 'yyyy-mm' */
  readonly month: string
  /** '' if none is chosen, which means all campaigns for a report that allows it. */
  readonly campaign: string
  /** The format of the file, for a download-only report. */
  readonly format: FileFormat
}

/** The request. For a month, `start` and `end` are its first and last day. For a single date, they are equal. */
export interface ReportRequest extends ReportDays {
  /** Undefined for all campaigns, and for a report without a choice. */
  readonly campaign: string | undefined
}

/**
 * The query of a report.
 * @param limitDays the longest range of the report, from the server; undefined for no limit, or while it is not known
 */
export function reportQuery(id: ReportId, limitDays: number | undefined): QuerySpec<ReportValues, ReportRequest> {
  const report = reportOf(id)
  const { period, campaigns } = report
  const formats = fileFormats(report)
  const hasRange = period === 'range'
  const hasStart = hasRange || period === 'day'
  const hasFormatChoice = report.isDownloadOnly && formats.length > 1
  return {
    params: {
      start: ifUsed(dateParam(hasRange ? 'from' : 'date'), { isUsed: hasStart }),
      end: ifUsed(dateParam('to'), { isUsed: hasRange }),
      month: ifUsed(monthParam('month'), { isUsed: period === 'month' }),
      campaign: ifUsed(idParam('campaign'), { isUsed: campaigns !== 'none' }),
      format: ifUsed(choiceParam('format', formats), { isUsed: hasFormatChoice }),
    },
    defaults: (today) => defaultValues(report, today),
    toParams: (values) => toRequest(report, values, limitDays),
  }
}

const ifUsed = <Value>(param: Param<Value>, { isUsed }: { readonly isUsed: boolean }): Param<Value> =>
  isUsed ? param : { ...param, parse: () => undefined, format: () => '' }

/**
 * The formats of a file with the whole report. The first format is the default, csv comes last. A pdf file has only one
 * row of the report (a chargeback), so 'pdf' is left out.
 */
export function fileFormats({ files }: Report): readonly FileFormat[] {
  const formats = files.filter((format) => format !== 'pdf')
  const workbooks = formats.filter((format) => format !== 'csv')
  return formats.includes('csv') ? [...workbooks, 'csv'] : workbooks
}

function defaultValues(report: Report, today: CalendarDate): ReportValues {
  // The server creates the files of these reports regularly, the last one for yesterday.
  const isStored = report.source === 'stored'
  const lastMonth = addMonths(today, -1).slice(0, 'yyyy-mm'.length)
  return {
    start: isStored ? addDays(today, -1) : today,
    end: defaultEnd(report, today),
    month: lastMonth,
    campaign: '',
    format: fileFormats(report)[0] ?? 'csv',
  }
}

function defaultEnd({ period, looksAhead }: Report, today: CalendarDate): CalendarDate | '' {
  if (period !== 'range') return ''
  // A report that looks ahead shows the next twelve months.
  return looksAhead ? monthsFrom(today, 12).end : today
}

function toRequest(report: Report, values: ReportValues, limitDays: number | undefined): ParamsResult<ReportRequest> {
  const days = toReportDays(report, values, limitDays)
  if (!days.ok) return days
  const { campaigns } = report
  const isCampaignChosen = values.campaign !== ''
  const isCampaignMissing = campaigns === 'one' && !isCampaignChosen
  if (isCampaignMissing) return refuseMissing(report, NEEDS_CAMPAIGN_MESSAGE)
  const campaign = isCampaignChosen && campaigns !== 'none' ? values.campaign : undefined
  return { ok: true, params: { ...days.params, campaign } }
}

/** Refuses a missing campaign or day with `message`. A form with fields for both has one message for both. */
function refuseMissing(
  { period, campaigns }: Report,
  message: string,
): { readonly ok: false; readonly refusal: string } {
  const hasBothFields = period === 'day' && campaigns !== 'none'
  return { ok: false, refusal: hasBothFields ? m.reports_campaignAndDateAreRequired() : message }
}

function toReportDays(report: Report, values: ReportValues, limitDays: number | undefined): ParamsResult<ReportDays> {
  switch (report.period) {
    case 'range': {
      const { start } = values
      const { end } = shortenToLimit(values, limitDays)
      const range = toRangeParams({ start, end }, reversedRangeError)
      if (!range.ok) return range
      const { startDate, endDate } = range.params
      return { ok: true, params: { start: startDate, end: endDate } }
    }
    case 'day': {
      const date = textToDate(values.start)
      if (date) return { ok: true, params: { start: date, end: date } }
      return refuseMissing(report, NEEDS_DATE_MESSAGE)
    }
    // Never 'quarter': the quarterly report has its own form.
    case 'quarter':
    case 'month': {
      const days = monthToDays(values.month)
      return days ? { ok: true, params: days } : { ok: false, refusal: NEEDS_MONTH_MESSAGE }
    }
  }
}

/** The end of a range, and an `alert` for the user if the end was moved to the limit. Unfinished dates stay unchanged. */
export function shortenToLimit(
  { start, end }: Pick<ReportValues, 'start' | 'end'>,
  limitDays: number | undefined,
): { readonly end: string; readonly alert?: string } {
  const firstDay = textToDate(start)
  const lastDay = textToDate(end)
  if (limitDays === undefined || firstDay === undefined || lastDay === undefined) return { end }
  if (daysBetween(firstDay, lastDay) <= limitDays) return { end }
  const latestDay = addDays(firstDay, limitDays)
  return { end: latestDay, alert: rangeShortenedMessage(limitDays, latestDay) }
}

/** The address of the whole report as a file, below the client's base path: 'reports/FeeReport_from…csv?campaign=3'. */
export const reportFileAddress = (id: ReportId, { campaign, ...days }: ReportRequest, format: FileFormat): string => {
  const parameters = campaign === undefined ? '' : `?campaign=${campaign}`
  return `reports/${reportFileToName({ report: id, days, format })}${parameters}`
}

/** The name for saving a file: the last segment of its address. */
export const addressToFileName = (address: string): string => address.replace(/[?#].*$/, '').replace(/^.*\//, '')
