// Activates a version of the portal that is installed and waiting.

/**
 * How long the page waits for the new version to take over. If an HTTP request restarts the old worker at that moment,
 * Chromium keeps the new worker waiting and ignores further messages until a page of the portal opens. The page
 * therefore reloads after this time.
 */
const TAKE_OVER_MS = 5000
/**
 * Key in this tab's storage. Set if the tab reloads before the new version has taken over. The reloaded tab may then
 * still run the old version.
 */
export const RELOADED_FOR_UPDATE = 'lets-new-version-in'

/** Activates the waiting version and reloads this tab. */
export async function takeOver(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const waitingWorker = registration?.waiting
  // The version no longer waits if another tab has activated it, or if no page used the old version.
  if (!waitingWorker) return location.reload()
  // Waits until the worker is active, not until it controls this page. A page that was opened without a worker is not
  // controlled by any worker before it reloads.
  waitingWorker.addEventListener('statechange', () => {
    if (waitingWorker.state === 'activated') location.reload()
  })
  waitingWorker.postMessage({ type: 'SKIP_WAITING' })
  setTimeout(() => {
    sessionStorage.setItem(RELOADED_FOR_UPDATE, '')
    location.reload()
  }, TAKE_OVER_MS)
}
