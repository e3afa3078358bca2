// How much of this device's storage the portal uses, and how much the browser allows.

/** In bytes, of everything that the portal stores here, including its own files. */
export interface StorageUsage {
  readonly used: number
  readonly allowed: number
}

/** Undefined if the browser does not report it. */
export async function storageUsage(): Promise<StorageUsage | undefined> {
  // The types claim that it always exists; on plain http it does not.
  const storage = (globalThis.navigator as Partial<Navigator> | undefined)?.storage
  try {
    const { usage, quota } = (await storage?.estimate()) ?? {}
    return usage === undefined || quota === undefined ? undefined : { used: usage, allowed: quota }
  } catch {
    return undefined
  }
}
