// Texts shared by several report screens.
import { m } from '#words/messages.js'
import type { ReportDays } from '#domain/reports/periods.ts'
import { dateToShortText } from '#domain/calendar.ts'
import type { ReportForm } from './form/useReportForm.ts'

/** '01 Nov 2026 to 22 Nov 2026', or a single day. */
export const daysToText = ({ start, end }: ReportDays): string =>
  start === end
    ? dateToShortText(start)
    : m.reports_startToEnd({ start: dateToShortText(start), end: dateToShortText(end) })

/** The title of a table: '01 Nov 2026 to 22 Nov 2026, Staff Cards'. */
export function requestToText({ report, query, campaigns }: ReportForm): string {
  if (!query) return report.title
  const days = daysToText(query)
  if (report.campaigns === 'none') return days
  return m.reports_daysOf({
    days,
    hasCampaign:
      (query.campaign === undefined ? undefined : campaigns.nameOf(query.campaign)) === undefined ? 'no' : 'yes',
    campaign: (query.campaign === undefined ? undefined : campaigns.nameOf(query.campaign)) ?? '',
  })
}

/** Shown while the server cannot be reached. */
export const NEEDS_SERVER = m.reports_reportsNeedServer()
