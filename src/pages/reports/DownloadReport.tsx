// The screen of a download-only report: the columns of its file, and the download. A stored report is downloaded by day
// or month. The server generates every other report during the download or in the background.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { Download, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { NEEDS_DATE_MESSAGE } from '#domain/reports/words.ts'
import { reportFileAddress, type ReportRequest } from '#domain/reports/report-query.ts'
import { reportColumns } from '#domain/reports/columns.ts'
import type { ReportId } from '#domain/reports/reports.ts'
import { download, useDownloads } from '#flows/downloads/downloads.ts'
import { downloadStoredReport, prepareReport, reportFile } from '#flows/reports/files.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { OfflineNote } from './form/OfflineNote.tsx'
import { ReportFields } from './form/ReportFields.tsx'
import { type ReportForm, useReportForm } from './form/useReportForm.ts'
import { SourceLinks } from './SourceLinks.tsx'
import { SaveSettings } from './saved/SaveSettings.tsx'

export function DownloadReport({ id }: { readonly id: ReportId }) {
  const form = useReportForm(id)
  const { report, values } = form
  const [isChecking, setIsChecking] = useState(false)
  const isDownloading = useIsDownloading(form)
  const disabledReason = useDisabledReason(form)
  const startDownload = async (request: ReportRequest) => {
    if (report.source !== 'stored') return download(reportFile(id, request, values.format))
    setIsChecking(true)
    await downloadStoredReport(id, request)
    setIsChecking(false)
  }
  return (
    <Page
      title={report.title}
      description={m.common_fullStop({ text: report.description })}
      actions={<SaveSettings form={form} />}
    >
      <ListBar
        label={report.title}
        list={NO_LIST}
        search={{
          label: m.common_download(),
          icon: <Download aria-hidden />,
          pending: isChecking || isDownloading,
          onSearch: () => form.submit({ onRequest: (request) => void startDownload(request) }),
          disabledReason,
        }}
      >
        <ReportFields form={form} />
      </ListBar>
      <OfflineNote />
      {report.source === 'query' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          <Button
            icon={<Hourglass aria-hidden />}
            disabledReason={disabledReason}
            onClick={() => form.submit({ onRequest: (request) => void prepareReport(id, request, values.format) })}
          >
            {m.common_prepareInBackground()}
          </Button>
          <p>{m.reports_prepareFileHint()}</p>
        </div>
      )}
      {report.source === 'stored' && (
        <p className="text-muted">
          {report.period === 'month' ? m.reports_madeEachMonth() : m.reports_madeEachNight()}
        </p>
      )}
      <SourceLinks report={form.report} days={form.lastRequest} />
      <Panel title={m.reports_columnsInFile()}>
        <p>{commas(report.columns.map((name) => reportColumns[name].label))}</p>
      </Panel>
    </Page>
  )
}

/** The list for `ListBar`, which requires one. A download-only report shows no list. */
const NO_LIST = {
  refusal: undefined,
  isIdle: true,
  receivedAt: undefined,
  isRefreshing: false,
  refresh: () => undefined,
}

function useDisabledReason({ report, values, refusal }: ReportForm): string | undefined {
  const { online } = useConnection()
  if (refusal !== undefined) return m.common_correctDatesFirst()
  if (report.period === 'day' && values.start === '') return NEEDS_DATE_MESSAGE
  return online ? undefined : OFFLINE_REASON
}

function useIsDownloading({ id, lastRequest, values }: ReportForm): boolean {
  const downloads = useDownloads()
  const address = lastRequest && reportFileAddress(id, lastRequest, values.format)
  return downloads.some(({ file }) => file.address === address)
}
