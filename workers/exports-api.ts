// The API of the exports worker, shared with src/services/files/exports-worker.ts. It converts rows to the bytes of a
// file and, for previews, bytes to rows. None of this runs on the main thread.
import type { Cell, Column } from '#domain/columns.ts'
import type { Zone } from '#domain/instants.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Rows keyed by field name. */
export type ExportRow = Readonly<Record<string, unknown>>

export interface TableToExport {
  readonly columns: readonly Column<ExportRow>[]
  readonly rows: readonly ExportRow[]
  readonly zone: Zone
}

export interface CsvToExport extends TableToExport {
  /** True to remove the first comma of each cell (src/sheets/write-csv.ts). */
  readonly dropsFirstComma?: boolean | undefined
}

export interface SheetOfTable extends TableToExport {
  readonly name: string
}

export interface StatementToPrint extends TableToExport {
  readonly title: string
  /** Address of the client's logo (PNG), shown beside the title. */
  readonly logoUrl: string
  /** Shown side by side above the table. Card numbers in them are masked already. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** The user who made the document, and the time. Printed at the foot of every page. */
  readonly madeBy: string
  /** True to open the print dialog when the document is shown. */
  readonly print: boolean
}

export interface DetailsToPrint {
  readonly title: string
  /** Identifies the record. Shown below the title. */
  readonly about: string
  /** The name of the client, and the address of the logo (PNG) that is shown beside it. */
  readonly client: { readonly name: string; readonly logoUrl: string }
  /** Labels and values of one record, already formatted and masked. */
  readonly groups: readonly {
    readonly title: string
    readonly facts: readonly (readonly [label: string, value: string])[]
  }[]
  readonly madeBy: string
}

export interface SheetOfTexts {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly textColumns: readonly number[]
  readonly widths: readonly number[]
}

/** The text of a QR code, and the file name of its picture without extension. */
export interface NamedCode {
  readonly name: string
  readonly text: string
}

export type PictureFormat = 'png' | 'svg'

/** A page for each merchant, to be displayed on a shop counter. */
export interface SheetsToPrint {
  /** Title of the document. */
  readonly title: string
  readonly clientName: string
  /** The address of the client's logo (PNG). */
  readonly iconUrl: string
  readonly merchants: readonly {
    readonly name: string
    readonly number: string
    /** The content of the QR code. */
    readonly text: string
  }[]
}

export interface ExportsApi {
  /** An exported table with the columns for files. Card numbers are masked. */
  csv(table: CsvToExport): Promise<Bytes>
  xlsx(table: SheetOfTable): Promise<Bytes>
  /** A file that will be uploaded again. Identifiers are in `textColumns` (from 0). */
  csvForUpload(
    header: readonly string[],
    rows: readonly (readonly string[])[],
    textColumns: readonly number[],
  ): Promise<Bytes>
  /** Texts that must leave the portal unchanged, including their commas. */
  csvOfTexts(header: readonly string[], rows: readonly (readonly string[])[]): Promise<Bytes>
  /** A workbook with only text cells. Values that are typed into the `textColumns` (from 0) later also stay text. */
  xlsxOfTexts(sheet: SheetOfTexts): Promise<Bytes>
  /** Decodes the file in a base64 response. */
  decodeBase64(text: string): Promise<Bytes>
  statementPdf(statement: StatementToPrint): Promise<Bytes>
  /** A QR code as a picture. */
  picture(text: string, format: PictureFormat): Promise<Bytes>
  /** A zip with each code in both formats. */
  pictures(codes: readonly NamedCode[]): Promise<Bytes>
  counterSheets(sheets: SheetsToPrint): Promise<Bytes>
  detailsPdf(details: DetailsToPrint): Promise<Bytes>
  /** The cells of a small xls from the server, to show on the screen. */
  xlsCells(bytes: Bytes): Promise<readonly (readonly Cell[])[]>
  /** The lines of a csv from the server, to show on the screen. With `isPart`, the incomplete last line is left out. */
  csvRows(bytes: Bytes, options: { readonly isPart: boolean }): Promise<readonly (readonly string[])[]>
}
