// Requests to the server bypass this worker by the browser's static routes: a request does not wait for the worker to
// start, and during an update does not restart the old worker, which would keep the new one waiting. In browsers
// without static routes the worker is asked, and lets these requests through as well.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** A browser API that the types of TypeScript do not have yet. */
interface RoutingInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>
}

/** `paths`: below the worker's scope, without a pattern. */
export function sendPastTheWorker(paths: readonly string[]): void {
  const { pathname } = new URL(self.registration.scope)
  const rules = paths.map((path) => ({ condition: { urlPattern: { pathname: pathname + path } }, source: 'network' }))
  self.addEventListener('install', (event: RoutingInstallEvent) => {
    // The portal does not depend on it.
    void event.addRoutes?.(rules).catch(() => undefined)
  })
}
