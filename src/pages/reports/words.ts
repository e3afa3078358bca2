// The words of the reports' screens that more than one of them says.
import type { ReportDays } from '#domain/reports/periods.ts'
import { dateToShortText } from '#domain/calendar.ts'
import * as say from '#words/pages/reports.ts'
import type { ReportForm } from './form/useReportForm.ts'

/** '01 Nov 2026 to 22 Nov 2026'; of one day that day. */
export const daysToText = ({ start, end }: ReportDays): string =>
  start === end ? dateToShortText(start) : say.startToEnd(dateToShortText(start), dateToShortText(end))

/** What a table shows: '01 Nov 2026 to 22 Nov 2026, Staff Cards'. */
export function askedToText({ report, asked, campaigns }: ReportForm): string {
  if (!asked) return report.title
  const days = daysToText(asked)
  if (report.campaigns === 'none') return days
  return say.daysOf(days, asked.campaign === undefined ? undefined : campaigns.nameOf(asked.campaign))
}

/** Beside the fields while the host cannot be reached. */
export const FROM_THE_SERVER = say.reportsNeedServer
