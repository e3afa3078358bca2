// Chargeback Report: fifteen chargebacks per page, each with details and a PDF.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { FileDown, FileSearch, FileWarning } from 'lucide-react'
import { useMemo } from 'react'
import type { Column } from '#domain/columns.ts'
import type { ReportRequest } from '#domain/reports/report-query.ts'
import { CHARGEBACK_PAGE_ROWS, chargebackFieldOf, chargebackList } from '#domain/reports/chargebacks.ts'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { Actions } from '#ui/buttons/Actions.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { Page } from '#ui/Page.tsx'
import { SummaryBar } from '#ui/tables/SummaryBar.tsx'
import { numberToText } from '#words/figures.ts'
import { ReportBar } from '../form/ReportBar.tsx'
import { NO_REFETCH, useReportForm } from '../form/useReportForm.ts'
import { SourceLinks } from '../SourceLinks.tsx'
import { CardOfRow } from '../table/CardOfRow.tsx'
import { reportTableTitle } from '../words.ts'
import { ChargebackDetails } from './ChargebackDetails.tsx'
import { useDetailsPdf, useWorkbooks } from './files.ts'
import {
  amountTextOf,
  responseToTable,
  type ChargebackRow,
  type ChargebackTable,
  toTotals,
  trackingNumberOf,
} from './table.ts'

export default function ChargebackReportPage() {
  const form = useReportForm('chargeback')
  const { report, lastRequest } = form
  const serverList = useServerList(chargebacksListSpec, form.listState, NO_REFETCH)
  const { response } = serverList
  const table = useMemo(() => response && responseToTable(response), [response])
  const list = { ...serverList, rows: table?.rows, total: table?.rows.length }
  const workbooks = useWorkbooks(table, lastRequest)
  const pdf = useDetailsPdf()
  const [openKey, setOpenKey] = useOpenItemId('chargeback')
  const openRow = table?.rows.find(({ key }) => key === openKey)

  return (
    <Page title={report.title} description={m.common_fullStop({ text: report.description })}>
      <ReportBar form={form} list={list} />
      <ListNote list={list} offline={m.reports_otherChargebacksWhenOnline()} />
      {table && table.rows.length > 0 && <Totals table={table} />}
      {table && <SourceLinks report={form.report} days={form.lastRequest} />}
      <ListPanel<ChargebackRow>
        title={<span className="block min-w-44">{reportTableTitle(form)}</span>}
        download={workbooks}
        caption={report.title}
        noun="report"
        oneLine
        list={list}
        columns={toScreenColumns(table?.listColumns ?? placeholderColumns)}
        rowKey={({ key }) => key}
        cells={cells}
        copyable={['TRACKINGNUMBER', 'CHARGEBACKNUMBER']}
        actions={(row) => (
          <Actions
            subject={m.reports_chargebackNumberInText({ number: row.key })}
            size="small"
            inRow
            actions={[
              {
                key: 'details',
                label: m.common_details(),
                icon: FileSearch,
                slot: 'button',
                onSelect: () => setOpenKey(row.key),
              },
              {
                key: 'pdf',
                label: 'PDF',
                icon: FileDown,
                slot: 'button',
                weight: 'quiet',
                pending: pdf.pendingKey === row.key,
                onSelect: () => {
                  if (table) pdf.generate(table, row)
                },
              },
            ]}
          />
        )}
        idle={<EmptyState icon={FileWarning} title={m.reports_chooseDatesThenSearch()} />}
        empty={
          <EmptyState icon={FileWarning} title={m.reports_noChargebacksInTheseDates()}>
            {m.reports_tryOtherDatesOrCampaign()}
          </EmptyState>
        }
      />
      {table && openRow && (
        <ChargebackDetails
          table={table}
          row={openRow}
          pending={pdf.pendingKey === openRow.key}
          onPdf={() => pdf.generate(table, openRow)}
          onClose={() => setOpenKey(undefined)}
        />
      )}
    </Page>
  )
}

function Totals({ table }: { readonly table: ChargebackTable }) {
  const { count, amounts, rejectedCount, reversedCount } = toTotals(table)
  return (
    <SummaryBar
      label={m.reports_chargebackTotals()}
      dense
      figures={[
        { label: m.reports_chargebacks(), value: numberToText(count) },
        { label: m.common_amount(), value: commas(amounts) },
        { label: m.common_rejectedLabel(), value: numberToText(rejectedCount) },
        { label: m.common_reversed(), value: numberToText(reversedCount) },
      ]}
    />
  )
}

const chargebacksListSpec: ListSpec<'chargebackReport', ReportRequest, ChargebackRow> = {
  name: 'report-chargeback',
  method: 'chargebackReport',
  querySpec: {
    // '0' means all campaigns.
    toParams: ({ start, end, campaign = '0' }) => ({ ok: true, params: { startDate: start, endDate: end, campaign } }),
  },
  // The page takes the rows from `responseToTable`.
  rows: () => [],
  pageSize: CHARGEBACK_PAGE_ROWS,
  // A typical screen has no room for these columns. The details show their values.
  hidden: ['CAMPAIGNNAME', 'TRANSACTIONDESCRIPTION'],
}

const cells = {
  CHARGEBACKAMOUNT: (row: ChargebackRow) => amountTextOf(row, 'CHARGEBACKAMOUNT'),
  TRACKINGNUMBER: (row: ChargebackRow) => <CardOfRow trackingNumber={trackingNumberOf(row)} />,
}

/** Labels on screen, where the table is about chargebacks. The labels in a file say 'chargeback' themselves. */
const shortLabels: Readonly<Record<string, string>> = {
  CHARGEBACKNUMBER: m.reports_chargeback(),
  CHARGEBACKAMOUNT: m.common_amount(),
}

/** Columns for which a tablet has no room. The details show their values. */
const wideColumns = new Set(['TRACKINGNUMBER', 'CHARGEBACKREASONCODE', 'CHARGEBACKREJECTED', 'CHARGEBACKREVERSED'])

const toScreenColumns = (columns: readonly Column<ChargebackRow>[]): readonly Column<ChargebackRow>[] =>
  columns.map((column): Column<ChargebackRow> => {
    const shortLabel = shortLabels[column.key]
    const labels = shortLabel === undefined ? {} : { label: shortLabel, fullLabel: column.label }
    const width = wideColumns.has(column.key) ? { wideOnly: true as const } : {}
    return { ...column, ...labels, ...width }
  })

/** The columns shown while the response is pending. */
const placeholderColumns = chargebackList.map((key): Column<ChargebackRow> => {
  const { label, format } = chargebackFieldOf(key)
  return { key, label, format }
})
