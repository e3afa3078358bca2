// What the sheets worker can be asked, and its answers: the agreement between the worker and src/services/files/sheets-worker.ts.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { RowRules } from '#domain/row-kinds.ts'
import type { RowColumns } from '#domain/rows/columns.ts'
import type { ReadColumns, TakenColumns } from '#domain/rows/headings.ts'

/** Functions of the worker. Each answers once; none reports in between. */
export interface SheetsApi {
  /** Reads and checks a whole file. What is wrong with the file is a refusal; the call itself fails only on a bug. */
  readRows(request: ReadRows): Promise<ReadResult>
}

export interface ReadRows extends FileToRead {
  /** Which kind of row the file has, and what its rows are checked by. */
  readonly rules: RowRules
}

export interface FileToRead {
  readonly accepts: readonly SheetEnding[]
  readonly maxRows: number
  readonly fileName: string
  /** Handed over by reference; the worker reads no more of it than it needs for its verdict. */
  readonly file: Blob
  /** How its columns were chosen to be taken; without it they are found by their headings, or asked for. */
  readonly columns?: TakenColumns
}

export type ReadResult =
  | { readonly ok: true; readonly columns: RowColumns; readonly facts: ReadFacts }
  | { readonly ok: false; readonly refusal: ReadRefusal }

/** What was noticed about the file besides its rows, to be told on screen. */
export interface ReadFacts {
  readonly format: SheetEnding
  /** 'utf-8', 'utf-16le', 'utf-16be' or 'windows-1252' (a guess, to be named); csv only. */
  readonly encoding?: string
  /** csv only. */
  readonly delimiter?: ',' | ';' | '\t'
  /** The first visible sheet, the only one read; workbooks only. */
  readonly sheetName?: string
  readonly otherSheets: number
  /** Rows hidden in the sheet; they are read like all others. */
  readonly hiddenRows: number
  /** Cells that hold a formula; its result, as the file has it, was read. */
  readonly formulas: number
  /** The header's fields where one was recognised and left out. */
  readonly header: readonly string[] | undefined
  /** Lines left out that were not blank: one field of 10 characters or fewer. */
  readonly ignoredLines: number
  /** Lines with the table's title above its headings, left out. */
  readonly titleLines?: number
  /** Rows left out because their Verdict says that they were carried out before: the file came back from the portal. */
  readonly doneRows: number
  /** Columns whose identifiers a spreadsheet has rounded, or whose leading zeros it has left out. */
  readonly columnDamage: readonly ColumnDamage[]
  /** The file's columns where they were not taken as they stand, and whether the headings or somebody's choice said how. */
  readonly columns?: ReadColumns & { readonly by: 'headings' | 'choice' }
}

export interface ColumnDamage {
  /** The header's word for the column, or its letter. */
  readonly column: string
  readonly count: number
  readonly what: 'rounded' | 'zerosLost'
  readonly cure: string
}

/** Why a file is not taken: `text` is a sentence (or the specified text), `hint` says more where there is more to say. */
export interface ReadRefusal {
  readonly code: RefusalCode
  readonly text: string
  readonly hint?: string
  /** 'columnsNeeded' alone: the file's columns and a guess; the file can be read once it is said how they are taken. */
  readonly columns?: ReadColumns
}

export type RefusalCode =
  | 'wrongType'
  | 'notWhatItSays'
  | 'empty'
  | 'noRows'
  | 'columnsNeeded'
  | 'tooManyRows'
  | 'encrypted'
  | 'macros'
  | 'brokenWorkbook'
  | 'noVisibleSheet'
  | 'mixedDelimiters'
  | 'brokenQuotes'
  | 'unreadableText'
  | 'tooLarge'
  | 'aborted'
  | 'failed'
