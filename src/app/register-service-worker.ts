// Registers the service worker and reports when a new version is waiting. The user decides when it is activated.
import { client } from '#brand/current.ts'
import { HOUR_MS } from '#domain/units.ts'
import { showInWorker } from '#services/device/shown-language.ts'
import { RELOADED_FOR_UPDATE, takeOver } from '#services/device/take-over.ts'

const CHECK_EVERY_MS = HOUR_MS

let reportNewVersion: () => void
/** Resolves once a new version waits. */
export const newVersionWaits = new Promise<void>((resolve) => (reportNewVersion = resolve))

/** Called once the page has loaded, since nothing depends on it. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(`${client.basePath}service-worker.js`, { scope: client.basePath })
  workbox.addEventListener('waiting', () => {
    reportNewVersion()
    void import('#services/device/updates.ts').then(({ offerUpdate }) =>
      offerUpdate(() => void takeOver().catch(() => location.reload())),
    )
  })
  const registration = await workbox.register()
  if (registration) void showInWorker(registration)
  const hasReloaded = sessionStorage.getItem(RELOADED_FOR_UPDATE) !== null
  sessionStorage.removeItem(RELOADED_FOR_UPDATE)
  // The new version took over while this tab reloaded, so the tab may still run the old one (device/take-over.ts).
  if (hasReloaded && !registration?.waiting) location.reload()
  setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS)
}
