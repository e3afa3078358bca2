// Shows running downloads at the foot of every page, with their progress and a button to cancel. Very short downloads
// are not shown.
import { tenths } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { X } from 'lucide-react'
import { cancelDownload, type Download, useDownloads } from '#flows/downloads/downloads.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Progress } from '#ui/Progress.tsx'

export function Downloads() {
  const visibleDownloads = useDownloads().filter(({ isLong, state }) => isLong || state === 'waiting')
  if (visibleDownloads.length === 0) return null
  return (
    <section
      aria-label={m.app_downloads()}
      className="no-print pointer-events-auto max-h-[40vh] overflow-y-auto border-t border-line bg-raised shadow-overlay"
    >
      <ul className="divide-y divide-line">
        {visibleDownloads.map((download) => (
          <li key={download.file.address} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
            <div className="min-w-56 flex-1">
              <DownloadProgress download={download} />
            </div>
            <span className="flex gap-2">
              {download.file.prepare && (
                <Button size="small" kind="quiet" onClick={() => prepareInstead(download)}>
                  {m.common_prepareInBackground()}
                </Button>
              )}
              <Button
                size="small"
                icon={<X aria-hidden />}
                aria-label={m.common_cancelDownload({ fileName: download.file.fileName })}
                onClick={() => cancelDownload(download.file.address)}
              >
                {m.common_cancel()}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DownloadProgress({ download: { file, state, progress } }: { readonly download: Download }) {
  const { bytes, totalBytes, rows, totalRows } = progress
  if (state === 'waiting') return <Progress label={file.fileName} done={0} total={0} text={m.app_downloadQueued()} />
  // Shows rows rather than bytes if the server counts rows, because users know how many rows a report has.
  const hasRowCounts = rows !== undefined && totalRows !== undefined
  return (
    <Progress
      label={file.fileName}
      done={hasRowCounts ? rows : bytes}
      total={hasRowCounts ? totalRows : totalBytes}
      text={progressToText(progress)}
    />
  )
}

function progressToText({ bytes, totalBytes, rows, totalRows }: Download['progress']): string {
  const size =
    totalBytes === undefined
      ? bytesToText(bytes)
      : m.app_downloadedBytes({ bytes: bytesToText(bytes), totalBytes: bytesToText(totalBytes) })
  if (totalRows === undefined) return size
  const totalText = m.common_countedRows({ count: totalRows })
  return rows === undefined ? commas([totalText, size]) : m.app_downloadedRows({ rows, all: totalText, size })
}

/** In megabytes, as file managers show it: '0.3 MB'. */
const bytesToText = (bytes: number): string => m.app_megabytes({ bytes: tenths(bytes / 1_000_000) })

function prepareInstead({ file }: Download): void {
  cancelDownload(file.address)
  file.prepare?.()
}
