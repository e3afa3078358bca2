// Asks the browser not to delete the portal's local data when storage runs out. Some browsers ask the user, so the
// portal does not ask until there is data worth storing. The installed portal asks again, since browsers grant its
// request more often.
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
  // One request before the installation and one after it.
  const isRepeated = lastRequest === 'installed' || (lastRequest !== null && !isInstalled)
  if (isRepeated) return
  writePreference(ASKED_KEY, isInstalled ? 'installed' : 'yes')
  // If refused, drafts stay as long as there is space.
  await navigator.storage.persist().catch(() => false)
}
