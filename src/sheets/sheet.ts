// What a workbook's reader hands on: the first visible sheet, cell by cell turned into text.

/** One row of a sheet; `rowNumber` as the spreadsheet program shows it. */
export interface SheetRow {
  readonly rowNumber: number
  readonly fields: readonly string[]
}

/** Takes the rows in order; answers false when it needs no more. */
export type RowSink = (row: SheetRow) => boolean

export interface SheetFacts {
  readonly sheetName: string
  readonly otherSheets: number
  readonly hiddenRows: number
  /** Cells whose value is a formula's stored result. */
  readonly formulas: number
}

export type WorkbookResult =
  | ({ readonly kind: 'sheet' } & SheetFacts)
  | { readonly kind: 'encrypted' | 'macros' | 'broken' | 'noVisibleSheet' | 'tooLarge' }
  | { readonly kind: 'otherFormat'; readonly format: 'xlsx' | 'xlsb' | 'ods' | 'zip' | 'ole' }

/** Sizes beyond which a workbook is not read: what a batch can mean, and far more than any needs. */
export interface WorkbookLimits {
  /** Bytes of all parts together once inflated. */
  readonly maxInflatedBytes: number
  /** Cells with a value. */
  readonly maxCells: number
  /** Characters of all fields handed on, however often a text is pointed to. */
  readonly maxText: number
  /** True for a column in which an amount may stand: a number has two decimals there, and is a run of digits elsewhere. */
  readonly mayBeMoney: (column: number) => boolean
}

/** Characters of one field, more than any kind of row has (1,791, batches §5); what is longer is cut and ends in '…', which no identifier and no amount does. */
export const MAX_FIELD = 2048
/** Columns looked at; whatever stands beyond counts as one more field. */
export const MAX_COLUMNS = 256
/** The last row and the last column (XFD) that a sheet of any program has. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384
