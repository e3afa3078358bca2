// Creates files for the portal's wizards: from pasted text, which is read like a file, or from known rows. The user has
// no file, so the rows are numbered from 1 and remarks about a file's format are left out.
import type { Message } from '#domain/messages.ts'
import type { RowColumns } from '#domain/rows/columns.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import { type ReadFacts, readFactsToMessages } from './file-facts.ts'

interface GeneratedFile {
  /** Shown instead of a file name. */
  readonly name: string
  readonly rows?: readonly { readonly values: RowValues }[]
}

const generatedFiles = new WeakMap<object, GeneratedFile>()

/** Tab-separated or comma-separated text. */
export function textToFile(text: string, name: string): File {
  const file = new File([text], /\.csv$/i.test(name) ? name : `${name}.csv`, { type: 'text/csv' })
  generatedFiles.set(file, { name })
  return file
}

/** Rows that were typed, or come from an earlier upload. There is no text to read. */
export function rowsToFile(rows: readonly { readonly values: RowValues }[], name: string): File {
  const file = new File([], name)
  generatedFiles.set(file, { name, rows })
  return file
}

/** True for the user's own file. */
export const isUserFile = (file: object): boolean => !generatedFiles.has(file)

export const rowsOfFile = (file: object): GeneratedFile['rows'] => generatedFiles.get(file)?.rows

export const nameOfFile = (file: { readonly name: string }): string => generatedFiles.get(file)?.name ?? file.name

/** The rows with the numbers to show: line numbers of the user's own file, otherwise from 1. */
export const withShownRowNumbers = (file: object, columns: RowColumns): RowColumns =>
  isUserFile(file) ? columns : { ...columns, rowNumbers: columns.rowNumbers.map((_, index) => index + 1) }

/** Facts about a file. Empty for a file that the portal created. */
export const fileFactsToMessages = (file: object, kind: RowKind, facts: ReadFacts): Message[] =>
  isUserFile(file) ? readFactsToMessages(kind, facts) : []
