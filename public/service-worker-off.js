// The kill switch: served in place of service-worker.js it removes every cache and the worker itself, and reloads the
// pages it held. To be used when a released worker turns out to be broken.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      await self.registration.unregister()
      for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url)
    })(),
  )
})
