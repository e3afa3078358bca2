// A day's report that the host gives as a csv (batches §2 "Single-date CSV reports"): asked where it is, fetched from there, and its
// first rows shown.
import { useMemo } from 'react'
import type { WantedReport } from '#domain/reports/asking.ts'
import type { ReportTableRow } from '#domain/reports/columns.ts'
import { MAX_REPORT_ROWS, type ReportId, reportOf } from '#domain/reports/reports.ts'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { type ListSpec, useAskedList } from '#services/lists/useAskedList.ts'
import { useFileRows } from '#services/lists/useFileRows.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { Page } from '#ui/Page.tsx'
import * as say from '#words/pages/reports/table.ts'
import { OfflineLine } from '../form/OfflineLine.tsx'
import { ReportFields } from '../form/ReportFields.tsx'
import { useReportForm } from '../form/useReportForm.ts'
import { ReportResult } from './ReportResult.tsx'
import { fileToTable } from './rows.ts'
import { SaveSettings } from '../saved/SaveSettings.tsx'

export function DayFileReport({ id }: { readonly id: ReportId }) {
  const { online } = useConnection()
  const form = useReportForm(id)
  const spec = useMemo(() => specOf(id), [id])
  const asked = useAskedList(spec, form.place, ONCE)
  const { report } = form
  const address = asked.answer?.reportURL
  const { file, ...fetched } = useFileRows(address, report.previewRows ?? MAX_REPORT_ROWS)
  const table = useMemo(() => file && fileToTable(report, file), [report, file])
  const list = {
    ...asked,
    rows: table?.rows,
    total: table?.rows.length,
    at: fetched.at,
    failure: asked.failure ?? fetched.failure,
    refreshing: asked.refreshing || fetched.refreshing,
    refresh: address === undefined ? asked.refresh : fetched.refresh,
  }
  return (
    <Page title={report.title} description={`${report.answers}.`} actions={<SaveSettings form={form} />}>
      <ListBar
        label={report.title}
        list={list}
        search={{
          label: say.show,
          onSearch: () => form.ask((_, isNew) => isNew || list.refresh()),
          pending: list.refreshing,
          disabledReason: online ? undefined : OFFLINE_REASON,
        }}
      >
        <ReportFields form={form} />
      </ListBar>
      <OfflineLine />
      <ReportResult
        form={form}
        list={list}
        table={table}
        addressOf={(format) => (format === 'csv' ? address : undefined)}
      />
    </Page>
  )
}

const ONCE = { stays: true }

function specOf(id: ReportId): ListSpec<'GetReport', WantedReport, ReportTableRow> {
  return {
    name: `report-${id}`,
    method: 'GetReport',
    question: {
      ask: ({ start, campaign = '' }) => ({
        ok: true,
        params: { name: reportOf(id).api, campaignID: campaign, reportDate: start },
      }),
    },
    rows: () => [],
    pageSize: 25,
  }
}
