// The result of the workbook readers: one sheet with each cell as text, and what is hidden or merged in it.

/** What the number formats of a row's cells show in addition to their texts. */
export interface CellMarks {
  /** The indexes of the cells that contain a date rather than a text that looks like a date. */
  readonly dates?: readonly number[]
  /** The cells whose format shows thousands or millions. Their texts are the values in full. */
  readonly displayUnits?: readonly { readonly cell: number; readonly unit: 'thousands' | 'millions' }[]
  /** Amounts whose format shows fewer decimals than they have: '10.25' shown as '10'. */
  readonly rounded?: readonly RoundedAmount[]
}

export interface RoundedAmount {
  /** The text of the cell. */
  readonly exact: string
  readonly shown: string
}

/** One row of a sheet. */
export interface SheetRow {
  /** The number that the spreadsheet program shows. */
  readonly rowNumber: number
  readonly fields: readonly string[]
  readonly marks?: CellMarks | undefined
}

/** Receives the rows in order. Returns false when it needs no more rows. */
export type RowSink = (row: SheetRow) => boolean

/**
 * Cells that are merged into one cell, which has the value of the first. Rows have the numbers that the spreadsheet
 * program shows. Columns count from 0.
 */
export interface MergedRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface SheetProperties {
  readonly sheetName: string
  /** The names of all visible sheets, in the order of the workbook. */
  readonly sheets: readonly string[]
  /** Number of sheets that were not read, including hidden ones. */
  readonly unreadSheetCount: number
  /** The numbers of the rows that are hidden or filtered out. */
  readonly hiddenRows: ReadonlySet<number>
  /** The hidden columns, counted from 0. */
  readonly hiddenColumns: readonly number[]
  readonly merged: readonly MergedRange[]
  /** The number of cells whose value is a formula's stored result. */
  readonly formulas: number
}

export type WorkbookResult =
  | ({ readonly kind: 'sheet' } & SheetProperties)
  | { readonly kind: 'encrypted' | 'macros' | 'broken' | 'noVisibleSheet' | 'tooLarge' }
  | { readonly kind: 'otherFormat'; readonly format: 'xlsx' | 'xlsb' | 'ods' | 'zip' | 'ole' }

/** How a workbook is read. The limits are far above the size of any batch. A larger workbook is not read. */
export interface WorkbookOptions {
  /** Bytes of all parts together after inflation. */
  readonly maxInflatedBytes: number
  /** Cells with a value. */
  readonly maxCells: number
  /** Characters of all fields together, counting a shared text each time. */
  readonly maxText: number
  /**
   * True for a column that can have amounts, where numbers get two decimals. In other columns they stay plain digits.
   */
  readonly canBeAmount: (column: number) => boolean
  /** The name of the sheet to read. By default, the sheet that was open when the workbook was saved. */
  readonly sheet?: string | undefined
  /** Texts next to an amount that mean the programme's currency. */
  readonly currency?: readonly string[]
}

/** The maximum number of merged ranges that are stored. A table has far fewer. */
export const MAX_MERGED = 10_000

/**
 * The maximum number of characters of a field. No field of any row type is longer than 1,791. A longer text is cut and
 * ends in '…', so that it cannot be read as an identifier or an amount.
 */
export const MAX_FIELD = 2048
/**
 * The number of fields that are read of a row. The last field stands for all further columns, and has the last of their
 * values. A row of this width is refused anyway.
 */
export const MAX_COLUMNS = 256
/** The last row and the last column (XFD) that any spreadsheet program has. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384
