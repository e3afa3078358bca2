// Writes corrected rows back into a file that was opened with the installed portal. Handles are only in memory and only
// for their user. A file is written only if it still has the content that was last read or written here, so that no
// change by another program is overwritten.
import { sessionStore } from '../session/session.ts'

/** The methods of FileSystemFileHandle that the portal uses; requesting a permission is not in the DOM types yet. */
export interface OpenedHandle {
  readonly getFile: () => Promise<File>
  readonly requestPermission?: (options: { readonly mode: 'readwrite' }) => Promise<PermissionState>
  readonly createWritable?: () => Promise<{
    readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
    readonly close: () => Promise<void>
  }>
}

interface KnownFile {
  readonly name: string
  readonly handle: OpenedHandle
  writtenContent?: Uint8Array<ArrayBuffer>
}

let knownFiles: KnownFile[] = []
let lastUserId = sessionStore.get()?.user.userId
sessionStore.subscribe(() => {
  const userId = sessionStore.get()?.user.userId
  if (userId === undefined) return
  if (lastUserId !== undefined && lastUserId !== userId) knownFiles = []
  lastUserId = userId
})

/** Remembers the handle of a file. Ignores handles of browsers that cannot write files. */
export function rememberHandle(name: string, handle: OpenedHandle): void {
  if (handle.createWritable) knownFiles.push({ name, handle })
}

/** True if a file with this name was opened here. */
export const canWriteBack = (name: string): boolean => knownFiles.some((each) => each.name === name)

/** 'changed': the file no longer has the content that was read. 'refused': by the user or the browser. */
export type WriteBackResult = 'written' | 'changed' | 'refused'

/** `read`: the content that the rows were read from. Call it in a click handler, since the browser asks the user. */
export async function writeBack(
  name: string,
  read: Uint8Array<ArrayBuffer>,
  make: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
): Promise<WriteBackResult> {
  try {
    // The file with this name that was opened last.
    for (const each of knownFiles.filter((one) => one.name === name).toReversed()) {
      const now = new Uint8Array(await (await each.handle.getFile()).arrayBuffer())
      if (!isSame(now, read) && !(each.writtenContent && isSame(now, each.writtenContent))) continue
      if ((await each.handle.requestPermission?.({ mode: 'readwrite' })) === 'denied') return 'refused'
      const bytes = await make()
      const writable = bytes && (await each.handle.createWritable?.())
      if (!bytes || !writable) return 'refused'
      await writable.write(bytes)
      await writable.close()
      each.writtenContent = bytes
      return 'written'
    }
    return 'changed'
  } catch {
    return 'refused'
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
