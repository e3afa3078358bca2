// The files of the previous build, for tabs opened by it that stay open after another tab has installed the new
// version: pages that they load later are still available. Only hashed files of the build, as in the precache.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

const NAME = `previous-build-${self.registration.scope}`

/** When this build is installed, keeps the files that only earlier builds have in the precache; `urls` are its own. */
export function keepPreviousBuild(urls: readonly string[]): void {
  self.addEventListener('install', (event) => event.waitUntil(keep(urls)))
}

/** A file that the precache does not have: from the previous build, or else from the server. */
export async function fromPreviousBuild(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: NAME })) ?? fetch(request)
}

async function keep(urls: readonly string[]): Promise<void> {
  const own = new Set(urls.map((url) => new URL(url, self.registration.scope).href))
  const names = await caches.keys()
  const precache = names.find((name) => name.includes('-precache-') && name.endsWith(self.registration.scope))
  if (precache === undefined) return
  const from = await caches.open(precache)
  const old = (await from.keys()).filter(({ url }) => !own.has(url) && isHashed(url))
  // The same build with another page only removes nothing of the builds before it.
  if (old.length === 0) return
  await caches.delete(NAME)
  const into = await caches.open(NAME)
  for (const request of old) {
    const response = await from.match(request)
    if (response) await into.put(request, response)
  }
}

const isHashed = (url: string): boolean => url.startsWith(`${self.registration.scope}assets/`) && !url.includes('?')
