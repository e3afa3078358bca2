// Files that the system shares to the portal. They stay in this worker's memory until the page opened for them requests
// them, and are stored nowhere else, since they contain card numbers.
/// <reference lib="webworker" />
import { SHARE_FIELD } from '#contract/paths.ts'

/** A page requests the files within a second or two; after this time they are dropped. */
const STORE_MS = 60_000

let files: readonly File[] = []
/** The client id of the page opened for the files; empty if the browser does not report it. */
let openedClientId = ''
/** Lets the browser end this worker when it is idle. */
let endWait: () => void = () => undefined

/** Stores the files of the posted form and redirects to the portal, which then requests them. */
export async function receiveSharedFiles(request: Request, portal: string, event: ExtendableEvent): Promise<Response> {
  const form = await request.formData().catch(() => undefined)
  endWait()
  openedClientId = event instanceof FetchEvent ? event.resultingClientId : ''
  files = (form?.getAll(SHARE_FIELD) ?? []).filter((each) => each instanceof File)
  // Keeps the browser from ending the idle worker.
  const untilDropped = new Promise<void>((resolve) => {
    const timer = setTimeout(dropFiles, STORE_MS)
    endWait = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  event.waitUntil(untilDropped)
  return Response.redirect(portal, 303)
}

/** Sends the files only to the page that was opened for them, not to the page that it replaces. */
export function sendSharedFiles({ ports: [port], source }: ExtendableMessageEvent): void {
  const isRecipient = openedClientId === '' || (source instanceof Client && source.id === openedClientId)
  port?.postMessage(isRecipient ? files : [])
  if (isRecipient) dropFiles()
}

function dropFiles(): void {
  files = []
  endWait()
}
