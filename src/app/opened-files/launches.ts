// How the system starts the installed portal, or comes back to it while it is open (File Handling and Launch Handler of the web
// app manifest): as files, or as an address below the portal's own.
import { client } from '#brand/current.ts'

export interface Launch {
  readonly files: readonly File[]
  /** The page to show, as the router has it; undefined where there is nothing to show anew. */
  readonly path: string | undefined
  /** True where the page was told the same before it was reloaded. */
  readonly isRepeated: boolean
}

// Not among the types of the DOM yet.
interface LaunchParams {
  readonly files?: readonly { readonly getFile: () => Promise<File> }[]
  readonly targetURL?: string | null
}
interface LaunchQueue {
  readonly setConsumer: (consumer: (params: LaunchParams) => void) => void
}

/** From now on each launch is told, those that waited first. */
export function watchLaunches(tell: (launch: Launch) => void): void {
  const queue = (window as { readonly launchQueue?: LaunchQueue }).launchQueue
  // A page that is reloaded is given its last launch once more.
  let isNext = wasReloaded()
  queue?.setConsumer((params) => {
    const isRepeated = isNext
    isNext = false
    const path = addressToPath(params.targetURL)
    void toFiles(params).then((files) => tell({ files, path, isRepeated }))
  })
}

// A file that has gone since, or may not be read, is none.
async function toFiles({ files = [] }: LaunchParams): Promise<readonly File[]> {
  const got = await Promise.allSettled(files.map((handle) => handle.getFile()))
  return got.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

function addressToPath(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  const { origin, pathname, search } = new URL(address)
  if (origin !== location.origin || !pathname.startsWith(client.basePath)) return undefined
  return `/${pathname.slice(client.basePath.length)}${search}`
}

function wasReloaded(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming && page.type === 'reload'
}

/** From now on each page that a clicked notification leads to is told. Returns the way to stop. */
export function watchNotices(open: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent<{ readonly type?: unknown; readonly path?: unknown } | null>) => {
    if (data?.type === 'OPEN' && typeof data.path === 'string') open(data.path)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}

/** Files that were shared to the portal: the worker holds them for the page that was opened for them. */
export function takeShared(): Promise<readonly File[]> {
  const worker = navigator.serviceWorker.controller
  if (!worker) return Promise.resolve([])
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      port1.close()
      resolve(Array.isArray(data) ? data.filter((each) => each instanceof File) : [])
    })
    port1.start()
    // An older worker does not know the question: then nothing was shared.
    worker.postMessage({ type: 'TAKE_SHARED' }, [port2])
  })
}
