// Downloads of files from the server. They continue on every page of the portal and end with the session. Each can be
// cancelled. Failures are shown as notices with fixed texts (docs/rules/reports.md, "Report files").
import { m } from '#words/messages.js'
import { useSyncExternalStore } from 'react'
import { REPORT_FAILED_MESSAGE } from '#domain/reports/words.ts'
import { createObservable } from '#services/observable.ts'
import { fetchFile, type FileProgress, findFile, type NoFile } from '#services/server/file-download.ts'
import { notify } from '#services/notices.ts'
import { saveBlob } from '#services/files/save-file.ts'
import { sessionStore } from '#services/session/session.ts'
import { holdUpdates } from '#services/device/updates.ts'

export interface FileToDownload {
  /** Below the client's base path. */
  readonly address: string
  /** The name under which the file is saved. */
  readonly fileName: string
  /** The title of the file, e.g. 'Fee Report'. */
  readonly title: string
  /** True for a file that the server has made before. A request then first checks that the file still exists. */
  readonly isStored?: boolean
  /** Makes the server prepare the file for a later download. Only for files that can take long. */
  readonly prepare?: (() => void) | undefined
}

export interface Download {
  readonly file: FileToDownload
  readonly state: 'waiting' | 'running'
  /** True once the download has taken long enough to be shown on screen. */
  readonly isLong: boolean
  readonly progress: FileProgress
}

/** More parallel downloads would leave no connection for other requests. */
const MAX_PARALLEL = 2
/** Shorter downloads show nothing. */
const SHORT_MS = 500
/** How often the progress is updated. */
const PROGRESS_MS = 150

const NO_PROGRESS: FileProgress = { bytes: 0, totalBytes: undefined, rows: undefined, totalRows: undefined }
const downloads = createObservable<readonly Download[]>([])
const abortControllers = new Map<string, AbortController>()
/** Ends the protection of running downloads. Undefined while nothing is being downloaded. */
let stopGuard: (() => void) | undefined

/** Waiting and running downloads, in the order of the requests. */
export const useDownloads = (): readonly Download[] => useSyncExternalStore(downloads.subscribe, downloads.get)

/** Downloads and saves a file. Does nothing if the same file is being downloaded already. */
export function download(file: FileToDownload): void {
  const { address } = file
  if (abortControllers.has(address) || sessionStore.get() === undefined) return
  abortControllers.set(address, new AbortController())
  downloads.set([...downloads.get(), { file, state: 'waiting', isLong: false, progress: NO_PROGRESS }])
  stopGuard ??= startGuard()
  startWaiting()
}

export function cancelDownload(address: string): void {
  abortControllers.get(address)?.abort()
  removeDownload(address)
}

function startWaiting(): void {
  const all = downloads.get()
  const runningCount = all.filter(({ state }) => state === 'running').length
  const freeSlots = Math.max(0, MAX_PARALLEL - runningCount)
  const downloadsToStart = all.filter(({ state }) => state === 'waiting').slice(0, freeSlots)
  for (const { file } of downloadsToStart) void runDownload(file)
}

async function runDownload(file: FileToDownload): Promise<void> {
  const { address, fileName } = file
  const signal = abortControllers.get(address)?.signal
  if (!signal) return
  updateDownload(address, { state: 'running' })
  const longTimer = setTimeout(() => updateDownload(address, { isLong: true }), SHORT_MS)
  const outcome = await fetchDownload(file, signal)
  clearTimeout(longTimer)
  // The user has cancelled this download. An entry with this address now belongs to a later download of the same file.
  if (signal.aborted) return
  const wasLong = downloads.get().some((each) => each.file.address === address && each.isLong)
  removeDownload(address)
  if (outcome.kind !== 'file') return notifyOutcome(file, outcome)
  saveBlob(fileName, outcome.blob)
  if (wasLong) notify({ kind: 'success', text: m.device_fileDownloaded({ fileName }), about: file.title })
}

async function fetchDownload({ address, isStored = false }: FileToDownload, signal: AbortSignal) {
  if (isStored) {
    const check = await findFile(address, signal)
    if (check.kind !== 'exists') return check
  }
  let latestProgress: FileProgress | undefined
  const reportTimer = setInterval(() => {
    if (latestProgress) updateDownload(address, { progress: latestProgress })
    latestProgress = undefined
  }, PROGRESS_MS)
  try {
    return await fetchFile(address, signal, (progress) => {
      latestProgress = progress
    })
  } finally {
    clearInterval(reportTimer)
  }
}

function notifyOutcome({ title, fileName }: Pick<FileToDownload, 'title' | 'fileName'>, outcome: NoFile): void {
  if (outcome.kind === 'missing')
    notify({ kind: 'error', text: m.reports_reportNotFound(), about: `${title}: ${fileName}` })
  if (outcome.kind === 'failed')
    notify({
      kind: 'error',
      text: REPORT_FAILED_MESSAGE,
      about: m.common_twoSentences({ first: fileName, second: outcome.text }),
    })
}

function updateDownload(address: string, change: Partial<Download>): void {
  downloads.set(downloads.get().map((each) => (each.file.address === address ? { ...each, ...change } : each)))
}

function removeDownload(address: string): void {
  abortControllers.delete(address)
  downloads.set(downloads.get().filter(({ file }) => file.address !== address))
  if (abortControllers.size === 0) {
    stopGuard?.()
    stopGuard = undefined
  }
  startWaiting()
}

/**
 * Protects running downloads: closing the window asks for confirmation, an update waits, and another user never
 * receives the file.
 */
function startGuard(): () => void {
  const userId = sessionStore.get()?.user.userId
  const releaseUpdates = holdUpdates('download')
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const unsubscribe = sessionStore.subscribe(() => {
    if (sessionStore.get()?.user.userId === userId) return
    for (const address of abortControllers.keys()) cancelDownload(address)
  })
  window.addEventListener('beforeunload', warn)
  return () => {
    releaseUpdates()
    unsubscribe()
    window.removeEventListener('beforeunload', warn)
  }
}
