// The service worker: caches the files of the build, so that the shell opens without the server. Nothing else is ever
// cached: the API, reports and health checks always use the network. Rules: docs/security.md, T54.
/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { holdKeyForReloads } from '#storage/key-channel.ts'
import { CALL_PATHS, isFilePath, isServerPath, SHARE_PATH } from '#contract/paths.ts'
import { fromPreviousBuild, keepPreviousBuild } from './previous-build.ts'
import { openClickedNotifications, sendRenewedSubscriptions, showPushes } from './notices.ts'
import { bypassWorker } from './bypass-worker.ts'
import { sendSharedFiles, receiveSharedFiles } from './shared-file.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

const build = self.__WB_MANIFEST
precacheAndRoute(build)
cleanupOutdatedCaches()
bypassWorker(CALL_PATHS)
const files = build.map((entry) => (typeof entry === 'string' ? entry : entry.url))
keepPreviousBuild(files)

// Navigation to any address of the portal gets the shell, also offline, and the router shows Not Found. Responses that
// the server generates are never replaced by the shell.
const scope = new URL(self.registration.scope).pathname
const pathOf = (url: URL) => url.pathname.slice(scope.length)
const openShell = createHandlerBoundToURL('index.html')
registerRoute(({ request, url }) => isPage(request, url) && !isFilePath(pathOf(url)), openShell)
// An icon or a font is not a page, but only the server knows whether it exists.
registerRoute(
  ({ request, url }) => isPage(request, url) && isFilePath(pathOf(url)),
  async (options) => (await fileFromServer(options.request)) ?? openShell(options),
)

// Registered after the precache, so that this route gets only files that the precache does not contain: those of
// another build.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(`${scope}assets/`),
  ({ request }) => fromPreviousBuild(request),
)

registerRoute(
  ({ url }) => url.pathname === scope + SHARE_PATH,
  ({ request, event }) => receiveSharedFiles(request, scope, event),
  'POST',
)

openClickedNotifications()
sendRenewedSubscriptions()
showPushes(files.find((file) => file.endsWith('/icon-192.png')))
holdKeyForReloads(scope)

function isPage({ mode }: Request, url: URL): boolean {
  return mode === 'navigate' && !isServerPath(pathOf(url))
}

/** The file from the server; undefined offline, or if the server responds with its own shell or an error. */
async function fileFromServer(request: Request): Promise<Response | undefined> {
  const response = await fetch(request).catch(() => undefined)
  return response?.ok && !response.headers.get('content-type')?.includes('text/html') ? response : undefined
}

// A new version waits until the user accepts it; it never takes over a page on its own.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'TAKE_SHARED') sendSharedFiles(event)
})
