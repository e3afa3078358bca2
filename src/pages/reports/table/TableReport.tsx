// A report that the host answers as a table: Fee, Liability, …, and the balances of cards (batches §2 "Date-range reports", "Card
// Balances Report").
import { useMemo } from 'react'
import type { Params } from '#contract/operations.ts'
import type { WantedReport } from '#domain/reports/asking.ts'
import type { ReportTableRow } from '#domain/reports/columns.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { type ListSpec, useAskedList } from '#services/lists/useAskedList.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { Page } from '#ui/Page.tsx'
import * as say from '#words/pages/reports/table.ts'
import { OfflineLine } from '../form/OfflineLine.tsx'
import { ReportFields } from '../form/ReportFields.tsx'
import { useReportForm } from '../form/useReportForm.ts'
import { ReportResult } from './ReportResult.tsx'
import { answerToTable } from './rows.ts'
import { SaveSettings } from '../saved/SaveSettings.tsx'

export function TableReport({ id }: { readonly id: ReportId }) {
  const { online } = useConnection()
  const form = useReportForm(id)
  const spec = useMemo(() => specOf(id), [id])
  const asked = useAskedList(spec, form.place, ONCE)
  const { answer } = asked
  const table = useMemo(() => answer && answerToTable(answer), [answer])
  const list = { ...asked, rows: table?.rows, total: table?.rows.length }
  const { report, refusal } = form
  return (
    <Page title={report.title} description={`${report.answers}.`} actions={<SaveSettings form={form} />}>
      <ListBar
        label={report.title}
        list={list}
        search={{
          label: report.period === 'range' ? say.search : say.show,
          onSearch: () => form.ask((_, isNew) => isNew || list.refresh()),
          pending: list.refreshing,
          disabledReason: refusal === undefined ? (online ? undefined : OFFLINE_REASON) : say.correctDatesFirst,
        }}
      >
        <ReportFields form={form} refusal={list.refusal} />
      </ListBar>
      <OfflineLine />
      <ReportResult
        form={form}
        list={list}
        table={table}
        addressOf={(wanted) => answer?.files.find(({ format }) => format === wanted)?.url}
      />
    </Page>
  )
}

// What was read is not exchanged under the reader's eyes, and the host does not make it again at every look at the page.
const ONCE = { stays: true }

type TableMethod = 'getDateRangeReport' | 'loadReport'

function specOf(id: ReportId): ListSpec<TableMethod, WantedReport, ReportTableRow> {
  const { call } = reportOf(id)
  return {
    name: `report-${id}`,
    method: call === 'loadReport' ? 'loadReport' : 'getDateRangeReport',
    question: { ask: (wanted) => ({ ok: true, params: toParams(id, wanted) }) },
    rows: () => [],
    pageSize: 25,
  }
}

function toParams(id: ReportId, { start, end, campaign }: WantedReport): Params<TableMethod> {
  const { api, call, campaigns } = reportOf(id)
  if (call === 'loadReport') return { type: api, campaignIds: campaign === undefined ? [] : [campaign], date: start }
  // '0' is all of them; a report without a choice is asked without it.
  const chosen = campaigns === 'none' ? {} : { campaign: campaign ?? '0' }
  return { reportName: api, reportArguments: { startDate: start, endDate: end, ...chosen } }
}
