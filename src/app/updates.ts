// The service worker's registration, and the news that a new version waits. It never takes over by itself: only the operator lets
// it (threats T50).
import { HOUR_MS } from '#domain/units.ts'

const CHECK_EVERY_MS = HOUR_MS

/** How soon the waiting version is asked again to take over: asked once, on a busy machine, it was seen to go on waiting. */
const ASK_AGAIN_MS = 1000

/** Called once the page has loaded: nobody waits for it. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`, { scope: import.meta.env.BASE_URL })
  workbox.addEventListener('waiting', () => {
    void import('#services/updates.ts').then(({ offerUpdate }) =>
      offerUpdate(() => {
        workbox.addEventListener('controlling', () => location.reload())
        workbox.messageSkipWaiting()
        setInterval(() => workbox.messageSkipWaiting(), ASK_AGAIN_MS)
      }),
    )
  })
  // Without it the portal works as before, only not offline; the next visit tries again.
  await workbox.register()
  setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS)
}
