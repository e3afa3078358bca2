// The kill switch: served in place of service-worker.js (SERVICE_WORKER=off) it removes the portal's caches and the worker itself, and
// reloads the pages it held. To be used when a released worker turns out to be broken. Another portal on this origin keeps its own.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const { scope } = self.registration
      for (const name of await caches.keys()) if (name.endsWith(scope)) await caches.delete(name)
      await self.registration.unregister()
      for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url)
    })(),
  )
})
