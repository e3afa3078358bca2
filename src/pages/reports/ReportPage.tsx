// One page for all reports of the table: what it draws follows from the report's row. Those with a screen of their own have a route
// of their own.
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { DownloadReport } from './DownloadReport.tsx'
import { DayFileReport } from './table/DayFileReport.tsx'
import { TableReport } from './table/TableReport.tsx'

/** The page of a report, for its route. */
export const reportPageOf = (id: ReportId) =>
  function PageOfReport() {
    const { isDownloadOnly, call } = reportOf(id)
    if (isDownloadOnly) return <DownloadReport id={id} />
    return call === 'GetReport' ? <DayFileReport id={id} /> : <TableReport id={id} />
  }
