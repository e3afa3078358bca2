// The fields of a report with the button that runs it, and a note while the server cannot be reached.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { ReportFields } from './ReportFields.tsx'
import type { ReportForm } from './useReportForm.ts'

interface ReportBarProps {
  readonly form: ReportForm
  readonly list: ShownList<unknown>
}

export function ReportBar({ form, list }: ReportBarProps) {
  const { online } = useConnection()
  const { report, refusal } = form
  const offlineReason = online ? undefined : OFFLINE_REASON
  return (
    <>
      <ListBar
        label={report.title}
        list={list}
        search={{
          label: report.period === 'range' ? m.common_search() : m.common_show(),
          onSearch: () => form.submit({ onSameRequest: list.refresh }),
          pending: list.isRefreshing,
          disabledReason: refusal === undefined ? offlineReason : m.common_correctDatesFirst(),
        }}
      >
        <ReportFields form={form} refusal={list.refusal} />
      </ListBar>
      <OfflineNote />
    </>
  )
}
