// Notifications in the service worker: a clicked one brings the portal to the front, at the page that it is about (the
// page checks who is signed in), and a push without content says that something may wait.
/// <reference lib="webworker" />
import * as say from '#words/app/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** The same as of the page's own notice (services/device/system-notices), which replaces this one. */
const WAITING_TAG = 'waiting'

export function openWhatIsClicked(): void {
  self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification, event.action)))
}

/** The server is not asked: that would need the user's token, and the message would only be more precise. */
export function showPushes(icon: string | undefined): void {
  self.addEventListener('push', (event) => event.waitUntil(show(icon)))
}

async function show(icon: string | undefined): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The user is looking at the portal, which asks the server itself.
  if (pages.some(({ focused }) => focused)) return
  await self.registration.showNotification(say.somethingMayWait, {
    tag: WAITING_TAG,
    ...(icon !== undefined && { icon }),
    data: { path: '/' },
  })
}

/** `action`: the path of a button of the notice; '' for the notice itself. */
async function open(notification: Notification, action: string): Promise<void> {
  notification.close()
  const path = action === '' ? (notification.data as { readonly path: string }).path : action
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return void (await self.clients.openWindow(self.registration.scope + path.slice(1)))
  // The router shows it, so that nothing open is lost by a reload.
  page.postMessage({ type: 'OPEN', path })
  await page.focus()
}
