// Files that the portal has received but not read yet. They are only in memory, so that nothing is stored before the
// user has chosen what they contain. A file can come from outside the pages: the user opens it with the installed app,
// or another app shares it. The portal then asks first what the file contains. A file whose type is known waits for the
// page that reads this type.
import { useSyncExternalStore } from 'react'
import type { RowTypeName } from '#domain/row-types.ts'
import { createObservable } from '../observable.ts'
import { sessionStore } from '../session/session.ts'

/** A file that waits to be read as rows of its type. */
interface WaitingFile {
  readonly file: File
  readonly kind: RowTypeName
  /**
   * True for a file from outside the pages. The wizard that opens it starts a new draft, even if another draft is open.
   */
  readonly isFromOutside: boolean
}

const NO_FILES: readonly File[] = []
const offeredFiles = createObservable(NO_FILES)
const waitingFile = createObservable<WaitingFile | undefined>(undefined)

// Files that arrive before a login wait for the user who logs in. If a different user logs in later, they are dropped.
let lastUserId = sessionStore.get()?.user.userId
sessionStore.subscribe(() => {
  const userId = sessionStore.get()?.user.userId
  if (userId === undefined) return
  const isOtherUser = lastUserId !== undefined && lastUserId !== userId
  if (isOtherUser) {
    offeredFiles.set(NO_FILES)
    waitingFile.set(undefined)
  }
  lastUserId = userId
})

/** Offers files from the system to the user. They replace earlier files that the user has not decided about. */
export function offerFiles(files: readonly File[]): void {
  if (files.length > 0) offeredFiles.set(files)
}

/** The files of one launch that the user has not decided about. Usually there is only one. */
export const useOfferedFiles = (): readonly File[] => useSyncExternalStore(offeredFiles.subscribe, offeredFiles.get)

/** Called when the user declines all offered files. */
export const declineOfferedFiles = (): void => closeOffer()

/**
 * Passes one offered file to the page that reads this row type. Drops the other files, because the portal reads one
 * file at a time.
 */
export function passToPage(file: File, kind: RowTypeName): void {
  closeOffer()
  waitingFile.set({ file, kind, isFromOutside: true })
}

function closeOffer(): void {
  rememberHandled(offeredFiles.get())
  offeredFiles.set(NO_FILES)
}

/** Stores a file for the page of its type until everything that the page needs is loaded. */
export const addWaitingFile = (file: File, kind: RowTypeName): void =>
  waitingFile.set({ file, kind, isFromOutside: false })

/** The file that waits for the page of a row type. */
export function useWaitingFile(kind: RowTypeName): WaitingFile | undefined {
  const waiting = useSyncExternalStore(waitingFile.subscribe, waitingFile.get)
  return waiting?.kind === kind ? waiting : undefined
}

/** Called when the waiting file was read, or the user declined it. */
export const clearWaitingFile = (): void => waitingFile.set(undefined)

const MARKS_KEY = 'portal.opened-file'
const toMark = ({ size, lastModified }: File): string => `${size} ${lastModified}`

/**
 * True for a file of the last offer that the user has decided about in this tab. After a reload, the browser delivers
 * the files of that offer again.
 */
export function wasHandled(file: File): boolean {
  try {
    const marks = sessionStorage.getItem(MARKS_KEY)?.split('\n') ?? []
    return marks.includes(toMark(file))
  } catch {
    return false
  }
}

// Stores only the sizes and times of the files, never their names or contents.
function rememberHandled(files: readonly File[]): void {
  try {
    sessionStorage.setItem(MARKS_KEY, files.map(toMark).join('\n'))
  } catch {
    // Without storage, the user is asked about the files again after a reload.
  }
}
