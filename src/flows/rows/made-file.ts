// Files that the portal makes for its own wizards: pasted text, which is read as a file is, and rows that are known already. Nobody
// has such a file, so its rows count from 1, and what is said about the forms of files is not said of it.
import type { RowColumns } from '#domain/rows/columns.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import { type ReadFacts, leftOutToText, readFactsToText } from './facts.ts'

interface MadeFile {
  /** What people see in the place of a file's name. */
  readonly name: string
  readonly rows?: readonly { readonly values: RowValues }[]
}

const made = new WeakMap<object, MadeFile>()

/** Text with tabs or commas between its fields. */
export function textToFile(text: string, name: string): File {
  const file = new File([text], /\.csv$/i.test(name) ? name : `${name}.csv`, { type: 'text/csv' })
  made.set(file, { name })
  return file
}

/** Rows that were typed, or are those of an earlier upload: they are read from no text. */
export function rowsToFile(rows: readonly { readonly values: RowValues }[], name: string): File {
  const file = new File([], name)
  made.set(file, { name, rows })
  return file
}

/** True for a file that is the operator's own. */
export const isOwnFile = (file: object): boolean => !made.has(file)

export const rowsOfFile = (file: object): MadeFile['rows'] => made.get(file)?.rows

export const nameOfFile = (file: { readonly name: string }): string => made.get(file)?.name ?? file.name

/** The rows with the numbers that are shown: those of the operator's own file, else from 1. */
export const numberedAsShown = (file: object, columns: RowColumns): RowColumns =>
  isOwnFile(file) ? columns : { ...columns, rowNumbers: columns.rowNumbers.map((_, index) => index + 1) }

/** What was noticed about a file, as sentences; about one that was made here only what is in none of its rows. */
export const factsOfFile = (file: object, kind: RowKind, facts: ReadFacts): string[] =>
  isOwnFile(file) ? readFactsToText(facts) : leftOutToText(kind, facts)
