// The browser's side of Web Push: its push service gets an address for this device. Messages are empty; what is shown is
// in the service worker (app/service-worker/notices).

/** Where the server can reach this device; undefined without a subscription. */
export const pushEndpoint = async (): Promise<string | undefined> => (await subscription())?.endpoint

export const isPushKnown = (): boolean => 'PushManager' in globalThis && 'serviceWorker' in navigator

/** False if the browser refuses, or its push service cannot be reached. */
export async function subscribeToPush(key: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  // One for an earlier key of the server is of no use.
  await unsubscribeFromPush()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  return (await registration?.pushManager.subscribe(options).catch(() => undefined)) !== undefined
}

export async function unsubscribeFromPush(): Promise<void> {
  await (await subscription())?.unsubscribe().catch(() => false)
}

async function subscription(): Promise<PushSubscription | undefined> {
  if (!isPushKnown()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? undefined
}
