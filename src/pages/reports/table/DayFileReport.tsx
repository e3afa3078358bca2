// A report of one day in a csv file. The server responds with the address of the file, and the screen shows the first
// rows of the file.
import { useMemo } from 'react'
import type { ReportRequest } from '#domain/reports/report-query.ts'
import type { ReportTableRow } from '#domain/reports/columns.ts'
import { MAX_REPORT_ROWS, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useFileRows } from '#services/lists/useFileRows.ts'
import { NO_REFETCH, useReportForm } from '../form/useReportForm.ts'
import { ReportScreen } from './ReportScreen.tsx'
import { fileToTable } from './rows.ts'

export function DayFileReport({ id }: { readonly id: ReportId }) {
  const form = useReportForm(id)
  const spec = useMemo(() => listSpecOf(id), [id])
  const addressQuery = useServerList(spec, form.listState, NO_REFETCH)
  const { report } = form
  const address = addressQuery.response?.reportURL
  const { file, ...fileQuery } = useFileRows(address, report.previewRows ?? MAX_REPORT_ROWS)
  const table = useMemo(() => file && fileToTable(report, file), [report, file])
  // For the user, the request for the address and the download of the rows are one list.
  const serverList = {
    ...addressQuery,
    receivedAt: fileQuery.at,
    failure: addressQuery.failure ?? fileQuery.failure,
    isRefreshing: addressQuery.isRefreshing || fileQuery.refreshing,
    refresh: address === undefined ? addressQuery.refresh : fileQuery.refresh,
  }
  return (
    <ReportScreen
      form={form}
      serverList={serverList}
      table={table}
      addressOf={(format) => (format === 'csv' ? address : undefined)}
    />
  )
}

function listSpecOf(id: ReportId): ListSpec<'GetReport', ReportRequest, ReportTableRow> {
  return {
    name: `report-${id}`,
    method: 'GetReport',
    querySpec: {
      toParams: ({ start, campaign = '' }) => ({
        ok: true,
        params: { name: reportOf(id).apiName, campaignID: campaign, reportDate: start },
      }),
    },
    // `ReportScreen` takes the rows from the table.
    rows: () => [],
    pageSize: 25,
  }
}
