// What the host answers itself goes past this worker, by the browser's static routes: a call does not wait until a worker is started
// for it, and one that comes as a new version takes over does not start the old one again, which would leave the new one waiting.
// Where a browser has no such routes the worker is asked, and lets these calls through as well.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** Of the browser's own, which the types of TypeScript do not have yet. */
interface RoutingInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>
}

/** `paths`: below the worker's scope, without a pattern. */
export function sendPastTheWorker(paths: readonly string[]): void {
  const { pathname } = new URL(self.registration.scope)
  const rules = paths.map((path) => ({ condition: { urlPattern: { pathname: pathname + path } }, source: 'network' }))
  self.addEventListener('install', (event: RoutingInstallEvent) => {
    // Nothing of the portal depends on it.
    void event.addRoutes?.(rules).catch(() => undefined)
  })
}
