// A file that the portal has but has not read yet, in memory only, so that nothing of it is stored before the user says
// what it is. A file from outside the pages (opened with the installed app, or shared to it) is asked about first; a
// file of a known type waits for the page that reads it.
import { useSyncExternalStore } from 'react'
import type { RowKindName } from '#domain/row-kinds.ts'
import { createCell } from '../cell.ts'
import { sessionStore } from '../session/session.ts'

/** A file that waits to be read as rows of its type. */
interface WaitingFile {
  readonly file: File
  readonly kind: RowKindName
  /** True until a wizard was opened for a file from outside the page: it starts a new draft there, whatever is open. */
  readonly isFromOutside: boolean
}

const NONE: readonly File[] = []
const asked = createCell(NONE)
const waiting = createCell<WaitingFile | undefined>(undefined)

// It waits for the next user who signs in, and for no one after them.
let whose = sessionStore.get()?.user.userId
sessionStore.subscribe(() => {
  const userId = sessionStore.get()?.user.userId
  if (userId === undefined) return
  if (whose !== undefined && whose !== userId) {
    asked.set(NONE)
    waiting.set(undefined)
  }
  whose = userId
})

/** Takes files from the system; they replace earlier ones that were not decided about. */
export function takeOpened(files: readonly File[]): void {
  if (files.length > 0) asked.set(files)
}

/** The files of one launch that are not decided about yet; usually one. */
export const useOfferedFiles = (): readonly File[] => useSyncExternalStore(asked.subscribe, asked.get)

/** The user wants none of them. */
export function declineOffered(): void {
  rememberAnswered(asked.get())
  asked.set(NONE)
}

/** Gives one of them to the page that reads such rows. The portal reads one at a time. */
export function handOver(file: File, kind: RowKindName): void {
  declineOffered()
  waiting.set({ file, kind, isFromOutside: true })
}

/** Keeps a file on the page of its type until everything it needs is loaded. */
export const letWait = (file: File, kind: RowKindName): void => waiting.set({ file, kind, isFromOutside: false })

/** The file that waits for the page of a type. */
export function useWaitingFile(kind: RowKindName): WaitingFile | undefined {
  const now = useSyncExternalStore(waiting.subscribe, waiting.get)
  return now?.kind === kind ? now : undefined
}

/** It was read, or is not wanted. */
export const forgetWaiting = (): void => waiting.set(undefined)

const MARK = 'portal.opened-file'
const markOf = ({ size, lastModified }: File): string => `${size} ${lastModified}`

/**
 * True for the files that were read or declined last in this tab: a browser gives them again when the page is reloaded.
 */
export function wasAnswered(file: File): boolean {
  try {
    return sessionStorage.getItem(MARK)?.split('\n').includes(markOf(file)) === true
  } catch {
    return false
  }
}

// Neither their names nor their content.
function rememberAnswered(files: readonly File[]): void {
  try {
    sessionStorage.setItem(MARK, files.map(markOf).join('\n'))
  } catch {
    // Without storage they are asked about again after a reload.
  }
}
