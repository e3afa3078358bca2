// Registers the service worker and reports when a new version is waiting. The user decides when it is activated.
import { client } from '#brand/current.ts'
import { HOUR_MS } from '#domain/units.ts'
import { sendLanguageToWorker } from '#services/device/shown-language.ts'
import { RELOADED_FOR_UPDATE, takeOver } from '#services/device/take-over.ts'

const CHECK_EVERY_MS = HOUR_MS

/** Resolves `newVersionWaits`. */
let reportNewVersion: () => void
/** Resolves once a new version waits. */
export const newVersionWaits = new Promise<void>((resolve) => {
  reportNewVersion = resolve
})

/** Called once the page has loaded, because no part of the page needs the service worker. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(`${client.basePath}service-worker.js`, { scope: client.basePath })
  workbox.addEventListener('waiting', () => {
    reportNewVersion()
    const activate = () => void takeOver().catch(() => location.reload())
    void import('#services/device/updates.ts').then(({ offerUpdate }) => offerUpdate(activate))
  })
  const registration = await workbox.register()
  if (registration) void sendLanguageToWorker(registration)
  const hasReloaded = sessionStorage.getItem(RELOADED_FOR_UPDATE) !== null
  sessionStorage.removeItem(RELOADED_FOR_UPDATE)
  // The tab has reloaded for an update (device/take-over.ts). If no new version waits any more, the new version took over
  // during the reload. This tab can then still run the old version, so it reloads again.
  if (hasReloaded && !registration?.waiting) location.reload()
  setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS)
}
