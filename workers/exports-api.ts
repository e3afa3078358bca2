// What the exports worker can be asked: the agreement between the worker and src/services/files/exports-worker.ts. Rows go in, the
// bytes of a file come out, and once the other way; nothing of it runs on the main thread.
import type { Cell, Column } from '#domain/columns.ts'
import type { Zone } from '#domain/instants.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Rows by the names of their fields. */
export type ExportRow = Readonly<Record<string, unknown>>

export interface TableToExport {
  readonly columns: readonly Column<ExportRow>[]
  readonly rows: readonly ExportRow[]
  readonly zone: Zone
}

export interface SheetOfTable extends TableToExport {
  readonly name: string
}

export interface StatementToPrint extends TableToExport {
  readonly title: string
  /** Where the client's mark (PNG) lies, which stands beside the title. */
  readonly mark: string
  /** Name and value, beside each other above the table; already masked. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Who made it and when, at the foot of every page. */
  readonly madeBy: string
  /** Opens the print dialog of the program that shows it. */
  readonly print: boolean
}

export interface DetailsToPrint {
  readonly title: string
  /** Below the title: which thing it is. */
  readonly about: string
  /** Whose portal it is, and the address of the mark (PNG) that stands beside the name. */
  readonly client: { readonly name: string; readonly mark: string }
  /** Names and values of one thing, already as people read them and masked. */
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

/** A QR code to be pictured, and its picture's name without ending. */
export interface NamedCode {
  readonly name: string
  readonly text: string
}

export type PictureForm = 'png' | 'svg'

/** A sheet for each merchant's counter. */
export interface SheetsToPrint {
  /** Of the document. */
  readonly title: string
  /** The client's name, and where its mark lies as a PNG. */
  readonly mark: string
  readonly iconUrl: string
  /** `text`: that of its QR code. */
  readonly merchants: readonly { readonly name: string; readonly number: string; readonly text: string }[]
}

export interface ExportsApi {
  /** A table that leaves the portal: its columns on files, card numbers masked. */
  csv(table: TableToExport): Promise<Bytes>
  xlsx(table: SheetOfTable): Promise<Bytes>
  /** A file that comes back to it; identifiers are in `textColumns` (from 0). */
  csvToUpload(
    header: readonly string[],
    rows: readonly (readonly string[])[],
    textColumns: readonly number[],
  ): Promise<Bytes>
  /** Texts that leave the portal to the letter, their commas included. */
  csvOfTexts(header: readonly string[], rows: readonly (readonly string[])[]): Promise<Bytes>
  /** A workbook whose cells are all text; `textColumns` (from 0) keep what is typed there later as text too. */
  xlsxOfTexts(sheet: SheetOfTexts): Promise<Bytes>
  /** The file that an answer carries as base64. */
  base64(text: string): Promise<Bytes>
  statementPdf(statement: StatementToPrint): Promise<Bytes>
  /** A QR code as a picture. */
  picture(text: string, form: PictureForm): Promise<Bytes>
  /** A zip with the picture of each code in both forms. */
  pictures(codes: readonly NamedCode[]): Promise<Bytes>
  counterSheets(sheets: SheetsToPrint): Promise<Bytes>
  detailsPdf(details: DetailsToPrint): Promise<Bytes>
  /** The cells of a small xls that the host has made, for the screen. */
  xlsCells(bytes: Bytes): Promise<readonly (readonly Cell[])[]>
  /** The lines of a csv that the host has made, for the screen; of one whose end was not fetched, without the last line. */
  csvRows(bytes: Bytes, isPart: boolean): Promise<readonly (readonly string[])[]>
}
