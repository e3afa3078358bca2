// Texts shared by several report screens.
import { m } from '#words/messages.js'
import type { ReportDays } from '#domain/reports/periods.ts'
import { dateToShortText } from '#domain/calendar.ts'
import type { ReportForm } from './form/useReportForm.ts'

/** '01 Nov 2026 to 22 Nov 2026', or a single day. */
function daysToText({ start, end }: ReportDays): string {
  const startText = dateToShortText(start)
  return start === end ? startText : m.reports_startToEnd({ start: startText, end: dateToShortText(end) })
}

/** The title of a table: '01 Nov 2026 to 22 Nov 2026, Staff Cards'. */
export function reportTableTitle({ report, lastRequest, campaigns }: ReportForm): string {
  if (!lastRequest) return report.title
  const days = daysToText(lastRequest)
  if (report.campaigns === 'none') return days
  const { campaign } = lastRequest
  return m.reports_daysAndCampaign({
    days,
    hasCampaign: campaign === undefined ? 'no' : 'yes',
    campaign: campaign === undefined ? '' : campaigns.nameOf(campaign),
  })
}
