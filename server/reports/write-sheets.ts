// Writes any number of rows as a workbook while they are read, on as many sheets as needed, each with the header.
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
 * Rows per piece of XML. Longer strings survive the garbage collector's quick passes and stay in memory until a slow
 * pass.
 */
const ROWS_PER_PIECE = 250
/** Maximum characters of a sheet. From 2^31 on, some readers see a negative length. */
const SHEET_LENGTH = 2 ** 30

export interface Sheets {
  /** Name of the first sheet; the others are numbered. */
  readonly name: string
  /** Returns the properties that all sheets share; called with the first rows. */
  readonly toSheet: (first: Rows) => Omit<XlsxSheet, 'name' | 'rows'>
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
  /** Rows that were read but not written yet; undefined after the last ones. */
  let rows: Rows | undefined = []
  let sheet: ReturnType<typeof toSheet> | undefined
  /**
   * Reads until there are rows or no more chunks. Yields an empty text before each read, so that the consumer can stop
   * there.
   */
  async function* readMore(): AsyncGenerator<string, void, undefined> {
    while (rows?.length === 0) {
      yield ''
      const chunk = await chunkIterator.next()
      rows = chunk.done ? undefined : chunk.value
    }
  }
  async function* sheetTexts(): AsyncGenerator<string, void, undefined> {
    yield* readMore()
    const { header } = (sheet ??= toSheet(rows ?? []))
    yield sheetStart(sheet)
    let rowNumber = 1
    let length = 0
    while (rows && rowNumber < rowsPerSheet && length < SHEET_LENGTH) {
      const rowsToWrite: Rows = rows.slice(0, Math.min(ROWS_PER_PIECE, rowsPerSheet - rowNumber))
      rows = rows.slice(rowsToWrite.length)
      const firstNumber = rowNumber + 1
      const xml = rowsToWrite.map((cells, index) => sheetRow(cells, firstNumber + index, header.length)).join('')
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
    // Write at least one sheet, even without rows.
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
