// The files of the build before, for tabs that were opened by it and go on after another tab has let the new version in: a page that
// they load only then is still there (threats T50). Hashed files of the build alone, as in the precache.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

const NAME = `previous-build-${self.registration.scope}`

/** While this build is installed, keeps what the ones before have in the precache and it has not; `urls` are its own. */
export function keepPreviousBuild(urls: readonly string[]): void {
  self.addEventListener('install', (event) => event.waitUntil(keep(urls)))
}

/** A file that the precache does not have: of the build before, or else of the host. */
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
  // The same build once more, with another page alone, takes nothing away from those before it.
  if (old.length === 0) return
  await caches.delete(NAME)
  const into = await caches.open(NAME)
  for (const request of old) {
    const response = await from.match(request)
    if (response) await into.put(request, response)
  }
}

const isHashed = (url: string): boolean => url.startsWith(`${self.registration.scope}assets/`) && !url.includes('?')
