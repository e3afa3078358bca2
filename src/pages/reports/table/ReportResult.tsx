// The result of a report: number of rows and sums, chart, table, and downloads of the whole report.
import { m } from '#words/messages.js'
import { FileChartColumn } from 'lucide-react'
import type { FileFormat } from '#domain/reports/files.ts'
import { type ReportTableRow } from '#domain/reports/columns.ts'
import { fileFormats } from '#domain/reports/report-query.ts'
import { download, useDownloads } from '#flows/downloads/downloads.ts'
import { prepareReport, reportFile } from '#flows/reports/files.ts'
import { madeByText } from '#pages/shared/madeByText.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { ColumnChoice } from '#ui/tables/ColumnChoice.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { DownloadMenu } from '#ui/list/DownloadMenu.tsx'
import type { ShownList } from '#domain/lists.ts'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SummaryBar } from '#ui/tables/SummaryBar.tsx'
import { numberToText } from '#words/figures.ts'
import { formatLabels } from '../form/ReportFields.tsx'
import type { ReportForm } from '../form/useReportForm.ts'
import { SourceLinks } from '../SourceLinks.tsx'
import { requestToText } from '../words.ts'
import { ReportChart } from '../charts/ReportChart.tsx'
import { ReportPivot } from '../charts/ReportPivot.tsx'
import { CardOfRow } from './CardOfRow.tsx'
import { placeholderColumns, type ReportTable, toSums } from './rows.ts'

interface ReportResultProps {
  readonly form: ReportForm
  readonly list: ShownList<ReportTableRow>
  /** Undefined until the response arrives. */
  readonly table: ReportTable | undefined
  /** Returns the address of the file in a format, if the server sent one. */
  readonly addressOf?: ((format: FileFormat) => string | undefined) | undefined
}

export function ReportResult({ form, list, table, addressOf }: ReportResultProps) {
  const { report, campaigns } = form
  const columns = table?.columns ?? placeholderColumns(report)
  const total = table && (table.total ?? table.rows.length)
  const sums = table ? toSums(report, table) : []
  // A partial report cannot be sorted: it would look like the beginning of the whole report in that order.
  const tableList = table?.truncated ? { ...list, isPartial: true, offset: 0, total: table.rows.length } : list
  const isComplete = table !== undefined && !table.truncated
  return (
    <>
      <ListNote list={list} offline={m.reports_otherReportsWhenOnline()} />
      {table && total !== undefined && table.rows.length > 0 && (
        <SummaryBar
          label={m.reports_figuresOf({ title: report.title })}
          dense
          figures={[
            { label: m.common_rows(), value: numberToText(total) },
            ...sums.map(({ label, text, isAmount }) => ({
              label,
              value: isAmount && campaigns.currency !== undefined ? `${campaigns.currency} ${text}` : text,
            })),
          ]}
        />
      )}
      {table && <SourceLinks report={form.report} days={form.lastRequest} />}
      {/* A chart and sums of a partial report would be mistaken for those of the whole report. */}
      {isComplete && report.chart && (
        <ReportChart chart={report.chart} rows={table.rows} currency={campaigns.currency} />
      )}
      {table?.truncated && <Banner title={truncatedText(table)} />}
      <Panel
        flush
        title={<span className="block min-w-44">{requestToText(form)}</span>}
        actions={
          !list.isIdle && (
            <span className="no-print flex flex-wrap gap-2">
              <ColumnChoice columns={columns} hidden={list.hidden} onChange={list.setHidden} />
              {table && table.rows.length > 0 && <ReportDownloads form={form} table={table} addressOf={addressOf} />}
            </span>
          )
        }
      >
        <ListTable<ReportTableRow>
          caption={report.title}
          noun="report"
          oneLine
          list={tableList}
          columns={columns}
          rowKey={({ key }) => key}
          cells={cells}
          copyable={columns
            .filter(({ format }) => format === 'identifier' || format === 'code' || format === 'pan')
            .map(({ key }) => key)}
          sortBlockedReason={
            report.period === 'range' ? m.reports_chooseFewerDaysToSort() : m.reports_onlyWholeReportCanBeSorted()
          }
          idle={<EmptyState icon={FileChartColumn} title={report.period === 'range' ? IDLE_RANGE : IDLE_DAY} />}
          empty={
            <EmptyState icon={FileChartColumn} title={m.reports_noResults()}>
              {report.period === 'range' ? m.common_tryOtherDates() : m.reports_tryAnotherDate()}
            </EmptyState>
          }
        />
      </Panel>
      {isComplete && <ReportPivot report={report} rows={table.rows} />}
      {table?.lagSeconds !== undefined && (
        <p className="text-sm text-muted">{m.reports_figuresFromCopy({ seconds: table.lagSeconds })}</p>
      )}
      {list.receivedAt !== undefined && <p className="hidden text-sm print:block">{madeByText(list.receivedAt)}</p>}
    </>
  )
}

const cells = {
  TRACKINGNUMBER: ({ TRACKINGNUMBER: number }: ReportTableRow) => (
    <CardOfRow trackingNumber={typeof number === 'string' ? number : ''} />
  ),
}

const IDLE_RANGE = m.reports_chooseDatesThenSearch()
const IDLE_DAY = m.reports_chooseThenShow()

function truncatedText({ rows, total }: ReportTable): string {
  const firstRowsText =
    total === undefined
      ? m.reports_firstRows({ count: rows.length })
      : m.reports_firstRowsOfTotal({ count: rows.length, total })
  return m.reports_downloadToSeeAll({ first: firstRowsText })
}

type ReportDownloadsProps = Pick<ReportResultProps, 'form' | 'addressOf'> & { readonly table: ReportTable }

function ReportDownloads({ form: { id, report, lastRequest }, table, addressOf }: ReportDownloadsProps) {
  const { online } = useConnection()
  const downloads = useDownloads()
  if (!lastRequest) return null
  const files = fileFormats(report).map((format) => reportFile(id, lastRequest, format, addressOf?.(format)))
  const formats = fileFormats(report)
  return (
    <DownloadMenu
      pending={files.some(({ address }) => downloads.some(({ file }) => file.address === address))}
      disabledReason={online ? undefined : OFFLINE_REASON}
      items={[
        ...formats.map((format, index) => ({
          label: formatLabels[format],
          make: () => files[index] && download(files[index]),
        })),
        // For a long report the user need not wait.
        ...(table.truncated
          ? formats.map((format, index) => ({
              label: m.reports_prepareInBackground({ format: formatLabels[format] }),
              make: () => void prepareReport(id, lastRequest, format),
              separated: index === 0,
            }))
          : []),
      ]}
    />
  )
}
