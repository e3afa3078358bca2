// Makes API requests bypass this worker, by means of the browser's static routes. A request then does not wait for the
// worker to start. During an update, a request does not restart the old worker either, which would delay the new one.
// In browsers without static routes, the worker receives these requests and ignores them.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** A browser API that is missing in TypeScript's types. */
interface RoutingInstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>
}

/** `paths` are relative to the worker's scope and contain no wildcards. */
export function bypassWorker(paths: readonly string[]): void {
  const { pathname } = new URL(self.registration.scope)
  const rules = paths.map((path) => ({ condition: { urlPattern: { pathname: pathname + path } }, source: 'network' }))
  self.addEventListener('install', (event: RoutingInstallEvent) => {
    // The portal also works if this fails.
    void event.addRoutes?.(rules).catch(() => undefined)
  })
}
