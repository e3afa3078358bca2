// Files that the portal received but has not read yet. They are only in memory, so that nothing is stored before the
// user has chosen the type. For a file from outside the pages (opened with the installed app, or shared to it), the
// user is asked for the type first. A file of a known type waits for the page that reads it.
import { useSyncExternalStore } from 'react'
import type { RowTypeName } from '#domain/row-types.ts'
import { createObservable } from '../observable.ts'
import { sessionStore } from '../session/session.ts'

/** A file that waits to be read as rows of its type. */
interface WaitingFile {
  readonly file: File
  readonly kind: RowTypeName
  /**
   * True for a file from outside the page until a wizard opens it. The wizard then starts a new draft, even if another
   * one is open.
   */
  readonly isFromOutside: boolean
}

const NONE: readonly File[] = []
const offeredFiles = createObservable(NONE)
const waitingFile = createObservable<WaitingFile | undefined>(undefined)

// Files that arrive before the login wait for the user who logs in. They are dropped if a different user logs in later.
let lastUserId = sessionStore.get()?.user.userId
sessionStore.subscribe(() => {
  const userId = sessionStore.get()?.user.userId
  if (userId === undefined) return
  if (lastUserId !== undefined && lastUserId !== userId) {
    offeredFiles.set(NONE)
    waitingFile.set(undefined)
  }
  lastUserId = userId
})

/** Offers files from the system to the user. They replace earlier files that the user has not decided about. */
export function offerFiles(files: readonly File[]): void {
  if (files.length > 0) offeredFiles.set(files)
}

/** The files of one launch that the user has not decided about; usually one. */
export const useOfferedFiles = (): readonly File[] => useSyncExternalStore(offeredFiles.subscribe, offeredFiles.get)

/** Called when the user declines all offered files. */
export function declineOfferedFiles(): void {
  rememberHandled(offeredFiles.get())
  offeredFiles.set(NONE)
}

/** Passes one file to the page that reads this row type, and drops the others: the portal reads one file at a time. */
export function passToPage(file: File, kind: RowTypeName): void {
  declineOfferedFiles()
  waitingFile.set({ file, kind, isFromOutside: true })
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

/** True for the files that were last read or declined in this tab. A browser delivers them again after a reload. */
export function wasHandled(file: File): boolean {
  try {
    return sessionStorage.getItem(MARKS_KEY)?.split('\n').includes(toMark(file)) === true
  } catch {
    return false
  }
}

// Stores neither names nor contents of the files.
function rememberHandled(files: readonly File[]): void {
  try {
    sessionStorage.setItem(MARKS_KEY, files.map(toMark).join('\n'))
  } catch {
    // Without storage, the user is asked about the files again after a reload.
  }
}
