// Files that the system shares to the portal: held in this worker's memory until the page that is opened for them asks, and nowhere
// else, since they name cards.
/// <reference lib="webworker" />
import { SHARE_FIELD } from '#contract/paths.ts'

/** A page asks within a second or two; a browser that opens none leaves nothing behind. */
const HELD_MS = 60_000

let files: readonly File[] = []
/** Of the page that is opened for them; empty where the browser does not tell. */
let openedId = ''
let letGo: () => void = () => undefined

/** Keeps the files of the posted form, and leads to the portal, which asks for them. */
export async function takeShared(request: Request, portal: string, event: ExtendableEvent): Promise<Response> {
  const form = await request.formData().catch(() => undefined)
  letGo()
  openedId = event instanceof FetchEvent ? event.resultingClientId : ''
  files = (form?.getAll(SHARE_FIELD) ?? []).filter((each) => each instanceof File)
  // The browser ends a worker that has nothing to do.
  const held = new Promise<void>((resolve) => {
    const timer = setTimeout(drop, HELD_MS)
    letGo = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  event.waitUntil(held)
  return Response.redirect(portal, 303)
}

/** Hands the files to the page that was opened for them: another one that asks, such as the page it replaces, is given none. */
export function giveShared({ ports: [port], source }: ExtendableMessageEvent): void {
  const isForIt = openedId === '' || (source instanceof Client && source.id === openedId)
  port?.postMessage(isForIt ? files : [])
  if (isForIt) drop()
}

function drop(): void {
  files = []
  letGo()
}
