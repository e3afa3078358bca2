// Caches the files of the previous build, for open tabs of that build after another tab has installed the new version:
// pages that they load later are still available. Only hashed files of the build, as in the precache.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

const NAME = `previous-build-${self.registration.scope}`

/**
 * On installation, stores the precached files that belong only to earlier builds; `urls` are the files of this build.
 */
export function keepPreviousBuild(urls: readonly string[]): void {
  self.addEventListener('install', (event) => event.waitUntil(keep(urls)))
}

/** Serves a file that is not in the precache: from the previous build, or else from the server. */
export async function fromPreviousBuild(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: NAME })) ?? fetch(request)
}

async function keep(urls: readonly string[]): Promise<void> {
  const currentUrls = new Set(urls.map((url) => new URL(url, self.registration.scope).href))
  const names = await caches.keys()
  const precache = names.find((name) => name.includes('-precache-') && name.endsWith(self.registration.scope))
  if (precache === undefined) return
  const from = await caches.open(precache)
  const old = (await from.keys()).filter(({ url }) => !currentUrls.has(url) && isHashed(url))
  // The build differs only in its page, so the files of earlier builds stay.
  if (old.length === 0) return
  await caches.delete(NAME)
  const into = await caches.open(NAME)
  for (const request of old) {
    const response = await from.match(request)
    if (response) await into.put(request, response)
  }
}

const isHashed = (url: string): boolean => url.startsWith(`${self.registration.scope}assets/`) && !url.includes('?')
