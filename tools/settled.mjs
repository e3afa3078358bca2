// Waits until a page has nothing pending: no call in progress, no placeholder, all fonts. The network itself is never idle,
// because a tab always has one call that the server holds (docs/decisions/535-the-server-holds-a-call-until-something-changes.md).
const QUIET_MS = 500

export const untilSettled = (page) =>
  page.waitForFunction((quietMs) => {
    const busyElement = document.querySelector('[role=progressbar].fixed, [aria-busy=true], .animate-breathe')
    const isBusy = busyElement !== null || document.fonts.status !== 'loaded'
    window.settledAt = isBusy ? undefined : (window.settledAt ?? performance.now())
    return window.settledAt !== undefined && performance.now() - window.settledAt > quietMs
  }, QUIET_MS)
