// The names of report files and what they stand for (batches §9): what a name is made from comes back from it, so that the
// address of a file is all that the host needs to make it.
import { textToDate } from '#domain/calendar.ts'
import * as say from '#words/domain/reports.ts'
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

/** batches §8: of a report or a file that there is not. */
export const REPORT_NOT_FOUND = say.reportNotFound
/** batches §5: of a single day. */
export const CAMPAIGN_REQUIRED = say.campaignAndDateAreRequired

/** The formats of files that the host gives. */
export type FileFormat = 'csv' | 'xlsx' | 'xls'

/** A file of a report: for a day `start` and `end` are the same, for a month or a quarter its first and last day. */
export interface ReportFile {
  readonly report: ReportId
  readonly days: ReportDays
  readonly format: FileFormat
  /** Of the quarterly report: the campaign's number at the card network. */
  readonly ica?: string
}

/** The name of a report's file; of a quarterly one with the campaign's number at the card network. */
export function reportFileToName({ report, days: { start, end }, format, ica = '' }: ReportFile): string {
  switch (reportOf(report).period) {
    case 'range':
      return rangeFileName(report, start, end, format)
    case 'day':
      return dayFileName(report, start, format)
    case 'month':
      return dayFileName(report, start.slice(0, 7), format)
    case 'quarter':
      return quarterFileName(ica, Number(start.slice(0, 4)), Math.ceil(Number(start.slice(5, 7)) / 3))
  }
}

/**
 * The file that a name stands for, or undefined where no report has a file of that name: another report, a day that there is
 * not, an end before its start, a format that it does not come in.
 */
export function nameToReportFile(name: string): ReportFile | undefined {
  const quarterly = QUARTERLY.exec(name)
  if (quarterly) return quarterToFile(quarterly)
  const { stem = '', start, end, date = '', format = '' } = NAMED.exec(name)?.groups ?? {}
  const report = reportIds.find((id) => reportOf(id).name === stem)
  if (report === undefined || !isFormatOf(reportOf(report), format)) return undefined
  const days = textsToDays(reportOf(report), start, end, date)
  return days && { report, days, format }
}

const NAMED =
  /^(?<stem>[A-Za-z]+)_(?:from(?<start>[0-9-]{10})_to(?<end>[0-9-]{10})|(?<date>[0-9-]{7,10}))\.(?<format>csv|xlsx)$/
const QUARTERLY = /^QMR_(?<ica>[A-Za-z0-9]+)_(?<year>[0-9]{4})Q(?<quarter>[1-4])\.xls$/

function quarterToFile({
  groups: { ica = '', year = '', quarter = '' } = {},
}: RegExpExecArray): ReportFile | undefined {
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined
  return { report: 'qmr', days: quarterToDays(Number(year), Number(quarter) as Quarter), format: 'xls', ica }
}

const isFormatOf = ({ files }: Report, format: string): format is FileFormat =>
  (files as readonly string[]).includes(format)

function textsToDays({ period }: Report, from: string | undefined, to: string | undefined, date: string) {
  if (period === 'month') return monthToDays(date)
  if (period === 'quarter' || (period === 'range') !== (from !== undefined)) return undefined
  const [start, end] = [textToDate(from ?? date), textToDate(to ?? date)]
  return start && end && start <= end ? { start, end } : undefined
}
