// What the readers of workbooks give: the first visible sheet, each cell as text.

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

/** Sizes beyond which a workbook is not read: far more than any batch needs. */
export interface WorkbookLimits {
  /** Bytes of all parts together once inflated. */
  readonly maxInflatedBytes: number
  /** Cells with a value. */
  readonly maxCells: number
  /** Characters of all fields together, however often a text is pointed to. */
  readonly maxText: number
  /** True for a column that can have amounts: numbers get two decimals there, and are plain digits elsewhere. */
  readonly mayBeMoney: (column: number) => boolean
}

/** Characters of one field, more than any kind of row has (1,791). Longer ones are cut and end in '…', which no identifier or amount does. */
export const MAX_FIELD = 2048
/** Columns that are read; what is beyond counts as one more field. */
export const MAX_COLUMNS = 256
/** The last row and the last column (XFD) that a sheet of any program has. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384
