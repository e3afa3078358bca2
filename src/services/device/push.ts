// The browser's side of Web Push: subscribes this device to the browser's push service. Messages are empty; the service
// worker decides what to show (app/service-worker/notices).

/** The address at which the server can reach this device; undefined without a subscription. */
export const pushEndpoint = async (): Promise<string | undefined> => (await subscription())?.endpoint

export const isPushSupported = (): boolean => 'PushManager' in globalThis && 'serviceWorker' in navigator

/** Subscribes; returns false if the browser refuses or its push service cannot be reached. `key`: the server's public key. */
export async function subscribeToPush(key: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  // A subscription for an earlier key of the server no longer works.
  await unsubscribeFromPush()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  return (await registration?.pushManager.subscribe(options).catch(() => undefined)) !== undefined
}

export async function unsubscribeFromPush(): Promise<void> {
  await (await subscription())?.unsubscribe().catch(() => false)
}

async function subscription(): Promise<PushSubscription | undefined> {
  if (!isPushSupported()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? undefined
}
