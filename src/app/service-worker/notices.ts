// A clicked notification brings the portal to the front, at the page that it is about; the page checks who is signed
// in.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

export function openWhatIsClicked(): void {
  self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
}

async function open(notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as { readonly path: string }
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return void (await self.clients.openWindow(self.registration.scope + path.slice(1)))
  // The router shows it, so that nothing open is lost by a reload.
  page.postMessage({ type: 'OPEN', path })
  await page.focus()
}
