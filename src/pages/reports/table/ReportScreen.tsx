// The screen of a report with a table: the fields, and the result of the last request.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import type { ReportTableRow } from '#domain/reports/columns.ts'
import type { FileFormat } from '#domain/reports/files.ts'
import { Page } from '#ui/Page.tsx'
import { ReportBar } from '../form/ReportBar.tsx'
import type { ReportForm } from '../form/useReportForm.ts'
import { SaveSettings } from '../saved/SaveSettings.tsx'
import { ReportResult } from './ReportResult.tsx'
import type { ReportTable } from './rows.ts'

interface ReportScreenProps {
  readonly form: ReportForm
  /** The list without its rows, which are taken from the table. */
  readonly serverList: ShownList<ReportTableRow>
  readonly table: ReportTable | undefined
  readonly addressOf: (format: FileFormat) => string | undefined
}

export function ReportScreen({ form, serverList, table, addressOf }: ReportScreenProps) {
  const { title, description } = form.report
  const list = { ...serverList, rows: table?.rows, total: table?.rows.length }
  return (
    <Page title={title} description={m.common_fullStop({ text: description })} actions={<SaveSettings form={form} />}>
      <ReportBar form={form} list={list} />
      <ReportResult form={form} list={list} table={table} addressOf={addressOf} />
    </Page>
  )
}
