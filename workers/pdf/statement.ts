// Writes a statement as a PDF (A4): facts, then the table with its headings on every page, the author and time, and
// page n of m.
import { m } from '#words/messages.js'
import type { jsPDF } from 'jspdf'
import { type Column, columnsOn, isNumeric, valueToText } from '#domain/columns.ts'
import type { ExportRow, StatementToPrint } from '../exports-api.ts'
import type { FetchFont, FetchPicture } from './files.ts'
import { addLogo, createPdf, FOOTER_TOP, drawRule, writeFooters } from './page.ts'
import { isRightToLeft, PAGE } from './paper.ts'
import { createTextWriter, type TextWriter } from './text-writer.ts'

const FONT_SIZE = 8
const LINE_HEIGHT = 11
const GAP = 8
/** The size of the client's logo, at the end of the title's line. */
const LOGO_SIZE = 26

/** The bytes of the PDF. Texts are written literally, never interpreted; the columns' formats mask card numbers. */
export async function writeStatementPdf(
  statement: StatementToPrint,
  fetchFont: FetchFont,
  fetchPicture: FetchPicture,
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, logoUrl, facts, rows, zone, madeBy, print } = statement
  const columns = columnsOn(statement.columns, 'files')
  const pdf = createPdf()
  pdf.setProperties({ title })
  const cells = rows.map((row) => columns.map(({ key, format }) => oneLine(valueToText(row[key], format, zone))))
  const texts = new Set([title, madeBy, ...facts.flat(), ...columns.map(({ label }) => label), ...cells.flat()])
  const writer = await createTextWriter(pdf, texts, fetchFont)

  writer.write(title, PAGE.margin, PAGE.margin + 14, { size: 15, bold: true })
  // A statement without the logo is still valid.
  const picture = await fetchPicture(logoUrl)
  if (picture) addLogo(pdf, picture, PAGE.width - PAGE.margin - LOGO_SIZE, PAGE.margin - 4, LOGO_SIZE)
  let y = writeFacts(writer, facts, PAGE.margin + 34)
  const placements = placeColumns(writer, columns, cells)
  y = writeHead(pdf, writer, placements, y + 14)
  if (cells.length === 0)
    writer.write(m.file_noTransactionsInTheseDates(), PAGE.margin, y + LINE_HEIGHT, { size: FONT_SIZE, grey: true })
  for (const row of cells) {
    const wrappedCells = placements.map((placement, index) => ({
      ...placement,
      lines: writer.lines(row[index] ?? '', placement.width, { size: FONT_SIZE }),
    }))
    const height = Math.max(...wrappedCells.map(({ lines }) => lines.length)) * LINE_HEIGHT + 4
    if (y + height > FOOTER_TOP) {
      pdf.addPage()
      y = writeHead(pdf, writer, placements, PAGE.margin)
    }
    for (const { x, align, lines } of wrappedCells)
      for (const [at, line] of lines.entries())
        writer.write(line, x, y + LINE_HEIGHT * (at + 1) - 1, { size: FONT_SIZE, align })
    y += height
    drawRule(pdf, y, 225)
  }
  writeFooters(pdf, writer, madeBy)
  if (print) pdf.autoPrint()
  const bytes = new Uint8Array(pdf.output('arraybuffer'))
  return print ? withoutInitialView(bytes) : bytes
}

interface ColumnPlacement {
  readonly label: string
  /** Distance from the side where the language begins: of the beginning of a text, or of the end of a number. */
  readonly x: number
  readonly width: number
  readonly align: 'start' | 'end'
}

const INITIAL_VIEW = '/OpenAction ['

/**
 * jsPDF always sets the initial view of a document. Printing on opening is a second action where only one is allowed
 * (ISO 32000-1, 7.7.2). The view is overwritten with spaces, so that no offset in the file changes.
 */
function withoutInitialView(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // latin1 gives one character per byte; the catalogue is near the end.
  const text = new TextDecoder('latin1').decode(bytes)
  const start = text.lastIndexOf(INITIAL_VIEW)
  const end = start < 0 ? -1 : text.indexOf(']', start)
  if (end >= 0) bytes.fill(32, start, end + 1)
  return bytes
}

// Every column is as wide as its widest text if the page has room. Otherwise the widest columns wrap their lines.
function placeColumns(
  writer: TextWriter,
  columns: readonly Column<ExportRow>[],
  cells: readonly string[][],
): ColumnPlacement[] {
  const contentWidths = columns.map(({ label }, index) => {
    const texts = new Set(cells.map((row) => row[index] ?? ''))
    let widest = writer.width(label, { size: FONT_SIZE, bold: true })
    for (const text of texts) widest = Math.max(widest, writer.width(text, { size: FONT_SIZE }))
    return widest + 2
  })
  const available = PAGE.width - 2 * PAGE.margin - GAP * (columns.length - 1)
  const widths = fitWidths(contentWidths, available)
  let x = PAGE.margin
  return columns.map(({ label, format }, index) => {
    const width = widths[index] ?? 0
    // Numbers line up at the column's right edge. In languages read from right to left, that is where a column starts.
    const align = isNumeric(format) && !isRightToLeft() ? 'end' : 'start'
    const placement: ColumnPlacement = { label, x: align === 'end' ? x + width : x, width, align }
    x += width + GAP
    return placement
  })
}

/** Reduces the widths to fit the page: each column has the width of its content, but at most an equal share of the rest. */
function fitWidths(contentWidths: readonly number[], available: number): number[] {
  let remaining = available
  const narrowestFirst = contentWidths.map((width, index) => ({ width, index })).sort((a, b) => a.width - b.width)
  const widths = contentWidths.map(() => 0)
  for (const [doneCount, { width, index }] of narrowestFirst.entries()) {
    const equalShare = remaining / (narrowestFirst.length - doneCount)
    const assigned = Math.min(width, equalShare)
    widths[index] = assigned
    remaining -= assigned
  }
  // The widest column gets the remaining width, so that the table is as wide as the page.
  const widest = narrowestFirst.at(-1)?.index
  if (widest !== undefined) widths[widest] = (widths[widest] ?? 0) + Math.max(0, remaining)
  return widths
}

const FACT_LABEL = { size: 7, lineHeight: 9 }
const FACT_VALUE = { size: 9, lineHeight: LINE_HEIGHT }

function writeFacts(writer: TextWriter, facts: StatementToPrint['facts'], top: number): number {
  const width = (PAGE.width - 2 * PAGE.margin) / 3
  let y = top
  for (let start = 0; start < facts.length; start += 3) {
    const cells = facts.slice(start, start + 3).map(([label, value]) => ({
      labels: writer.lines(label, width - GAP, { size: FACT_LABEL.size }),
      values: writer.lines(value, width - GAP, { size: FACT_VALUE.size }),
    }))
    const labelHeight = Math.max(...cells.map(({ labels }) => labels.length)) * FACT_LABEL.lineHeight
    const valueTop = y + labelHeight + 2
    cells.forEach(({ labels, values }, index) => {
      const x = PAGE.margin + index * width
      for (const [at, line] of labels.entries())
        writer.write(line, x, y + at * FACT_LABEL.lineHeight, { size: FACT_LABEL.size, grey: true })
      for (const [at, line] of values.entries())
        writer.write(line, x, valueTop + at * FACT_VALUE.lineHeight, { size: FACT_VALUE.size })
    })
    y += labelHeight + Math.max(...cells.map(({ values }) => values.length)) * FACT_VALUE.lineHeight + 6
  }
  return y
}

function writeHead(pdf: jsPDF, writer: TextWriter, placements: readonly ColumnPlacement[], top: number): number {
  const heads = placements.map(({ label, width }) => writer.lines(label, width, { size: FONT_SIZE, bold: true }))
  const bottom = top + Math.max(...heads.map((lines) => lines.length)) * LINE_HEIGHT
  placements.forEach(({ x, align }, index) => {
    const lines = heads[index] ?? []
    // The last lines of all headings are level.
    const firstLine = bottom - 1 - (lines.length - 1) * LINE_HEIGHT
    for (const [at, line] of lines.entries())
      writer.write(line, x, firstLine + at * LINE_HEIGHT, { size: FONT_SIZE, bold: true, align })
  })
  drawRule(pdf, bottom + 4, 90)
  return bottom + 4
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
