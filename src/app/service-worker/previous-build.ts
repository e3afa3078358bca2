// Caches the files of the previous build for tabs that still run it after another tab has installed the new version, so
// that these tabs can load further pages. Only hashed files of the build are cached, as in the precache.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

const CACHE_NAME = `previous-build-${self.registration.scope}`

/**
 * On installation, stores the precached files that belong only to earlier builds; `urls` are the files of this build.
 */
export function keepPreviousBuild(urls: readonly string[]): void {
  self.addEventListener('install', (event) => event.waitUntil(copyFiles(urls)))
}

/** Serves a file that is not in the precache: from the previous build, or else from the server. */
export async function fromPreviousBuild(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE_NAME })) ?? fetch(request)
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
      const response = currentUrls.has(request.url) || !isHashed(request.url) ? undefined : await cache.match(request)
      if (response) oldFiles.push([request, response])
    }
  }
  // No hashed file has changed, so the stored files of earlier builds stay.
  if (oldFiles.length === 0) return
  await caches.delete(CACHE_NAME)
  const previousStore = await caches.open(CACHE_NAME)
  for (const [request, response] of oldFiles) await previousStore.put(request, response)
}

const isHashed = (url: string): boolean => url.startsWith(`${self.registration.scope}assets/`) && !url.includes('?')
