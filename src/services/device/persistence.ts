// Asks the browser to keep the portal's local data even when storage runs out. Some browsers ask the user, so this is
// asked when there is something worth keeping, and once more for the installed portal, to which browsers are more
// generous.
import { isInstalledWindow } from './install.ts'
import { readText, writePreference } from './preference.ts'

/** 'yes' after the first question, 'installed' after the second one. */
const ASKED = 'storage-asked'

/** Called whenever a draft was saved, and after an installation. */
export async function keepStorage(afterInstallation = false): Promise<void> {
  if (!navigator.storage?.persist) return
  const asked = readText(ASKED)
  const isInstalled = afterInstallation || isInstalledWindow()
  if (asked === 'installed' || (asked !== null && !isInstalled)) return
  writePreference(ASKED, isInstalled ? 'installed' : 'yes')
  // Without it drafts are kept as long as there is room.
  await navigator.storage.persist().catch(() => false)
}
