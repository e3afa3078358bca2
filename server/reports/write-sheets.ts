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
/** And as many characters as no reader takes for a negative number. */
const SHEET_LENGTH = 2 ** 30

export interface Sheets {
  /** Of the first sheet; the others are numbered. */
  readonly name: string
  /** What all sheets have alike, once the first rows are known. */
  readonly toSheet: (first: Rows) => Omit<XlsxSheet, 'name' | 'rows'>
  readonly parts: AsyncIterable<Rows>
  /** For tests. */
  readonly rowsASheet?: number
}

/** The bytes of the workbook. */
export function writeSheets(sheets: Sheets): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return zipStream(partsOf(sheets))
}

async function* partsOf(sheets: Sheets): AsyncGenerator<ZipPart, void, undefined> {
  const { name, toSheet, rowsASheet = ROWS_A_SHEET } = sheets
  const reading = sheets.parts[Symbol.asyncIterator]()
  /** Rows that are read and not written yet; undefined once there are no more. */
  let rows: Rows | undefined
  const readOn = async () => {
    do {
      const part = await reading.next()
      rows = part.done ? undefined : part.value
    } while (rows?.length === 0)
  }
  async function* textsOf(sheet: Omit<XlsxSheet, 'name' | 'rows'>): AsyncGenerator<string, void, undefined> {
    yield sheetStart(sheet)
    let rowNumber = 1
    let length = 0
    while (rows && rowNumber < rowsASheet && length < SHEET_LENGTH) {
      const written = rows.slice(0, rowsASheet - rowNumber)
      const rest = rows.slice(written.length)
      const xml = written.map((cells) => sheetRow(cells, ++rowNumber, sheet.header.length)).join('')
      length += xml.length
      yield xml
      if (rest.length > 0) rows = rest
      else await readOn()
    }
    yield SHEET_END
  }

  try {
    await readOn()
    const sheet = toSheet(rows ?? [])
    yield* partsBefore(sheet.timeZoneLabel).map(toZipPart)
    const names: string[] = []
    // One without rows, too.
    do {
      names.push(toNumberedName(name, names.length + 1))
      yield { name: sheetPath(names.length), texts: textsOf(sheet) }
    } while (rows)
    yield* partsAfter(names).map(toZipPart)
  } finally {
    await reading.return?.()
  }
}

const toZipPart = ({ name, xml }: XlsxPart): ZipPart => ({ name, texts: [xml] })
