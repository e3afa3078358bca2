// Report files generated in the background: their progress and download.
import { m } from '#words/messages.js'
import { Download, X } from 'lucide-react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import { reportOf } from '#domain/reports/reports.ts'
import { download, useDownloads } from '#flows/downloads/downloads.ts'
import { apiNameToReportId, discardReportFile, type ReportFile } from '#flows/reports/saved.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { ListNotLoaded } from './ListNotLoaded.tsx'

/** Refresh interval of the list while a file is being generated. */
const REFRESH_MS = 3_000

export function ReadyFiles({ ownerUser }: { readonly ownerUser: string }) {
  const { data, failure } = useServerQuery('reportFiles', NO_PARAMS, { pollMs: toPollMs })
  if (!data && failure) return <ListNotLoaded title={m.reports_readyFiles()} reason={failure.text} />
  const files = data?.reportFiles ?? []
  if (files.length === 0) return null
  return (
    <Panel title={m.reports_readyFiles()} flush>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <ReadyFile key={file.id} ownerUser={ownerUser} file={file} />
        ))}
      </ul>
    </Panel>
  )
}

const toPollMs = ({ reportFiles }: { readonly reportFiles: readonly ReportFile[] }): number | undefined =>
  reportFiles.some(({ state }) => state === 'waiting') ? REFRESH_MS : undefined

function ReadyFile({ ownerUser, file }: { readonly ownerUser: string; readonly file: ReportFile }) {
  const { online } = useConnection()
  const downloads = useDownloads()
  const { fileName, savedName, reportName, state, rows, total, resultText, keptUntil, reportURL } = file
  const id = apiNameToReportId(reportName)
  const title = id ? reportOf(id).title : reportName
  const disabledReason = online ? undefined : OFFLINE_REASON
  // The server knows the number of rows only after it has started.
  const hasProgress = total !== null && total > 0
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <span className="min-w-48 flex-1">
        <span className="block font-medium break-words">{savedName === '' ? title : savedName}</span>
        <span className="block text-sm break-words text-muted">{fileName}</span>
        {state === 'made' && (
          <span className="block text-sm text-muted">
            {m.common_countedRows({ count: rows })}
            {keptUntil !== null && m.reports_keptUntil({ keptUntil: instantToText(keptUntil, client) })}
          </span>
        )}
        {state === 'failed' && <span className="block text-sm text-critical">{resultText}</span>}
      </span>
      {state === 'waiting' && (
        <span className="grid min-w-40 gap-1 text-sm text-muted">
          {hasProgress ? (
            <Progress label={m.reports_generatingFile({ fileName })} done={rows} total={total} />
          ) : (
            <Badge tone="waiting">{m.reports_generating()}</Badge>
          )}
        </span>
      )}
      {state === 'made' && (
        <Button
          size="small"
          icon={<Download aria-hidden className="size-4" />}
          pending={downloads.some((each) => each.file.address === reportURL)}
          disabledReason={disabledReason}
          aria-label={m.reports_downloadFileName({ fileName })}
          onClick={() => download({ address: reportURL, fileName, title, isStored: true })}
        >
          {m.common_download()}
        </Button>
      )}
      <IconButton
        label={state === 'waiting' ? m.common_cancelDownload({ fileName }) : m.reports_discardFileName({ fileName })}
        icon={<X aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => void discardReportFile(ownerUser, file)}
      />
    </li>
  )
}
