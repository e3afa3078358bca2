// Files of the host that are being downloaded. They go on wherever in the portal one goes, and end with the session; each can be
// cancelled. What goes wrong is said in a notice with fixed words (docs/rules/reports.md, "Report files").
import { useSyncExternalStore } from 'react'
import { REPORT_NOT_FOUND } from '#domain/reports/files.ts'
import { REPORT_FAILED } from '#domain/reports/words.ts'
import { createCell } from '#services/cell.ts'
import { fetchFile, type FileProgress, lookForFile, type NoFile } from '#services/server/file-download.ts'
import { notify } from '#services/notices.ts'
import { saveBlob } from '#services/files/save-file.ts'
import { sessionStore } from '#services/session/session.ts'
import { holdUpdates } from '#services/device/updates.ts'
import * as say from '#words/flows/downloads.ts'

export interface FileToDownload {
  /** Below the client's base path. */
  readonly address: string
  /** The name that it is saved under. */
  readonly fileName: string
  /** What it is a file of: 'Fee Report'. */
  readonly title: string
  /** True for one that was made before: whether it is there is asked first. */
  readonly isStored?: boolean
  /** Has the host make it instead, to be fetched later; for files that may take long. */
  readonly prepare?: (() => void) | undefined
}

export interface Download {
  readonly file: FileToDownload
  readonly state: 'waiting' | 'running'
  /** True once it has taken long enough to be worth a line of its own on the screen. */
  readonly isLong: boolean
  readonly progress: FileProgress
}

/** More at a time would leave no connection to the host for anything else. */
const MAX_AT_ONCE = 2
/** Until then nobody needs to be told. */
const SHORT_MS = 500
/** How often its progress is said. */
const TELL_MS = 150

const NOTHING: FileProgress = { bytes: 0, totalBytes: undefined, rows: undefined, totalRows: undefined }
const downloads = createCell<readonly Download[]>([])
const controls = new Map<string, AbortController>()
let guard: (() => void) | undefined

/** Those that wait or run now, in the order in which they were asked for. */
export const useDownloads = (): readonly Download[] => useSyncExternalStore(downloads.subscribe, downloads.get)

/** Fetches the file and hands it to the operator. One that is on its way is not fetched twice. */
export function download(file: FileToDownload): void {
  const { address } = file
  if (controls.has(address) || sessionStore.get() === undefined) return
  controls.set(address, new AbortController())
  downloads.set([...downloads.get(), { file, state: 'waiting', isLong: false, progress: NOTHING }])
  guard ??= startGuard()
  startNext()
}

export function cancelDownload(address: string): void {
  controls.get(address)?.abort()
  end(address)
}

function startNext(): void {
  const all = downloads.get()
  const running = all.filter(({ state }) => state === 'running').length
  const next = all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, MAX_AT_ONCE - running))
  for (const { file } of next) void run(file)
}

async function run(file: FileToDownload): Promise<void> {
  const { address, fileName } = file
  const signal = controls.get(address)?.signal
  if (!signal) return
  amend(address, { state: 'running' })
  const long = setTimeout(() => amend(address, { isLong: true }), SHORT_MS)
  const outcome = await fetchOf(file, signal)
  clearTimeout(long)
  // Cancelled, and perhaps begun anew since.
  if (signal.aborted) return
  const wasLong = downloads.get().some((each) => each.file.address === address && each.isLong)
  end(address)
  if (outcome.kind !== 'file') return tell(file, outcome)
  saveBlob(fileName, outcome.blob)
  if (wasLong) notify({ kind: 'success', text: say.isDownloaded(fileName), about: file.title })
}

async function fetchOf({ address, isStored = false }: FileToDownload, signal: AbortSignal) {
  const found = isStored ? await lookForFile(address, signal) : undefined
  if (found && found.kind !== 'there') return found
  let latest: FileProgress | undefined
  const telling = setInterval(() => {
    if (latest) amend(address, { progress: latest })
    latest = undefined
  }, TELL_MS)
  try {
    return await fetchFile(address, signal, (progress) => (latest = progress))
  } finally {
    clearInterval(telling)
  }
}

function tell({ title, fileName }: Pick<FileToDownload, 'title' | 'fileName'>, outcome: NoFile): void {
  if (outcome.kind === 'missing') notify({ kind: 'error', text: REPORT_NOT_FOUND, about: `${title}: ${fileName}` })
  if (outcome.kind === 'failed') notify({ kind: 'error', text: REPORT_FAILED, about: `${fileName}. ${outcome.text}` })
}

function amend(address: string, change: Partial<Download>): void {
  downloads.set(downloads.get().map((each) => (each.file.address === address ? { ...each, ...change } : each)))
}

function end(address: string): void {
  controls.delete(address)
  downloads.set(downloads.get().filter(({ file }) => file.address !== address))
  if (controls.size === 0) {
    guard?.()
    guard = undefined
  }
  startNext()
}

/** While one is on its way: a closed window would lose it, a new version has to wait, and another user gets nothing of it. */
function startGuard(): () => void {
  const userId = sessionStore.get()?.user.userId
  const release = holdUpdates(say.reportIsBeingDownloaded)
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  const unsubscribe = sessionStore.subscribe(() => {
    if (sessionStore.get()?.user.userId !== userId) for (const address of controls.keys()) cancelDownload(address)
  })
  window.addEventListener('beforeunload', ask)
  return () => {
    release()
    unsubscribe()
    window.removeEventListener('beforeunload', ask)
  }
}
