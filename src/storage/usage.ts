// The storage that the portal uses on this device, and the limit that the browser sets.

/** Bytes. `used`: everything that the portal stores on this device, including its own files. */
export interface StorageUsage {
  readonly used: number
  readonly limit: number
}

/** Undefined if the browser does not report the usage. */
export async function storageUsage(): Promise<StorageUsage | undefined> {
  // The types claim that the storage manager always exists, but plain http pages do not have it.
  const storage = (globalThis.navigator as Partial<Navigator> | undefined)?.storage
  try {
    const { usage, quota } = (await storage?.estimate()) ?? {}
    if (usage === undefined || quota === undefined) return undefined
    return { used: usage, limit: quota }
  } catch {
    return undefined
  }
}
