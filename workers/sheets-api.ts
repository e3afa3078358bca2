// The API of the sheets worker and its results, shared with src/services/files/sheets-worker.ts.
import type { SheetExtension } from '#domain/batch/types.ts'
import type { FileRules } from '#domain/row-types.ts'
import type { PackedRows } from '#domain/rows/packed-rows.ts'
import type { Message } from '#domain/messages/message.ts'
import type { MarkedRows, ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import type { RoundedAmounts } from './batch-file/rounded-amounts.ts'
import type { EncodingSample, MergedRows, ReadChoices, ReadSettings } from '#domain/rows/reading.ts'

/** Functions of the worker. Each returns once, without progress reports. */
export interface SheetsApi {
  /** Reads and checks a whole file. An error in the file is a refusal; the call itself fails only because of a bug. */
  readRows(request: ReadRows): Promise<ReadResult>
  /**
   * Parses a response of the server, and packs the results of a check (src/domain/batch/packed-checks.ts). Fails if the
   * response is not JSON.
   */
  parseResponse(bytes: ArrayBuffer): Promise<unknown>
}

export interface ReadRows extends FileToRead {
  /** The type of the file's rows, and the rules that check them. */
  readonly rules: FileRules
}

export interface FileToRead {
  readonly accepts: readonly SheetExtension[]
  readonly maxRows: number
  readonly fileName: string
  /** Passed by reference; the worker reads only the bytes that it needs. */
  readonly file: Blob
  /** The columns that the user assigned. If omitted, the headings decide, or the user is asked. */
  readonly columns?: MappedColumns | undefined
  /** Other decisions of the user about how to read the file. */
  readonly settings?: ReadSettings | undefined
  /** True if a file without headings has its columns in the order of the fields, like rows pasted in the wizard. */
  readonly isInFieldOrder?: boolean | undefined
}

export type ReadResult =
  | { readonly ok: true; readonly packedRows: PackedRows; readonly facts: FileProperties }
  | { readonly ok: false; readonly refusal: ReadRefusal }

/** Facts about the file itself, to be shown on screen. */
export interface FileProperties {
  readonly format: SheetExtension
  /** csv only. */
  readonly encoding?: string
  /** The possible encodings, if the encoding is a guess or a choice. The first one was used. */
  readonly encodings?: readonly EncodingSample[]
  /** csv only. */
  readonly delimiter?: ',' | ';' | '\t' | '|'
  /** The sheet that was read; workbooks only. */
  readonly sheetName?: string
  /** All visible sheets. */
  readonly sheets?: readonly string[]
  /** Sheets that were skipped because they contain no rows of this type. */
  readonly skippedSheets?: readonly string[]
  /** Number of sheets that were not read, including hidden ones. */
  readonly unreadSheetCount: number
  /** The row numbers of rows that are hidden in the sheet. They are read like all others. */
  readonly hiddenRows: readonly number[]
  /** The titles of columns that are hidden in the sheet. */
  readonly hiddenColumns: readonly string[]
  /** Merged cells that span several rows, of which only the first has the value. */
  readonly merged: readonly MergedRows[]
  /** The row numbers of rows with a cell that is merged over several columns. */
  readonly mergedAcross?: readonly number[]
  /**
   * The row numbers of lines with totals. They were read as rows, but the author of the file did not mean them as rows.
   */
  readonly totalsRowNumbers: readonly number[]
  /** The number of rows after the limit, if the user chose to read only the first rows of a file that is too long. */
  readonly moreRows: number
  /** Amounts that the sheet shows with fewer decimals than they have. */
  readonly rounded?: RoundedAmounts | undefined
  /** Number of cells with a formula; their stored results were read. */
  readonly formulas: number
  /** The fields of the header, if one was recognised and left out. */
  readonly header: readonly string[] | undefined
  /** Number of ignored lines with a single field of at most 10 characters. Blank lines are not counted. */
  readonly ignoredLines: number
  readonly lines: LineUse
  /** Number of title lines above the headings, which were ignored. */
  readonly titleLines?: number
  /**
   * Number of rows left out because the file was downloaded from the portal, and its column 'Verdict' says that they
   * are done.
   */
  readonly doneRows: number
  /** Columns whose identifiers a spreadsheet has rounded, or whose leading zeros it has removed. */
  readonly columnDamage: readonly ColumnDamage[]
  /** The column that marks rows as not to be paid; the user has chosen whether they are taken. */
  readonly marked?: MarkedRows | undefined
  /** The file's columns, if they were reordered, and whether the headings or the user's choice decided their order. */
  readonly columns?: ReadColumns & { readonly by: 'headings' | 'choice' }
}

/** The number of lines in a file, and what each of them became. The reader counts both, so that no line can vanish. */
export interface LineUse {
  readonly read: number
  readonly rows: number
  readonly headings: number
  /** Lines above the headings. */
  readonly titles: number
  readonly blank: number
  /** Lines with a single field of at most 10 characters. */
  readonly short: number
  /** Rows with the verdict Done. */
  readonly done: number
  readonly totals: number
  /** Rows that a column marks as not to be paid, left out as the user chose. */
  readonly marked: number
  /** Rows before or after the part of a long file that was read. */
  readonly inOtherParts: number
  /** Lines that continue a quoted cell of the line above. */
  readonly inCells: number
}

export interface ColumnDamage {
  /** The column's heading, or its letter. */
  readonly column: string
  readonly count: number
  readonly damage: 'rounded' | 'zerosLost'
}

/** The reason why a file is refused. `hint` adds what to do about it. */
export interface ReadRefusal {
  readonly code: RefusalCode
  readonly message: Message
  readonly hint?: Message
  /**
   * Only for 'columnsNeeded': the file's columns and a guess. The file can be read once the user has assigned the
   * columns.
   */
  readonly columns?: ReadColumns
  /** The alternatives for reading the file. */
  readonly choices?: ReadChoices
}

export type RefusalCode =
  | 'wrongType'
  | 'contentDiffersFromName'
  | 'empty'
  | 'noRows'
  | 'columnsNeeded'
  | 'encodingNeeded'
  | 'tooManyRows'
  | 'encrypted'
  | 'macros'
  | 'brokenWorkbook'
  | 'noVisibleSheet'
  | 'unreadableText'
  | 'tooLarge'
  | 'aborted'
  | 'failed'
