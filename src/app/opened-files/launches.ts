// Launches of the installed portal by the system (File Handling and Launch Handler in the web app manifest). The portal
// can be open already. A launch contains files, or an address of the portal.
import { client } from '#brand/current.ts'
import { type OpenedHandle, rememberHandle } from '#services/files/opened-handle.ts'

export interface Launch {
  readonly files: readonly File[]
  /** The path of the page to open, for the router. Undefined to stay on the current page. */
  readonly path: string | undefined
  /** True if the page received the same launch before a reload. */
  readonly isRepeated: boolean
}

// The DOM types do not have the launch queue yet.
interface LaunchParams {
  readonly files?: readonly OpenedHandle[]
  readonly targetURL?: string | null
}
interface LaunchQueue {
  readonly setConsumer: (consumer: (params: LaunchParams) => void) => void
}

/** Reports every launch: first those that are already queued, then each new one. */
export function watchLaunches(listener: (launch: Launch) => void): void {
  const queue = (window as { readonly launchQueue?: LaunchQueue }).launchQueue
  // After a reload, the browser repeats the last launch. Later launches are new.
  let isNextRepeated = wasReloaded()
  queue?.setConsumer((params) => {
    const isRepeated = isNextRepeated
    isNextRepeated = false
    const path = addressToPath(params.targetURL)
    void toFiles(params).then((files) => listener({ files, path, isRepeated }))
  })
}

// A file that was deleted or cannot be read is ignored.
async function toFiles({ files = [] }: LaunchParams): Promise<readonly File[]> {
  const readFile = async (handle: OpenedHandle) => {
    const file = await handle.getFile()
    rememberHandle(file.name, handle)
    return file
  }
  const results = await Promise.allSettled(files.map(readFile))
  return results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
}

function addressToPath(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  const { origin, pathname, search } = new URL(address)
  const isInPortal = origin === location.origin && pathname.startsWith(client.basePath)
  if (!isInPortal) return undefined
  return `/${pathname.slice(client.basePath.length)}${search}`
}

function wasReloaded(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming && page.type === 'reload'
}

/** Reports the path of each clicked notification. Returns a function to stop listening. */
export function watchNotificationClicks(open: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent<{ readonly type?: unknown; readonly path?: unknown } | null>) => {
    if (data?.type === 'OPEN' && typeof data.path === 'string') open(data.path)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}

/**
 * Requests the files that another app has shared with the portal. The service worker receives such files, opens a page
 * for them, and keeps them until the page requests them.
 */
export function receiveSharedFiles(): Promise<readonly File[]> {
  const worker = navigator.serviceWorker.controller
  if (!worker) return Promise.resolve([])
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      port1.close()
      resolve(Array.isArray(data) ? data.filter((each) => each instanceof File) : [])
    })
    port1.start()
    // A worker of an older version ignores this request, but it cannot have received shared files either.
    worker.postMessage({ type: 'TAKE_SHARED' }, [port2])
  })
}
