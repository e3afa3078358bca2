// The API of the sheets worker and its answers, shared with src/services/files/sheets-worker.ts.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { RowRules } from '#domain/row-kinds.ts'
import type { RowColumns } from '#domain/rows/columns.ts'
import type { ReadColumns, TakenColumns } from '#domain/rows/headings.ts'

/** Functions of the worker. Each answers once; none reports progress. */
export interface SheetsApi {
  /** Reads and checks a whole file. An error in the file is a refusal; the call itself fails only because of a bug. */
  readRows(request: ReadRows): Promise<ReadResult>
}

export interface ReadRows extends FileToRead {
  /** The type of the file's rows, and the rules that check them. */
  readonly rules: RowRules
}

export interface FileToRead {
  readonly accepts: readonly SheetEnding[]
  readonly maxRows: number
  readonly fileName: string
  /** Passed by reference; the worker reads no more of it than it needs. */
  readonly file: Blob
  /** The columns that the user assigned; without them they are found by their headings, or asked for. */
  readonly columns?: TakenColumns
}

export type ReadResult =
  | { readonly ok: true; readonly columns: RowColumns; readonly facts: ReadFacts }
  | { readonly ok: false; readonly refusal: ReadRefusal }

/** Facts about the file itself, to be shown on screen. */
export interface ReadFacts {
  readonly format: SheetEnding
  /** 'utf-8', 'utf-16le', 'utf-16be' or 'windows-1252' (a guess, so it is shown); csv only. */
  readonly encoding?: string
  /** csv only. */
  readonly delimiter?: ',' | ';' | '\t' | '|'
  /** The first visible sheet, the only one read; workbooks only. */
  readonly sheetName?: string
  readonly otherSheets: number
  /** Rows hidden in the sheet; they are read like all others. */
  readonly hiddenRows: number
  /** Cells with a formula; its stored result was read. */
  readonly formulas: number
  /** The fields of the header, if one was recognised and left out. */
  readonly header: readonly string[] | undefined
  /** Lines left out that were not blank: one field of 10 characters or fewer. */
  readonly ignoredLines: number
  /** Title lines above the headings, left out. */
  readonly titleLines?: number
  /** Rows left out because their Verdict says that they were done before: the file came back from the portal. */
  readonly doneRows: number
  /** Columns whose identifiers a spreadsheet has rounded, or whose leading zeros it has removed. */
  readonly columnDamage: readonly ColumnDamage[]
  /** The file's columns, if they were reordered, and whether the headings or the user's choice decided it. */
  readonly columns?: ReadColumns & { readonly by: 'headings' | 'choice' }
}

export interface ColumnDamage {
  /** The column's heading, or its letter. */
  readonly column: string
  readonly count: number
  readonly what: 'rounded' | 'zerosLost'
  readonly cure: string
}

/** Why a file is refused: `text` is a sentence (or a fixed text), `hint` adds details if there are any. */
export interface ReadRefusal {
  readonly code: RefusalCode
  readonly text: string
  readonly hint?: string
  /** Only for 'columnsNeeded': the file's columns and a guess; the file can be read once the user has assigned them. */
  readonly columns?: ReadColumns
}

export type RefusalCode =
  | 'wrongType'
  | 'contentDiffersFromName'
  | 'empty'
  | 'noRows'
  | 'columnsNeeded'
  | 'tooManyRows'
  | 'encrypted'
  | 'macros'
  | 'brokenWorkbook'
  | 'noVisibleSheet'
  | 'unreadableText'
  | 'tooLarge'
  | 'aborted'
  | 'failed'
