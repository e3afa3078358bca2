// How much of this device's storage the portal takes, and how much the browser would let it take.

/** In bytes, of everything that the portal keeps here, its own files included. */
export interface StorageUsage {
  readonly used: number
  readonly allowed: number
}

/** Undefined where the browser does not tell. */
export async function storageUsage(): Promise<StorageUsage | undefined> {
  // Types say that it is always there; on plain http it is not.
  const storage = (globalThis.navigator as Partial<Navigator> | undefined)?.storage
  try {
    const { usage, quota } = (await storage?.estimate()) ?? {}
    return usage === undefined || quota === undefined ? undefined : { used: usage, allowed: quota }
  } catch {
    return undefined
  }
}
