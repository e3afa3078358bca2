// Writes a workbook while its rows are read. Any number of rows is written, on as many sheets as needed. Each sheet has
// the header.
import type { Cell } from '#domain/columns.ts'
import {
  partsAfter,
  partsBefore,
  SHEET_END,
  sheetPath,
  sheetRow,
  sheetStart,
  toNumberedName,
  type XlsxPart,
  type XlsxSheet,
} from '#sheets/write-xlsx.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

type Rows = readonly (readonly Cell[])[]

/** Maximum number of rows that spreadsheet programs read from a sheet, including the header. */
export const ROWS_PER_SHEET = 1_048_576
/**
 * Rows per piece of XML. Pieces are short, because the garbage collector removes only small short-lived strings quickly.
 */
const ROWS_PER_PIECE = 250
/** A sheet ends after the piece that reaches this many characters. Some readers read 2^31 and more as negative. */
const SHEET_LENGTH = 2 ** 30

type SheetProperties = Omit<XlsxSheet, 'name' | 'rows'>

export interface Sheets {
  /** Name of the first sheet. Further sheets also have a number. */
  readonly name: string
  /** Returns the properties that all sheets share. Called once, with the first rows. */
  readonly toSheet: (first: Rows) => SheetProperties
  readonly timeZoneLabel: string
  /** A chunk can be empty. */
  readonly chunks: AsyncIterable<Rows>
  /** Only for tests. */
  readonly rowsPerSheet?: number | undefined
}

/** Yields the bytes of the workbook. */
export function writeSheets(sheets: Sheets): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return zipStream(workbookParts(sheets))
}

async function* workbookParts(sheets: Sheets): AsyncGenerator<ZipPart, void, undefined> {
  const { name, toSheet, timeZoneLabel, rowsPerSheet = ROWS_PER_SHEET } = sheets
  const chunkIterator = sheets.chunks[Symbol.asyncIterator]()
  /** Rows that were read but not written yet. Undefined once all rows are written. */
  let rows: Rows | undefined = []
  /** Undefined before the first sheet. */
  let properties: SheetProperties | undefined
  /**
   * Reads chunks until `rows` has rows. After the last chunk, `rows` is undefined. Yields an empty text before each
   * read, so that the consumer can stop there.
   */
  async function* readMore(): AsyncGenerator<string, void, undefined> {
    while (rows?.length === 0) {
      yield ''
      const chunk = await chunkIterator.next()
      rows = chunk.done ? undefined : chunk.value
    }
  }
  /** The XML of the next sheet, in pieces. */
  async function* sheetTexts(): AsyncGenerator<string, void, undefined> {
    yield* readMore()
    properties ??= toSheet(rows ?? [])
    const columnCount = properties.header.length
    yield sheetStart(properties)
    /** The number of the last written row. Row 1 is the header. */
    let rowNumber = 1
    let length = 0
    while (rows && rowNumber < rowsPerSheet && length < SHEET_LENGTH) {
      const remainingRows = rowsPerSheet - rowNumber
      const rowsToWrite: Rows = rows.slice(0, Math.min(ROWS_PER_PIECE, remainingRows))
      rows = rows.slice(rowsToWrite.length)
      const firstNumber = rowNumber + 1
      const xml = rowsToWrite.map((cells, index) => sheetRow(cells, firstNumber + index, columnCount)).join('')
      rowNumber += rowsToWrite.length
      length += xml.length
      yield xml
      yield* readMore()
    }
    yield SHEET_END
  }

  try {
    yield* partsBefore(timeZoneLabel).map(toZipPart)
    const names: string[] = []
    // There is at least one sheet, even without rows. zipStream consumes all texts of a sheet before it asks for the
    // next sheet. So after `yield`, `rows` has the rows that remain for further sheets.
    do {
      names.push(toNumberedName(name, names.length + 1))
      yield { name: sheetPath(names.length), texts: sheetTexts() }
    } while (rows)
    yield* partsAfter(names).map(toZipPart)
  } finally {
    await chunkIterator.return?.()
  }
}

const toZipPart = ({ name, xml }: XlsxPart): ZipPart => ({ name, texts: [xml] })
