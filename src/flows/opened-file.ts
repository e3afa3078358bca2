// Tries a file that was opened with the portal as each type of rows that the user can upload.
import { m } from '#words/messages.js'
import { hasAnyPermission, type PermissionMap } from '#domain/access/permissions.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { messageToText } from '#domain/message-text.ts'
import type { Trial } from '#domain/opened-file.ts'
import type { RowKindName } from '#domain/row-kinds.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { readMerchantFile } from './merchants/file-read.ts'
import { readFile } from './upload/read-file.ts'
import { optionsToRules } from './upload/row-rules.ts'

/** A type of rows as offered to the user, and the page that reads such files. */
export interface FileDestination {
  readonly kind: RowKindName
  readonly title: string
  readonly path: string
  /** A number of rows with its noun: '4,812 loads'. */
  readonly countToText: (rows: number) => string
}

/**
 * The types of rows that the user can upload from a file, in the order of the menu. `canSignUp`: true if merchants are
 * among them.
 */
export const destinationsOf = (permissions: PermissionMap, canSignUp: boolean): readonly FileDestination[] => [
  ...Object.values(uploadKinds)
    .filter(({ permission }) => hasAnyPermission(permissions, permission))
    .map(({ type, title, path, countToText }) => ({ kind: type, title, path, countToText })),
  ...(canSignUp ? [merchants] : []),
]

const merchants: FileDestination = {
  kind: 'merchant',
  title: m.common_merchantSignUp(),
  path: '/merchant/signup?by=file',
  countToText: (count) => m.merchants_countedMerchants({ count }),
}

/** Reads the file as rows of one type, without storing anything. */
export async function tryReadingAs(file: File, kind: RowKindName, signal: AbortSignal): Promise<Trial> {
  const readResult = await (kind === 'merchant' ? readMerchants(file, signal) : readUpload(file, kind, signal))
  const emptyTrial = { kind, rows: 0, valid: 0, isLikely: false, needsColumns: false }
  if (readResult.kind === 'refused') return { ...emptyTrial, refusal: messageToText(readResult.message) }
  if (readResult.kind !== 'read') return { ...emptyTrial, needsColumns: true }
  const { rows, toFix } = readResult.rows.figures()
  return { ...emptyTrial, rows, valid: rows - toFix, isLikely: kind in batchKinds || readResult.hasHeadings }
}

const readUpload = (file: File, type: UploadType, signal: AbortSignal) =>
  readFile(file, optionsToRules(type, defaultOptions), signal)

async function readMerchants(file: File, signal: AbortSignal) {
  // No codes are needed: the columns are enough to recognize a file, and codes are checked when the rows are fixed.
  const readResult = await readMerchantFile(file, { kind: 'merchant', codes: undefined }, signal, undefined)
  return readResult.kind === 'refused' ? { kind: readResult.kind, message: readResult.refusal.message } : readResult
}
