// Notifications in the service worker. A click on a notification brings the portal to the front and opens the path of
// the notification. The page then checks who is signed in. A push message has no content, so its notification only says
// that something may be waiting.
/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/**
 * The same tag as the page's own notice (services/device/system-notices), so that the page's notice replaces this one.
 */
const WAITING_TAG = 'waiting'

export function listenForNotificationClicks(): void {
  self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification, event.action)))
}

/**
 * Shows the same notification for each push message. To say more, the worker would need the user's token.
 *
 * @param readText the message in the language of the device
 */
export function listenForPushes(readText: () => Promise<string>): void {
  self.addEventListener('push', (event) => event.waitUntil(show(readText)))
}

/** The types of TypeScript do not have this event. */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/**
 * If the browser renews the subscription, sends its new address to the server, even if no page is open. The earlier
 * address identifies this device, because no one else knows that address.
 */
export function listenForRenewedSubscriptions(): void {
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as PushSubscriptionChangeEvent
    change.waitUntil(renew(change))
  })
}

async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (!oldSubscription) return
  const { pushManager, scope } = self.registration
  const renewed = newSubscription ?? (await pushManager.subscribe(oldSubscription.options))
  await fetch(`${scope}api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      method: 'renewPushEndpoint',
      params: { earlierEndpoint: oldSubscription.endpoint, pushEndpoint: renewed.endpoint },
    }),
    credentials: 'omit',
    redirect: 'error',
  })
}

async function show(readText: () => Promise<string>): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A user who is looking at the portal needs no notification, because the page polls the server itself.
  const isPortalFocused = pages.some(({ focused }) => focused)
  if (isPortalFocused) return
  await self.registration.showNotification(await readText(), {
    tag: WAITING_TAG,
    icon: `${self.registration.scope}icons/icon-192.png`,
    data: { path: '/' },
  })
}

/** `action` is the path of a button of the notification, or '' for the notification itself. */
async function open(notification: Notification, action: string): Promise<void> {
  notification.close()
  const { path: ownPath } = notification.data as { readonly path: string }
  const path = action === '' ? ownPath : action
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) {
    await self.clients.openWindow(self.registration.scope + path.slice(1))
    return
  }
  // The page's router opens the path, because loading it in the window would lose unsaved input.
  page.postMessage({ type: 'OPEN', path })
  await page.focus()
}
