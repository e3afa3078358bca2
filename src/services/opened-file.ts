// A file that came to the portal from outside of its pages: opened with the installed app, or shared to it. In memory alone, so
// that nothing of it lies on the device before somebody has said what it is.
import { useSyncExternalStore } from 'react'
import type { RowKindName } from '#domain/row-kinds.ts'
import * as say from '#words/services/first.ts'
import { createCell } from './cell.ts'
import { notify } from './notices.ts'

/** The portal reads one at a time, as everywhere (batches §2 "one file only"). */
const ONE_FILE = say.openOneFileAtATime

/** A file with what it was said to hold; undefined until somebody has said it. */
interface OpenedFile {
  readonly file: File
  readonly kind: RowKindName | undefined
}

const opened = createCell<OpenedFile | undefined>(undefined)

/** Takes what the system has given; a later file takes the place of one that nobody has said anything about. */
export function takeOpened(files: readonly File[]): void {
  const [file] = files
  if (files.length > 1) notify({ kind: 'error', text: ONE_FILE })
  else if (file) opened.set({ file, kind: undefined })
}

/** Hands the file to the page where such rows are read. */
export function handOver(file: File, kind: RowKindName): void {
  rememberAnswered(file)
  opened.set({ file, kind })
}

/** It was read, or is not wanted. */
export function forgetOpened(): void {
  const now = opened.get()
  if (now) rememberAnswered(now.file)
  opened.set(undefined)
}

/** The file of which nobody has said yet what it is. */
export const useAskedFile = (): File | undefined => useFileOf(undefined)

/** The file that was handed to the page of a kind. */
export const useHandedFile = (kind: RowKindName): File | undefined => useFileOf(kind)

function useFileOf(kind: RowKindName | undefined): File | undefined {
  const now = useSyncExternalStore(opened.subscribe, opened.get)
  return now?.kind === kind ? now?.file : undefined
}

const MARK = 'portal.opened-file'
const markOf = ({ size, lastModified }: File): string => `${size} ${lastModified}`

/** True for the file that was read or declined last in this tab: a browser gives it once more when the page is reloaded. */
export function wasAnswered(file: File): boolean {
  try {
    return sessionStorage.getItem(MARK) === markOf(file)
  } catch {
    return false
  }
}

// Neither its name nor anything in it.
function rememberAnswered(file: File): void {
  try {
    sessionStorage.setItem(MARK, markOf(file))
  } catch {
    // Without storage it is asked about once more after a reload.
  }
}
