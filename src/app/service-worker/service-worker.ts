// The service worker. It caches the files of the build, so that the shell of the portal opens without the server. It
// never caches anything else: the API, reports and health checks always use the network. Rules: docs/security.md, T54.
/// <reference lib="webworker" />
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { holdKeyForReloads } from '#storage/key-channel.ts'
import { CALL_PATHS, isFilePath, isServerPath, SHARE_PATH } from '#contract/paths.ts'
import { fromPreviousBuild, keepPreviousBuild } from './previous-build.ts'
import { createLanguages, type LanguagePage, openLanguageCache } from './languages.ts'
import { listenForNotificationClicks, listenForPushes, listenForRenewedSubscriptions } from './notices.ts'
import { bypassWorker } from './bypass-worker.ts'
import { sendSharedFiles, receiveSharedFiles } from './shared-file.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

/**
 * The files that depend on the client, so that the build does not know them. The server replaces this literal,
 * including its quotes, by an object.
 */
const clientFiles = '%CLIENT_FILES%' as unknown as {
  readonly pictures: readonly PrecacheEntry[]
  readonly pages: Readonly<Record<string, LanguagePage>>
}

const toUrl = (entry: PrecacheEntry | string): string => (typeof entry === 'string' ? entry : entry.url)
const isText = (entry: PrecacheEntry | string): boolean => toUrl(entry).startsWith('assets/texts.')
const filesOfBuild = self.__WB_MANIFEST
const textUrls = filesOfBuild.filter(isText).map(toUrl)
const precachedFiles = [...filesOfBuild.filter((entry) => !isText(entry)), ...clientFiles.pictures]
const languages = createLanguages({ pages: clientFiles.pages, textUrls })

precacheAndRoute(precachedFiles)
cleanupOutdatedCaches()
bypassWorker(CALL_PATHS)
keepPreviousBuild([...precachedFiles.map(toUrl), ...textUrls])
self.addEventListener('install', (event) => event.waitUntil(languages.install()))
self.addEventListener('activate', (event) => event.waitUntil(languages.cleanUp()))

// A navigation to any address of the portal gets the shell, also offline. If the address does not exist, the router in
// the shell says so. Addresses whose responses the server generates never get the shell.
const scope = new URL(self.registration.scope).pathname
const pathOf = (url: URL) => url.pathname.slice(scope.length)
registerRoute(
  ({ request, url }) => isPage(request, url),
  async ({ request, url }) => {
    // An icon or a font is not a page, but only the server knows whether it exists.
    const file = isFilePath(pathOf(url)) ? await fileFromServer(request) : undefined
    return file ?? languages.openPage(request)
  },
)

// Registered after the precache. This route therefore gets only files that the precache does not contain: texts, and
// files of another build.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(`${scope}assets/`),
  async ({ request }) => {
    const cache = await openLanguageCache()
    const stored = await cache.match(request)
    return stored ?? fromPreviousBuild(request)
  },
)

registerRoute(
  ({ url }) => url.pathname === scope + SHARE_PATH,
  ({ request, event }) => receiveSharedFiles(request, scope, event),
  'POST',
)

listenForNotificationClicks()
listenForRenewedSubscriptions()
listenForPushes(languages.noticeText)
holdKeyForReloads(scope)

function isPage({ mode }: Request, url: URL): boolean {
  return mode === 'navigate' && !isServerPath(pathOf(url))
}

/** The file from the server. Undefined offline, and if the server responds with its own shell or an error. */
async function fileFromServer(request: Request): Promise<Response | undefined> {
  const response = await fetch(request).catch(() => undefined)
  if (!response?.ok) return undefined
  const isShell = response.headers.get('content-type')?.includes('text/html')
  return isShell ? undefined : response
}

// A new version waits until the user accepts it. It never takes over a page on its own.
self.addEventListener('message', (event) => {
  const { type, language } = (event.data ?? {}) as { readonly type?: unknown; readonly language?: unknown }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'TAKE_SHARED') sendSharedFiles(event)
  if (type === 'SHOW_LANGUAGE' && typeof language === 'string') {
    event.waitUntil(showLanguage(language, event.ports[0]))
  }
})

/** Reports to `port` whether the language is stored. */
async function showLanguage(language: string, port: MessagePort | undefined): Promise<void> {
  try {
    await languages.show(language)
    port?.postMessage(true)
  } catch {
    port?.postMessage(false)
  }
}
