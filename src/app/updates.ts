// Registers the service worker and reports when a new version is waiting. It is installed only when the user decides.
import type { Workbox } from 'workbox-window'
import { HOUR_MS } from '#domain/units.ts'

const CHECK_EVERY_MS = HOUR_MS

/**
 * How long the page waits for the new version to take over. If a request restarts the old worker at that moment,
 * Chromium keeps the new one waiting and ignores further requests. It tries again when a page of the portal opens.
 */
const TAKE_OVER_MS = 5000
/** Set in this tab's storage after it has reloaded for the new version; the tab may still run the old one. */
const RELOADED_FOR_UPDATE = 'lets-new-version-in'

/** Activates the waiting version and reloads this tab. */
async function takeOver(workbox: Workbox): Promise<void> {
  workbox.addEventListener('controlling', () => location.reload())
  const registration = await navigator.serviceWorker.getRegistration()
  // Another tab has already activated it.
  if (!registration?.waiting) return location.reload()
  workbox.messageSkipWaiting()
  setTimeout(() => {
    sessionStorage.setItem(RELOADED_FOR_UPDATE, '')
    location.reload()
  }, TAKE_OVER_MS)
}

/** Called once the page has loaded, since nothing depends on it. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`, { scope: import.meta.env.BASE_URL })
  workbox.addEventListener('waiting', () => {
    void import('#services/device/updates.ts').then(({ offerUpdate }) =>
      offerUpdate(() => void takeOver(workbox).catch(() => location.reload())),
    )
  })
  // The portal works without it, only not offline; the next visit tries again.
  const registration = await workbox.register()
  const hasReloaded = sessionStorage.getItem(RELOADED_FOR_UPDATE) !== null
  sessionStorage.removeItem(RELOADED_FOR_UPDATE)
  if (hasReloaded && !registration?.waiting) location.reload()
  setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS)
}
