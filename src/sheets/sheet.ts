// The result of the workbook readers: the first visible sheet, each cell as text.

/** One row of a sheet; `rowNumber` as the spreadsheet program shows it. */
export interface SheetRow {
  readonly rowNumber: number
  readonly fields: readonly string[]
}

/** Takes the rows in order; returns false when it needs no more. */
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

/** Limits of a workbook, far above what any batch needs; a larger one is not read. */
export interface WorkbookLimits {
  /** Bytes of all parts together after inflation. */
  readonly maxInflatedBytes: number
  /** Cells with a value. */
  readonly maxCells: number
  /** Characters of all fields together, counting a shared text each time. */
  readonly maxText: number
  /** True for a column that can have amounts: numbers get two decimals there, and are plain digits elsewhere. */
  readonly mayBeMoney: (column: number) => boolean
}

/**
 * Characters of one field, more than any type of row has (1,791). Longer ones are cut and end in '…', which no
 * identifier or amount does.
 */
export const MAX_FIELD = 2048
/** Columns that are read; all beyond count as one more field. */
export const MAX_COLUMNS = 256
/** The last row and the last column (XFD) of a sheet in any program. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384
