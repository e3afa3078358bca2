// The names of report files. A name can be parsed into the report and its days, so that the server can create a file
// from its name alone.
import { m } from '#words/messages.js'
import { dateToShortText, monthToText, textToDate } from '#domain/calendar.ts'
import { FIRST_YEAR, LAST_YEAR, monthToDays, type Quarter, quarterToDays, type ReportDays } from './periods.ts'
import {
  dayFileName,
  quarterFileName,
  rangeFileName,
  type Report,
  type ReportId,
  reportIds,
  reportOf,
} from './reports.ts'

/** The formats of the server's files. */
export type FileFormat = 'csv' | 'xlsx' | 'xls'

/** A report file. The days of a month or a quarter are its first and last day. The days of a single day are equal. */
export interface ReportFile {
  readonly report: ReportId
  readonly days: ReportDays
  readonly format: FileFormat
  /** For the quarterly report: the campaign's number at the card network. */
  readonly ica?: string
}

export function reportFileToName({ report, days: { start, end }, format, ica = '' }: ReportFile): string {
  switch (reportOf(report).period) {
    case 'range':
      return rangeFileName(report, start, end, format)
    case 'day':
      return dayFileName(report, start, format)
    case 'month':
      return dayFileName(report, start.slice(0, 7), format)
    case 'quarter': {
      const year = Number(start.slice(0, 4))
      const month = Number(start.slice(5, 7))
      return quarterFileName(ica, year, Math.ceil(month / 3))
    }
  }
}

/** Parses a file name. Undefined for an unknown report, day or format, and for an end before the start. */
export function nameToReportFile(name: string): ReportFile | undefined {
  const quarterly = QUARTERLY_FILE_NAME.exec(name)
  if (quarterly) return quarterToFile(quarterly)
  const { prefix = '', format = '', ...dayTexts } = FILE_NAME.exec(name)?.groups ?? {}
  const report = reportIds.find((id) => reportOf(id).filePrefix === prefix)
  if (report === undefined || !isFormatOf(reportOf(report), format)) return undefined
  const days = textsToDays(reportOf(report), dayTexts)
  return days && { report, days, format }
}

/**
 * The report and days of a name with or without extension: 'Fee Report', '01 Mar 2026 to 03 Mar 2026'. Undefined if no
 * report has such a name.
 */
export function describeFileName(
  name: string,
): { readonly title: string; readonly days: string; readonly format: string } | undefined {
  const groups = NAME_WITH_OPTIONAL_EXTENSION.exec(name)?.groups ?? {}
  const { prefix = '', start = '', end = '', date = '', format = '' } = groups
  const report = reportIds.find((id) => reportOf(id).filePrefix === prefix)
  if (report === undefined) return undefined
  const { title } = reportOf(report)
  if (date !== '') return { title, days: toReadableDay(date), format }
  return { title, days: m.reports_startToEnd({ start: toReadableDay(start), end: toReadableDay(end) }), format }
}

/** '2026-03-01' → '01 Mar 2026', '2026-03' → 'Mar 2026'. */
function toReadableDay(text: string): string {
  const date = textToDate(text)
  return date === undefined ? monthToText(text) : dateToShortText(date)
}

/** A range of days, a day or a month. */
const DAYS = '(?:from(?<start>[0-9-]{10})_to(?<end>[0-9-]{10})|(?<date>[0-9-]{7,10}))'
const NAME = `(?<prefix>[A-Za-z]+)_${DAYS}`
const EXTENSION = '\\.(?<format>csv|xlsx)'
const FILE_NAME = new RegExp(`^${NAME}${EXTENSION}$`)
const NAME_WITH_OPTIONAL_EXTENSION = new RegExp(`^${NAME}(?:${EXTENSION})?$`)
const QUARTERLY_FILE_NAME = /^QMR_(?<ica>[A-Za-z0-9]+)_(?<year>[0-9]{4})Q(?<quarter>[1-4])\.xls$/

function quarterToFile(match: RegExpExecArray): ReportFile | undefined {
  const { ica = '', year = '', quarter = '' } = match.groups ?? {}
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined
  return { report: 'qmr', days: quarterToDays(Number(year), Number(quarter) as Quarter), format: 'xls', ica }
}

const isFormatOf = ({ files }: Report, format: string): format is FileFormat =>
  (files as readonly string[]).includes(format)

/** The groups of `DAYS` in a file name: a range has start and end, all other periods have a date. */
type DayTexts = Readonly<Partial<Record<string, string>>>

function textsToDays({ period }: Report, { start = '', end = '', date = '' }: DayTexts): ReportDays | undefined {
  switch (period) {
    case 'range': {
      const firstDay = textToDate(start)
      const lastDay = textToDate(end)
      const isRange = firstDay !== undefined && lastDay !== undefined && firstDay <= lastDay
      return isRange ? { start: firstDay, end: lastDay } : undefined
    }
    case 'day': {
      const day = textToDate(date)
      return day && { start: day, end: day }
    }
    case 'month':
      return monthToDays(date)
    case 'quarter':
      return undefined
  }
}
