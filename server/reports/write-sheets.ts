// Rows of any number as a workbook, sent while they are read: on as many sheets as they need, each with the header.
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

/** Rows of a sheet that spreadsheet programs read, the header among them. */
export const ROWS_A_SHEET = 1_048_576
/** Written at once: longer texts outlive the quick collections of the heap, and lie about until the slow one. */
const ROWS_A_PIECE = 250
/** And as many characters as no reader takes for a negative number. */
const SHEET_LENGTH = 2 ** 30

export interface Sheets {
  /** Of the first sheet; the others are numbered. */
  readonly name: string
  /** What all sheets have alike, once the first rows are known. */
  readonly toSheet: (first: Rows) => Omit<XlsxSheet, 'name' | 'rows'>
  readonly timeZoneLabel: string
  /** A part may have no rows: it only takes its time to say so. */
  readonly parts: AsyncIterable<Rows>
  /** For tests. */
  readonly rowsASheet?: number
}

/** The bytes of the workbook. */
export function writeSheets(sheets: Sheets): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return zipStream(partsOf(sheets))
}

async function* partsOf(sheets: Sheets): AsyncGenerator<ZipPart, void, undefined> {
  const { name, toSheet, timeZoneLabel, rowsASheet = ROWS_A_SHEET } = sheets
  const reading = sheets.parts[Symbol.asyncIterator]()
  /** Rows that are read and not written yet; undefined once there are no more. */
  let rows: Rows | undefined = []
  let sheet: ReturnType<typeof toSheet> | undefined
  /** Until there are rows or an end; whoever takes the texts can stop at each step. */
  async function* readOn(): AsyncGenerator<string, void, undefined> {
    while (rows?.length === 0) {
      yield ''
      const part = await reading.next()
      rows = part.done ? undefined : part.value
    }
  }
  async function* textsOfSheet(): AsyncGenerator<string, void, undefined> {
    yield* readOn()
    const { header } = (sheet ??= toSheet(rows ?? []))
    yield sheetStart(sheet)
    let rowNumber = 1
    let length = 0
    while (rows && rowNumber < rowsASheet && length < SHEET_LENGTH) {
      const written: Rows = rows.slice(0, Math.min(ROWS_A_PIECE, rowsASheet - rowNumber))
      rows = rows.slice(written.length)
      const xml = written.map((cells) => sheetRow(cells, ++rowNumber, header.length)).join('')
      length += xml.length
      yield xml
      yield* readOn()
    }
    yield SHEET_END
  }

  try {
    yield* partsBefore(timeZoneLabel).map(toZipPart)
    const names: string[] = []
    // One without rows, too.
    do {
      names.push(toNumberedName(name, names.length + 1))
      yield { name: sheetPath(names.length), texts: textsOfSheet() }
    } while (rows)
    yield* partsAfter(names).map(toZipPart)
  } finally {
    await reading.return?.()
  }
}

const toZipPart = ({ name, xml }: XlsxPart): ZipPart => ({ name, texts: [xml] })
