// Caches the files of the previous build. After one tab has installed a new version, other tabs still run the previous
// build. With these files, they can still load further pages. As in the precache, only hashed files are cached.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

const CACHE_NAME = `previous-build-${self.registration.scope}`

/** On installation, stores the precached files that belong only to earlier builds. `urls`: the files of this build. */
export function keepPreviousBuild(urls: readonly string[]): void {
  self.addEventListener('install', (event) => event.waitUntil(copyFiles(urls)))
}

/** Serves a file that is not in the precache. If the previous build does not have the file either, asks the server. */
export async function fromPreviousBuild(request: Request): Promise<Response> {
  const stored = await caches.match(request, { cacheName: CACHE_NAME })
  return stored ?? fetch(request)
}

async function copyFiles(urls: readonly string[]): Promise<void> {
  const currentUrls = new Set(urls.map((url) => new URL(url, self.registration.scope).href))
  const scopeCaches = (await caches.keys()).filter(
    (name) => name !== CACHE_NAME && name.endsWith(self.registration.scope),
  )
  const oldFiles: (readonly [Request, Response])[] = []
  for (const name of scopeCaches) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const isOldFile = isHashed(request.url) && !currentUrls.has(request.url)
      if (!isOldFile) continue
      const response = await cache.match(request)
      if (response) oldFiles.push([request, response])
    }
  }
  // If no hashed file has changed, the stored files of the previous build stay.
  if (oldFiles.length === 0) return
  await caches.delete(CACHE_NAME)
  const previousStore = await caches.open(CACHE_NAME)
  for (const [request, response] of oldFiles) await previousStore.put(request, response)
}

const isHashed = (url: string): boolean => url.startsWith(`${self.registration.scope}assets/`) && !url.includes('?')
