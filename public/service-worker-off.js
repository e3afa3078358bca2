// The kill switch: served in place of service-worker.js (SERVICE_WORKER=off) it removes the portal's caches and the worker itself, and
// reloads the pages it held. To be used when a released worker turns out to be broken. Another portal on this origin keeps its own.

/** A browser may keep a worker waiting for minutes, until the one before it has nothing to do: this one leaves without its turn then. */
const TURN_WITHIN_MS = 3000

let hasLeft = false
async function leave() {
  if (hasLeft) return
  hasLeft = true
  const { scope } = self.registration
  for (const name of await caches.keys()) if (name.endsWith(scope)) await caches.delete(name)
  await self.registration.unregister()
}

self.addEventListener('install', () => {
  void self.skipWaiting()
  setTimeout(leave, TURN_WITHIN_MS)
})
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await leave()
      for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url)
    })(),
  )
})
