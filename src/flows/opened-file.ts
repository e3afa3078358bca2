// Tries a file that was opened with the portal as each type of upload that the user can make.
import { hasAnyPermission, type PermissionMap } from '#domain/access/permissions.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import type { Trial } from '#domain/files/opened-file.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { readFile } from './upload/read-file.ts'
import { optionsToRules } from './upload/row-rules.ts'

/** A type of upload as offered to the user, and the page that reads such files. */
export interface FileDestination {
  readonly kind: UploadType
  readonly title: string
  readonly path: string
  /** A number of rows with its noun: '4,812 loads'. */
  readonly countToText: (rows: number) => string
}

/** The types of upload that the user can make, in the order of the menu. */
export const destinationsOf = (permissions: PermissionMap): readonly FileDestination[] =>
  Object.values(uploadTypes)
    .filter(({ permission }) => hasAnyPermission(permissions, permission))
    .map(({ type, title, path, countToText }) => ({ kind: type, title, path, countToText }))

/** Reads the file as rows of one type, without storing anything. */
export async function tryReadingAs(file: File, kind: UploadType, signal: AbortSignal): Promise<Trial> {
  const readResult = await readFile(file, optionsToRules(kind, defaultOptions), { signal })
  const emptyTrial = { kind, rows: 0, valid: 0, isRecognised: false, needsColumns: false }
  if (readResult.kind === 'refused') return { ...emptyTrial, refusal: messageToText(readResult.message) }
  if (readResult.kind === 'columnsNeeded') return { ...emptyTrial, needsColumns: true }
  const { rows, toFix } = readResult.rows.figures()
  // The rows of a batch are recognised by their card numbers, the rows of an order only by their headings.
  const isRecognised = kind in batchTypes || readResult.hasHeadings
  return { ...emptyTrial, rows, valid: rows - toFix, isRecognised }
}
