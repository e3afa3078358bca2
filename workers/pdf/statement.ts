// Writes a statement as a PDF (A4): facts, then the table with its headings on every page, the author and time, and
// page n of m.
import { m } from '#words/messages.js'
import type { jsPDF } from 'jspdf'
import { type Column, columnsOn, isNumeric, valueToText } from '#domain/columns.ts'
import type { ExportRow, StatementToPrint } from '../exports-api.ts'
import type { FetchFont, FetchPicture } from './files.ts'
import { addMark, createPdf, FOOT, rule, writeFeet } from './page.ts'
import { isRightToLeft, PAGE } from './paper.ts'
import { createTextWriter, type TextWriter } from './text-writer.ts'

const SIZE = 8
const LINE = 11
const GAP = 8
/** The client's logo at the end of the title's line. */
const MARK = 26

/** The bytes of the PDF. Texts are written literally, never interpreted; the columns' formats mask card numbers. */
export async function writeStatementPdf(
  statement: StatementToPrint,
  fetchFont: FetchFont,
  fetchPicture: FetchPicture,
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, mark, facts, rows, zone, madeBy, print } = statement
  const columns = columnsOn(statement.columns, 'files')
  const pdf = createPdf()
  pdf.setProperties({ title })
  const cells = rows.map((row) => columns.map(({ key, format }) => oneLine(valueToText(row[key], format, zone))))
  const texts = new Set([title, madeBy, ...facts.flat(), ...columns.map(({ label }) => label), ...cells.flat()])
  const writer = await createTextWriter(pdf, texts, fetchFont)

  writer.write(title, PAGE.margin, PAGE.margin + 14, { size: 15, bold: true })
  // A statement without the logo is still valid.
  const picture = await fetchPicture(mark)
  if (picture) addMark(pdf, picture, PAGE.width - PAGE.margin - MARK, PAGE.margin - 4, MARK)
  let y = writeFacts(writer, facts, PAGE.margin + 34)
  const places = placeColumns(writer, columns, cells)
  y = writeHead(pdf, writer, places, y + 14)
  if (cells.length === 0)
    writer.write(m.file_noTransactionsInTheseDates(), PAGE.margin, y + LINE, { size: SIZE, grey: true })
  for (const row of cells) {
    const lines = places.map(({ width }, index) => writer.lines(row[index] ?? '', SIZE, width))
    const height = Math.max(...lines.map((each) => each.length)) * LINE + 4
    if (y + height > FOOT) {
      pdf.addPage()
      y = writeHead(pdf, writer, places, PAGE.margin)
    }
    lines.forEach((cell, index) => {
      const place = places[index]
      cell.forEach(
        (line, at) => place && writer.write(line, place.x, y + LINE * (at + 1) - 1, { size: SIZE, align: place.align }),
      )
    })
    y += height
    rule(pdf, y, 225)
  }
  writeFeet(pdf, writer, madeBy)
  if (print) pdf.autoPrint()
  const bytes = new Uint8Array(pdf.output('arraybuffer'))
  return print ? withoutFirstView(bytes) : bytes
}

interface Place {
  readonly label: string
  /** Where texts begin, or where numbers end. */
  readonly x: number
  readonly width: number
  readonly align: 'start' | 'end'
}

const FIRST_VIEW = '/OpenAction ['

/**
 * jsPDF always sets the initial view of a document. Printing on opening is a second action where only one is allowed
 * (ISO 32000-1, 7.7.2). The view is overwritten with spaces, so that no offset in the file changes.
 */
function withoutFirstView(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // latin1 gives one character per byte; the catalogue is near the end.
  const text = new TextDecoder('latin1').decode(bytes)
  const start = text.lastIndexOf(FIRST_VIEW)
  const end = start < 0 ? -1 : text.indexOf(']', start)
  if (end >= 0) bytes.fill(32, start, end + 1)
  return bytes
}

// Every column is as wide as its widest text if the page has room. Otherwise the widest columns wrap their lines.
function placeColumns(writer: TextWriter, columns: readonly Column<ExportRow>[], cells: readonly string[][]): Place[] {
  const contentWidths = columns.map(({ label }, index) => {
    const texts = new Set(cells.map((row) => row[index] ?? ''))
    let widest = writer.width(label, SIZE, true)
    for (const text of texts) widest = Math.max(widest, writer.width(text, SIZE))
    return widest + 2
  })
  const room = PAGE.width - 2 * PAGE.margin - GAP * (columns.length - 1)
  const widths = fit(contentWidths, room)
  let x = PAGE.margin
  return columns.map(({ label, format }, index) => {
    const width = widths[index] ?? 0
    // Digits of the same rank are below each other: the right edge, where a language from right to left begins.
    const align = isNumeric(format) && !isRightToLeft() ? 'end' : 'start'
    const place: Place = { label, x: align === 'end' ? x + width : x, width, align }
    x += width + GAP
    return place
  })
}

/** Reduces the widths to fit the page. The widest columns are cut first, to equal widths. */
function fit(contentWidths: readonly number[], room: number): number[] {
  let left = room
  let open = contentWidths.map((width, index) => ({ width, index })).sort((a, b) => a.width - b.width)
  const widths = contentWidths.map(() => 0)
  while (open.length > 0) {
    const [{ width, index } = { width: 0, index: 0 }] = open
    const share = Math.min(width, left / open.length)
    widths[index] = share
    left -= share
    open = open.slice(1)
  }
  // The longest column gets the remaining width, so that the table is as wide as the page.
  const longest = contentWidths.indexOf(Math.max(...contentWidths))
  if (longest >= 0) widths[longest] = (widths[longest] ?? 0) + Math.max(0, left)
  return widths
}

function writeFacts(writer: TextWriter, facts: StatementToPrint['facts'], top: number): number {
  const width = (PAGE.width - 2 * PAGE.margin) / 3
  let y = top
  for (let first = 0; first < facts.length; first += 3) {
    const cells = facts.slice(first, first + 3).map(([label, value]) => ({
      labels: writer.lines(label, 7, width - GAP),
      values: writer.lines(value, 9, width - GAP),
    }))
    const labelHeight = Math.max(...cells.map(({ labels }) => labels.length)) * 9
    cells.forEach(({ labels, values }, index) => {
      const x = PAGE.margin + index * width
      labels.forEach((line, at) => writer.write(line, x, y + at * 9, { size: 7, grey: true }))
      values.forEach((line, at) => writer.write(line, x, y + labelHeight + 2 + at * LINE, { size: 9 }))
    })
    y += labelHeight + Math.max(...cells.map(({ values }) => values.length)) * LINE + 6
  }
  return y
}

function writeHead(pdf: jsPDF, writer: TextWriter, places: readonly Place[], top: number): number {
  const heads = places.map(({ label, width }) => writer.lines(label, SIZE, width, true))
  const bottom = top + Math.max(...heads.map((lines) => lines.length)) * LINE
  places.forEach(({ x, align }, index) => {
    const lines = heads[index] ?? []
    lines.forEach((line, at) =>
      writer.write(line, x, bottom - 1 - (lines.length - 1 - at) * LINE, { size: SIZE, bold: true, align }),
    )
  })
  rule(pdf, bottom + 4, 90)
  return bottom + 4
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
