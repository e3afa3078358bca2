// The browser's side of Web Push: subscribes this device to the browser's push service. Push messages are empty. The
// service worker decides what to show (app/service-worker/notices).

/** The address at which the server can reach this device. Undefined without a subscription. */
export const pushEndpoint = async (): Promise<string | undefined> => (await readSubscription())?.endpoint

export const isPushSupported = (): boolean => 'PushManager' in globalThis && 'serviceWorker' in navigator

/**
 * Subscribes this device. Returns false if the browser refuses, or if its push service cannot be reached.
 *
 * @param key the server's public key
 */
export async function subscribeToPush(key: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  // A subscription for an earlier key of the server no longer works.
  await unsubscribeFromPush()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await registration?.pushManager.subscribe(options).catch(() => undefined)
  return subscription !== undefined
}

export async function unsubscribeFromPush(): Promise<void> {
  const subscription = await readSubscription()
  await subscription?.unsubscribe().catch(() => false)
}

async function readSubscription(): Promise<PushSubscription | undefined> {
  if (!isPushSupported()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription().catch(() => null)
  return subscription ?? undefined
}
