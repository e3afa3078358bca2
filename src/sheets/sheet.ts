// The result of the workbook readers: one sheet with each cell as text, and what is hidden or merged in it.

/** What the number formats of a row's cells show in addition to their texts. */
export interface CellMarks {
  /** Indexes of the cells that contain a date, not a text that looks like one. */
  readonly dates?: readonly number[]
  /** The cells whose format shows thousands or millions; their texts are the values in full. */
  readonly displayUnits?: readonly { readonly cell: number; readonly unit: 'thousands' | 'millions' }[]
  /** Amounts whose format shows fewer decimals than they have: '10.25' shown as '10'. */
  readonly rounded?: readonly RoundedAmount[]
}

export interface RoundedAmount {
  /** The text of the cell. */
  readonly exact: string
  readonly shown: string
}

/** One row of a sheet; `rowNumber` as the spreadsheet program shows it. */
export interface SheetRow {
  readonly rowNumber: number
  readonly fields: readonly string[]
  readonly marks?: CellMarks | undefined
}

/** Receives the rows in order; returns false when it needs no more. */
export type RowSink = (row: SheetRow) => boolean

/**
 * Cells that are merged into one. Rows have the numbers of the spreadsheet program; columns count from 0. The first
 * cell has the value.
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
  /** The row numbers of rows that are hidden or filtered out. */
  readonly hiddenRows: ReadonlySet<number>
  /** Columns that are hidden, from 0. */
  readonly hiddenColumns: readonly number[]
  readonly merged: readonly MergedRange[]
  /** The number of cells whose value is a formula's stored result. */
  readonly formulas: number
}

export type WorkbookResult =
  | ({ readonly kind: 'sheet' } & SheetProperties)
  | { readonly kind: 'encrypted' | 'macros' | 'broken' | 'noVisibleSheet' | 'tooLarge' }
  | { readonly kind: 'otherFormat'; readonly format: 'xlsx' | 'xlsb' | 'ods' | 'zip' | 'ole' }

/** Limits of a workbook, far above those of any batch. A larger workbook is not read. */
export interface WorkbookLimits {
  /** Bytes of all parts together after inflation. */
  readonly maxInflatedBytes: number
  /** Cells with a value. */
  readonly maxCells: number
  /** Characters of all fields together, counting a shared text each time. */
  readonly maxText: number
  /** True for a column that can have amounts: numbers get two decimals there, and are plain digits elsewhere. */
  readonly canBeAmount: (column: number) => boolean
  /** The name of the sheet to read; by default the sheet that was open when the workbook was saved. */
  readonly sheet?: string | undefined
  /** Texts next to an amount that mean the programme's currency. */
  readonly currency?: readonly string[]
}

/** Maximum number of merged ranges that are stored; a table has far fewer. */
export const MAX_MERGED = 10_000

/**
 * Maximum characters of one field, more than any row type has (1,791). A longer text is cut and ends in '…', which no
 * identifier or amount does.
 */
export const MAX_FIELD = 2048
/** The number of fields that are read of a row. The last of them stands for all further columns. */
export const MAX_COLUMNS = 256
/** The last row and the last column (XFD) that any spreadsheet program has. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_SHEET_COLUMNS = 16_384
