// Writes corrected rows back into a file that was opened with the installed portal. The handles of files are only in
// memory. They are dropped when another user signs in. The portal overwrites a file only if the file still has the
// content that the portal has last read or written. Otherwise it could overwrite a change by another program.
import { sessionStore } from '../session/session.ts'

/** The methods of FileSystemFileHandle that the portal uses. The DOM types do not have `requestPermission` yet. */
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
  const isOtherUser = lastUserId !== undefined && lastUserId !== userId
  if (isOtherUser) writableFiles = []
  lastUserId = userId
})

/** Remembers the handle of a file. Ignores handles of browsers that cannot write files. */
export function rememberHandle(name: string, handle: OpenedHandle): void {
  if (handle.createWritable) writableFiles.push({ name, handle })
}

/** True if a file with this name was opened here. */
export const canWriteBack = (name: string): boolean => writableFiles.some((each) => each.name === name)

/**
 * 'changed': the file no longer has the content that was read. 'refused': the user or the browser has refused, or the
 * writing has failed.
 */
export type WriteBackResult = 'written' | 'changed' | 'refused'

/**
 * Must be called in a click handler, because the browser asks the user.
 *
 * @param originalContent the content that the rows were read from
 * @param makeContent makes the new content. Returns undefined if that fails.
 */
export async function writeBack(
  name: string,
  originalContent: Uint8Array<ArrayBuffer>,
  makeContent: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
): Promise<WriteBackResult> {
  try {
    // Several files with this name may have been opened. The last file with the expected content is written.
    const filesWithName = writableFiles.filter((each) => each.name === name)
    for (const writableFile of filesWithName.toReversed()) {
      const { handle, writtenContent } = writableFile
      const file = await handle.getFile()
      const content = new Uint8Array(await file.arrayBuffer())
      const isAsRead = isSame(content, originalContent)
      const isAsWritten = writtenContent !== undefined && isSame(content, writtenContent)
      if (!isAsRead && !isAsWritten) continue
      const permission = await handle.requestPermission?.({ mode: 'readwrite' })
      if (permission === 'denied') return 'refused'
      const bytes = await makeContent()
      if (!bytes) return 'refused'
      const writable = await handle.createWritable?.()
      if (!writable) return 'refused'
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
