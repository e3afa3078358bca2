// The API of the sheets worker and its results, shared with src/services/files/sheets-worker.ts.
import type { SheetExtension } from '#domain/batch/types.ts'
import type { FileRules } from '#domain/row-types.ts'
import type { PackedRows } from '#domain/rows/packed-rows.ts'
import type { Message } from '#domain/messages/message.ts'
import type { MarkedRows, ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import type { RoundedAmounts } from './batch-file/rounded-amounts.ts'
import type { EncodingSample, MergedRows, ReadChoices, ReadSettings } from '#domain/rows/reading.ts'

/** The functions of the worker. They do not report progress. */
export interface SheetsApi {
  /** Reads and checks a whole file. An error in the file is a refusal. The call itself fails only because of a bug. */
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
  /** The browser passes the file without copying it. The worker reads only the bytes that it needs. */
  readonly file: Blob
  /** The columns that the user assigned. If undefined, the headings decide, or the user is asked. */
  readonly columns?: MappedColumns | undefined
  /** Other decisions of the user about how to read the file. */
  readonly settings?: ReadSettings | undefined
  /**
   * True if the columns of a file without headings are in the order of the fields, as for rows pasted in the wizard.
   */
  readonly isInFieldOrder?: boolean | undefined
}

export type ReadResult =
  | { readonly ok: true; readonly packedRows: PackedRows; readonly facts: FileProperties }
  | { readonly ok: false; readonly refusal: ReadRefusal }

/** Facts about the file itself, to be shown on screen. */
export interface FileProperties {
  readonly format: SheetExtension
  /** Only for a csv. */
  readonly encoding?: string
  /** The possible encodings, if the encoding is a guess or a choice. The first one was used. */
  readonly encodings?: readonly EncodingSample[]
  /** Only for a csv. */
  readonly delimiter?: ',' | ';' | '\t' | '|'
  /** The name of the sheet that was read. Only for a workbook. */
  readonly sheetName?: string
  /** The names of all visible sheets. */
  readonly sheets?: readonly string[]
  /** The names of the sheets that were skipped because they contain no rows of this type. */
  readonly skippedSheets?: readonly string[]
  /** The number of sheets that were not read, including hidden sheets. */
  readonly unreadSheetCount: number
  /** The numbers of the rows that are hidden in the sheet. They were read like all other rows. */
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
  /** The number of cells with a formula, of which the stored result was read. */
  readonly formulas: number
  /** The fields of the heading line. Undefined if no heading line was recognised. */
  readonly header: readonly string[] | undefined
  /** The number of ignored lines with a single field of at most 10 characters. Blank lines are not counted. */
  readonly ignoredLines: number
  readonly lines: LineUse
  /** The number of lines above the headings, which were ignored. */
  readonly titleLines?: number
  /**
   * The number of rows that were left out because they are done. In a file that was downloaded from the portal, the
   * column 'Verdict' shows which rows are done.
   */
  readonly doneRows: number
  /** The columns in which a spreadsheet has rounded identifiers, or removed their leading zeros. */
  readonly columnDamage: readonly ColumnDamage[]
  /** The column that marks rows as not to be paid. The user has chosen whether these rows are taken. */
  readonly marked?: MarkedRows | undefined
  /**
   * The columns of the file, if they were reordered. `by`: whether the headings or the user's choice decided the order.
   */
  readonly columns?: ReadColumns & { readonly by: 'headings' | 'choice' }
}

/** What the lines of a file became. The reader counts all lines separately, so that no line can vanish unnoticed. */
export interface LineUse {
  /** The number of all lines. */
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
  /** Rows that a column marks as not to be paid, and that the user has chosen to leave out. */
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

/** Why a file is refused. */
export interface ReadRefusal {
  readonly code: RefusalCode
  readonly message: Message
  /** What the user can do about it. */
  readonly hint?: Message
  /**
   * Only for 'columnsNeeded': the columns of the file, with a guess. The file can be read after the user has assigned
   * its columns.
   */
  readonly columns?: ReadColumns
  /** How else the file can be read, for example another sheet. */
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
