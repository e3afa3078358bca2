// Asks the browser to keep the portal's local data even when storage runs out. Some browsers ask the user, so this is
// asked once, when there is something worth keeping.
import { readText, writePreference } from './preference.ts'

const ASKED = 'storage-asked'

/** Called whenever a draft was saved; asks after the first one on this device. */
export async function keepStorage(): Promise<void> {
  if (!navigator.storage?.persist || readText(ASKED) !== null) return
  writePreference(ASKED, 'yes')
  // Without it drafts are kept as long as there is room.
  await navigator.storage.persist().catch(() => false)
}
