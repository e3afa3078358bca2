// Asks the browser not to delete the portal's local data when storage runs out. Some browsers then ask the user. The
// portal therefore asks only when there is data to store. Browsers grant the request more often to an installed portal.
// The portal therefore asks again after its installation.
import { readText, writePreference } from './preference.ts'

/** The key of a stored value: 'yes' after the first request, 'installed' after the second. */
const ASKED_KEY = 'storage-asked'

/** True in the window of the installed portal. */
export const isInstalledWindow = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches

/** Called whenever a draft was saved, and after an installation. */
export async function requestPersistentStorage({ isInstalled = isInstalledWindow() } = {}): Promise<void> {
  if (!navigator.storage?.persist) return
  const lastRequest = readText(ASKED_KEY)
  // The portal asks once before the installation and once after it.
  const hasAsked = isInstalled ? lastRequest === 'installed' : lastRequest !== null
  if (hasAsked) return
  writePreference(ASKED_KEY, isInstalled ? 'installed' : 'yes')
  // If refused, drafts stay as long as there is space.
  await navigator.storage.persist().catch(() => false)
}
