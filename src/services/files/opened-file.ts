// A file that the portal has and has not read yet, in memory alone, so that nothing of it lies on the device before somebody has said
// what it is. What came from outside of its pages (opened with the installed app, or shared to it) is asked about first; what is
// known to hold a kind of rows waits for the page where these are read.
import { useSyncExternalStore } from 'react'
import type { RowKindName } from '#domain/row-kinds.ts'
import { createCell } from '../cell.ts'
import { sessionStore } from '../session/session.ts'

/** A file that waits to be read as rows of its kind. */
interface WaitingFile {
  readonly file: File
  readonly kind: RowKindName
  /** True until a wizard was opened for a file that came from outside of the page: it begins anew there, whatever is open. */
  readonly isFromOutside: boolean
}

const NONE: readonly File[] = []
const asked = createCell(NONE)
const waiting = createCell<WaitingFile | undefined>(undefined)

// It waits for whoever signs in next, and for nobody who comes after them.
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

/** Takes what the system has given; later files take the place of those that nobody has said anything about. */
export function takeOpened(files: readonly File[]): void {
  if (files.length > 0) asked.set(files)
}

/** The files of one launch of which nobody has said yet what they are; mostly one. */
export const useAskedFiles = (): readonly File[] => useSyncExternalStore(asked.subscribe, asked.get)

/** None of them is wanted. */
export function declineAsked(): void {
  rememberAnswered(asked.get())
  asked.set(NONE)
}

/** Hands one of them to the page where such rows are read. The portal reads one at a time (batches §2 "one file only"). */
export function handOver(file: File, kind: RowKindName): void {
  declineAsked()
  waiting.set({ file, kind, isFromOutside: true })
}

/** Keeps a file on the page of its kind until what belongs to it is there. */
export const letWait = (file: File, kind: RowKindName): void => waiting.set({ file, kind, isFromOutside: false })

/** The file that waits for the page of a kind. */
export function useWaitingFile(kind: RowKindName): WaitingFile | undefined {
  const now = useSyncExternalStore(waiting.subscribe, waiting.get)
  return now?.kind === kind ? now : undefined
}

/** It is read, or is not wanted. */
export const forgetWaiting = (): void => waiting.set(undefined)

const MARK = 'portal.opened-file'
const markOf = ({ size, lastModified }: File): string => `${size} ${lastModified}`

/** True for the files that were read or declined last in this tab: a browser gives them once more when the page is reloaded. */
export function wasAnswered(file: File): boolean {
  try {
    return sessionStorage.getItem(MARK)?.split('\n').includes(markOf(file)) === true
  } catch {
    return false
  }
}

// Neither their names nor anything in them.
function rememberAnswered(files: readonly File[]): void {
  try {
    sessionStorage.setItem(MARK, files.map(markOf).join('\n'))
  } catch {
    // Without storage they are asked about once more after a reload.
  }
}
