// The result of a report: number of rows and sums, chart, table, and downloads of the whole report.
import { m } from '#words/messages.js'
import { FileChartColumn } from 'lucide-react'
import type { Format } from '#domain/columns.ts'
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
import { reportTableTitle } from '../words.ts'
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
  const isRangeReport = report.period === 'range'
  const columns = table?.columns ?? placeholderColumns(report)
  const copyableColumns = columns.filter(({ format }) => copyableFormats.has(format))
  // A partial report cannot be sorted: it would look like the beginning of the whole report in that order.
  const tableList = table?.truncated ? { ...list, isPartial: true, offset: 0, total: table.rows.length } : list
  const isComplete = table !== undefined && !table.truncated
  return (
    <>
      <ListNote list={list} offline={m.reports_otherReportsWhenOnline()} />
      {table && table.rows.length > 0 && (
        <SummaryBar
          label={m.reports_figuresOf({ title: report.title })}
          dense
          figures={[
            { label: m.common_rows(), value: numberToText(table.total ?? table.rows.length) },
            ...toSums(report, table).map(({ label, text, isAmount }) => {
              const showsCurrency = isAmount && campaigns.currency !== undefined
              return { label, value: showsCurrency ? `${campaigns.currency} ${text}` : text }
            }),
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
        title={<span className="block min-w-44">{reportTableTitle(form)}</span>}
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
          copyable={copyableColumns.map(({ key }) => key)}
          sortBlockedReason={isRangeReport ? m.reports_chooseFewerDaysToSort() : m.reports_onlyWholeReportCanBeSorted()}
          idle={
            <EmptyState
              icon={FileChartColumn}
              title={isRangeReport ? m.reports_chooseDatesThenSearch() : m.reports_chooseThenShow()}
            />
          }
          empty={
            <EmptyState icon={FileChartColumn} title={m.reports_noResults()}>
              {isRangeReport ? m.common_tryOtherDates() : m.reports_tryAnotherDate()}
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

/** The formats of numbers that users copy into other programs. */
const copyableFormats: ReadonlySet<Format> = new Set<Format>(['identifier', 'code', 'pan'])

function truncatedText({ rows: { length: count }, total }: ReportTable): string {
  const first = total === undefined ? m.reports_firstRows({ count }) : m.reports_firstRowsOfTotal({ count, total })
  return m.reports_downloadToSeeAll({ first })
}

interface ReportDownloadsProps extends Pick<ReportResultProps, 'form' | 'addressOf'> {
  readonly table: ReportTable
}

function ReportDownloads({ form: { id, report, lastRequest }, table, addressOf }: ReportDownloadsProps) {
  const { online } = useConnection()
  const downloads = useDownloads()
  if (!lastRequest) return null
  const formats = fileFormats(report)
  const files = formats.map((format) => ({
    format,
    file: reportFile(id, lastRequest, format, addressOf?.(format)),
  }))
  const addressesInDownload = new Set(downloads.map(({ file }) => file.address))
  const downloadItems = files.map(({ format, file }) => ({
    label: formatLabels[format],
    make: () => download(file),
  }))
  // The user need not wait for the file of a long report.
  const backgroundItems = formats.map((format, index) => ({
    label: m.reports_prepareInBackground({ format: formatLabels[format] }),
    make: () => void prepareReport(id, lastRequest, format),
    separated: index === 0,
  }))
  return (
    <DownloadMenu
      pending={files.some(({ file }) => addressesInDownload.has(file.address))}
      disabledReason={online ? undefined : OFFLINE_REASON}
      items={table.truncated ? [...downloadItems, ...backgroundItems] : downloadItems}
    />
  )
}
