// Activates a version of the portal that is installed and waiting.

/**
 * How long the page waits for the new version to take over. If an HTTP request restarts the old worker at that moment,
 * Chromium keeps the new one waiting, ignores further messages, and tries again when a page of the portal opens.
 */
const TAKE_OVER_MS = 5000
/**
 * Set in this tab's storage if the tab reloads before the new version has taken over, and so may still run the old one.
 */
export const RELOADED_FOR_UPDATE = 'lets-new-version-in'

/** Activates the waiting version and reloads this tab. */
export async function takeOver(): Promise<void> {
  const waitingWorker = (await navigator.serviceWorker.getRegistration())?.waiting
  // Another tab has already activated the version, or no page used the old version.
  if (!waitingWorker) return location.reload()
  // Waits for the activation, not for control of this page: a page's first worker does not control it, so the next
  // worker does not either.
  waitingWorker.addEventListener('statechange', () => {
    if (waitingWorker.state === 'activated') location.reload()
  })
  waitingWorker.postMessage({ type: 'SKIP_WAITING' })
  setTimeout(() => {
    sessionStorage.setItem(RELOADED_FOR_UPDATE, '')
    location.reload()
  }, TAKE_OVER_MS)
}
