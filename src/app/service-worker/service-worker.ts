// The service worker: keeps the build's own files, so that the shell opens without the host. Nothing else is ever
// cached: the API, reports and health always go to the network (threats T54).
/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CALL_PATHS, opensPortal, SHARE_PATH } from '#contract/paths.ts'
import { fromPreviousBuild, keepPreviousBuild } from './previous-build.ts'
import { openWhatIsClicked } from './notices.ts'
import { sendPastTheWorker } from './past-the-worker.ts'
import { giveShared, takeShared } from './shared-file.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

const build = self.__WB_MANIFEST
precacheAndRoute(build)
cleanupOutdatedCaches()
sendPastTheWorker(CALL_PATHS)
keepPreviousBuild(build.map((entry) => (typeof entry === 'string' ? entry : entry.url)))

// A reload of any page of the portal opens the shell; what the host answers itself is never replaced by it.
const scope = new URL(self.registration.scope).pathname
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && opensPortal(url.pathname.slice(scope.length)),
  createHandlerBoundToURL('index.html'),
)

// After the precache: what it does not have is of another build.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(`${scope}assets/`),
  ({ request }) => fromPreviousBuild(request),
)

registerRoute(
  ({ url }) => url.pathname === scope + SHARE_PATH,
  ({ request, event }) => takeShared(request, scope, event),
  'POST',
)

openWhatIsClicked()

// A new version waits until the operator says so; it never takes a page over by itself (threats T50).
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'TAKE_SHARED') giveShared(event)
})
