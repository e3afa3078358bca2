// Writes corrected rows back into a file that was opened with the installed portal. The handles of files are only in
// memory, and are dropped when another user signs in. A file is written only if it still has the content that was last
// read or written here, so that no change by another program is overwritten.
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

interface WritableFile {
  readonly name: string
  readonly handle: OpenedHandle
  writtenContent?: Uint8Array<ArrayBuffer>
}

let writableFiles: WritableFile[] = []
let lastUserId = sessionStore.get()?.user.userId
sessionStore.subscribe(() => {
  const userId = sessionStore.get()?.user.userId
  if (userId === undefined) return
  if (lastUserId !== undefined && lastUserId !== userId) writableFiles = []
  lastUserId = userId
})

/** Remembers the handle of a file. Ignores handles of browsers that cannot write files. */
export function rememberHandle(name: string, handle: OpenedHandle): void {
  if (handle.createWritable) writableFiles.push({ name, handle })
}

/** True if a file with this name was opened here. */
export const canWriteBack = (name: string): boolean => writableFiles.some((each) => each.name === name)

/** 'changed': the file no longer has the content that was read. 'refused': by the user or the browser. */
export type WriteBackResult = 'written' | 'changed' | 'refused'

/**
 * `originalContent`: the content that the rows were read from. `makeContent`: makes the new content; undefined if that
 * fails. Call this function in a click handler, since the browser asks the user.
 */
export async function writeBack(
  name: string,
  originalContent: Uint8Array<ArrayBuffer>,
  makeContent: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
): Promise<WriteBackResult> {
  try {
    // If several files with this name were opened, the last one with this content is written.
    for (const writableFile of writableFiles.filter((each) => each.name === name).toReversed()) {
      const content = new Uint8Array(await (await writableFile.handle.getFile()).arrayBuffer())
      const isUnchanged =
        isSame(content, originalContent) ||
        (writableFile.writtenContent !== undefined && isSame(content, writableFile.writtenContent))
      if (!isUnchanged) continue
      if ((await writableFile.handle.requestPermission?.({ mode: 'readwrite' })) === 'denied') return 'refused'
      const bytes = await makeContent()
      const writable = bytes && (await writableFile.handle.createWritable?.())
      if (!bytes || !writable) return 'refused'
      await writable.write(bytes)
      await writable.close()
      writableFile.writtenContent = bytes
      return 'written'
    }
    return 'changed'
  } catch {
    return 'refused'
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
