// The pages of all reports that have no separate page. The table of reports decides which screen a report has.
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { DownloadReport } from './DownloadReport.tsx'
import { DayFileReport } from './table/DayFileReport.tsx'
import { TableReport } from './table/TableReport.tsx'

/** Creates the component for the route of a report. A route renders its component without props. */
export const createReportPage = (id: ReportId) =>
  function ReportPage() {
    const { isDownloadOnly, call } = reportOf(id)
    if (isDownloadOnly) return <DownloadReport id={id} />
    return call === 'GetReport' ? <DayFileReport id={id} /> : <TableReport id={id} />
  }
