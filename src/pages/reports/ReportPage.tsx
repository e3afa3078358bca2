// The page of every report without a separate page. The table of reports decides which screen the report has.
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { DownloadReport } from './DownloadReport.tsx'
import { DayFileReport } from './table/DayFileReport.tsx'
import { TableReport } from './table/TableReport.tsx'

export const createReportPage = (id: ReportId) =>
  function ReportPage() {
    const { isDownloadOnly, call } = reportOf(id)
    if (isDownloadOnly) return <DownloadReport id={id} />
    return call === 'GetReport' ? <DayFileReport id={id} /> : <TableReport id={id} />
  }
