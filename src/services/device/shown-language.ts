// Tells the service worker which language this device uses. The worker then stores the files of this language and opens
// pages in it.
import { getLocale } from '#words/runtime.js'

/** How long to wait for the worker. On a slow connection, loading the files of a language takes a few seconds. */
const WORKER_RESPONSE_MS = 60_000

/** The language that the page has, or will have after its next load. */
export const shownLanguage: { current: string } = { current: getLocale() }

/**
 * Lets the service worker store the files of `shownLanguage` and open pages in it. Returns false if the worker could
 * not load the files. Returns true if there is no worker, because all pages then come from the server.
 */
export async function sendLanguageToWorker(registration: ServiceWorkerRegistration): Promise<boolean> {
  // The first worker of this device may still be installing.
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (!worker) return true
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data))
    port1.start()
    setTimeout(() => resolve(false), WORKER_RESPONSE_MS)
    worker.postMessage({ type: 'SHOW_LANGUAGE', language: shownLanguage.current }, [port2])
  })
}
