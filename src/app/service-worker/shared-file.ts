// Files that another app shares with the portal. This worker keeps them in memory until the page that was opened for
// them requests them. It stores them nowhere else, because they contain card numbers.
/// <reference lib="webworker" />
import { SHARE_FIELD } from '#contract/paths.ts'

/** A page requests the files within a second or two. If no page does, the files are dropped after this time. */
const STORE_MS = 60_000

interface WaitingFiles {
  readonly files: readonly File[]
  /** The client id of the page that was opened for the files. Empty if the browser does not report it. */
  readonly openedClientId: string
  /** Drops the files after STORE_MS. */
  readonly timer: ReturnType<typeof setTimeout>
  readonly allowWorkerToEnd: () => void
}

let waiting: WaitingFiles | undefined

/** Stores the files of the posted form and redirects to the portal, which then requests them. */
export async function receiveSharedFiles(request: Request, portal: string, event: ExtendableEvent): Promise<Response> {
  const form = await request.formData().catch(() => undefined)
  // An earlier share that no page has requested yet is replaced.
  dropFiles()
  const openedClientId = event instanceof FetchEvent ? event.resultingClientId : ''
  const files = (form?.getAll(SHARE_FIELD) ?? []).filter((each) => each instanceof File)
  // The browser does not end an idle worker before this promise is resolved.
  const untilDropped = new Promise<void>((resolve) => {
    waiting = { files, openedClientId, timer: setTimeout(dropFiles, STORE_MS), allowWorkerToEnd: resolve }
  })
  event.waitUntil(untilDropped)
  return Response.redirect(portal, 303)
}

/** Sends the files only to the page that was opened for them, not to the page that it replaces. */
export function sendSharedFiles({ ports: [port], source }: ExtendableMessageEvent): void {
  const isOpenedPage = source instanceof Client && source.id === waiting?.openedClientId
  // If the opened page is not known, the first page that requests the files gets them.
  const isOpenedPageUnknown = waiting?.openedClientId === ''
  const isRecipient = isOpenedPage || isOpenedPageUnknown
  const files = isRecipient ? waiting?.files : undefined
  port?.postMessage(files ?? [])
  if (files) dropFiles()
}

function dropFiles(): void {
  if (!waiting) return
  clearTimeout(waiting.timer)
  waiting.allowWorkerToEnd()
  waiting = undefined
}
