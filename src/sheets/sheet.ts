// What a workbook's reader hands on: the first visible sheet, cell by cell turned into text.

/** One row of a sheet; `rowNumber` as the spreadsheet program shows it. */
export interface SheetRow {
  readonly rowNumber: number
  readonly fields: readonly string[]
}

/** Takes the rows in order; answers false when it needs no more. */
export type RowSink = (row: SheetRow) => boolean

export type WorkbookResult =
  | { readonly kind: 'sheet'; readonly sheetName: string; readonly otherSheets: number; readonly hiddenRows: number }
  | { readonly kind: 'encrypted' | 'macros' | 'broken' | 'noVisibleSheet' | 'tooLarge' }
  | { readonly kind: 'otherFormat'; readonly format: 'xlsx' | 'xlsb' | 'ods' | 'zip' | 'ole' }

/** Sizes beyond which a workbook is not read. */
export interface WorkbookLimits {
  /** Bytes of all parts together once inflated. */
  readonly maxInflatedBytes: number
  /** How many rows to gather before their strings are looked up: the cap and a little, so that a full file needs one go. */
  readonly rowsAtOnce: number
}

/** Columns looked at; whatever stands beyond counts as one more field. */
export const MAX_COLUMNS = 256
/** The last row and the last column (XFD) that a sheet of any program has. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384
