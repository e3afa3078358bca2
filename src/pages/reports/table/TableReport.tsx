// A report whose response is a table: the date-range reports that are not download-only, and the Card Balances Report.
import { useMemo } from 'react'
import type { Params } from '#contract/operations.ts'
import type { ReportRequest } from '#domain/reports/report-query.ts'
import type { ReportTableRow } from '#domain/reports/columns.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { NO_REFETCH, useReportForm } from '../form/useReportForm.ts'
import { ReportScreen } from './ReportScreen.tsx'
import { responseToTable } from './rows.ts'

export function TableReport({ id }: { readonly id: ReportId }) {
  const form = useReportForm(id)
  const spec = useMemo(() => listSpecOf(id), [id])
  const serverList = useServerList(spec, form.listState, NO_REFETCH)
  const { response } = serverList
  const table = useMemo(() => response && responseToTable(response), [response])
  return (
    <ReportScreen
      form={form}
      serverList={serverList}
      table={table}
      addressOf={(fileFormat) => response?.files.find(({ format }) => format === fileFormat)?.url}
    />
  )
}

type TableMethod = 'getDateRangeReport' | 'loadReport'

function listSpecOf(id: ReportId): ListSpec<TableMethod, ReportRequest, ReportTableRow> {
  const { call, hiddenByDefault = [] } = reportOf(id)
  return {
    name: `report-${id}`,
    method: call === 'loadReport' ? 'loadReport' : 'getDateRangeReport',
    querySpec: { toParams: (request) => ({ ok: true, params: toParams(id, request) }) },
    // `ReportScreen` takes the rows from the table.
    rows: () => [],
    pageSize: 25,
    hidden: hiddenByDefault,
  }
}

function toParams(id: ReportId, { start, end, campaign }: ReportRequest): Params<TableMethod> {
  const { apiName, call, campaigns } = reportOf(id)
  if (call === 'loadReport')
    return { type: apiName, campaignIds: campaign === undefined ? [] : [campaign], date: start }
  // '0' means all campaigns. A report without a choice of campaign has no such parameter.
  const campaignParam = campaigns === 'none' ? {} : { campaign: campaign ?? '0' }
  return { reportName: apiName, reportArguments: { startDate: start, endDate: end, ...campaignParam } }
}
