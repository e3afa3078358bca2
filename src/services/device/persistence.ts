// Asks the browser to keep what this device stores for the portal even when room runs out. Some browsers ask their user, so it is
// asked once, when there is something worth keeping.
import { readText, writePreference } from './preference.ts'

const ASKED = 'storage-asked'

/** Called whenever a draft was saved; asks after the first one on this device. */
export async function keepStorage(): Promise<void> {
  if (!navigator.storage?.persist || readText(ASKED) !== null) return
  writePreference(ASKED, 'yes')
  // Without it drafts are kept as before, as long as there is room.
  await navigator.storage.persist().catch(() => false)
}
