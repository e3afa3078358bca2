// The chart and the sums of a report, above its table.
import type { ReportTableRow } from '#domain/reports/columns.ts'
import type { Report } from '#domain/reports/reports.ts'
import { ReportChart } from './ReportChart.tsx'
import { ReportPivot } from './ReportPivot.tsx'

interface ReportPicturesProps {
  readonly report: Report
  readonly rows: readonly ReportTableRow[]
  readonly currency: string | undefined
}

export function ReportPictures({ report, rows, currency }: ReportPicturesProps) {
  return (
    <>
      {report.chart && <ReportChart chart={report.chart} rows={rows} currency={currency} />}
      <ReportPivot report={report} rows={rows} />
    </>
  )
}
