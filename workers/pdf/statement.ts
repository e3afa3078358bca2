// Writes a statement as a PDF (A4): facts about the card, then the table. Every page has the headings of the table, who
// made the PDF and when, and the page number.
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

/**
 * The bytes of the PDF. Texts are printed as they are: markup or formulas in them have no effect. The formats of the
 * columns mask card numbers.
 */
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
  // The statement is valid even if the logo cannot be fetched.
  const picture = await fetchPicture(logoUrl)
  if (picture) addLogo(pdf, picture, { x: PAGE.width - PAGE.margin - LOGO_SIZE, y: PAGE.margin - 4, size: LOGO_SIZE })
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
    const lineCount = Math.max(...wrappedCells.map(({ lines }) => lines.length))
    const height = lineCount * LINE_HEIGHT + 4
    const fitsOnPage = y + height <= FOOTER_TOP
    if (!fitsOnPage) {
      pdf.addPage()
      y = writeHead(pdf, writer, placements, PAGE.margin)
    }
    for (const { x, align, lines } of wrappedCells) {
      const firstLine = y + LINE_HEIGHT - 1
      for (const [index, line] of lines.entries())
        writer.write(line, x, firstLine + LINE_HEIGHT * index, { size: FONT_SIZE, align })
    }
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
  /** The distance from the start side to the beginning of a text, or to the end of a number. */
  readonly x: number
  readonly width: number
  readonly align: 'start' | 'end'
}

const INITIAL_VIEW = '/OpenAction ['

/**
 * A document can have only one action that runs when it is opened (ISO 32000-1, 7.7.2). jsPDF always sets the initial
 * view as this action. To print instead, the view is overwritten with spaces, so that no offset in the file changes.
 */
function withoutInitialView(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // latin1 gives one character per byte.
  const text = new TextDecoder('latin1').decode(bytes)
  // The catalogue with the action is near the end.
  const start = text.lastIndexOf(INITIAL_VIEW)
  if (start === -1) return bytes
  const end = text.indexOf(']', start)
  if (end !== -1) bytes.fill(SPACE, start, end + 1)
  return bytes
}

const SPACE = 32

/** If the page has room, every column is as wide as its widest text. Otherwise the widest columns wrap their lines. */
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
    // Numbers are aligned to the right edge of their column. In a language from right to left, this edge is the start.
    const isAlignedToEnd = isNumeric(format) && !isRightToLeft()
    const placement: ColumnPlacement = isAlignedToEnd
      ? { label, x: x + width, width, align: 'end' }
      : { label, x, width, align: 'start' }
    x += width + GAP
    return placement
  })
}

/**
 * Reduces the widths to fit the page. Begins with the narrowest column. Each column gets the width of its content, but
 * at most an equal share of what is left for it and the wider columns.
 */
function fitWidths(contentWidths: readonly number[], available: number): number[] {
  let remaining = available
  const narrowestFirst = contentWidths.map((width, index) => ({ width, index })).sort((a, b) => a.width - b.width)
  const widths = contentWidths.map(() => 0)
  for (const [assignedCount, { width, index }] of narrowestFirst.entries()) {
    const equalShare = remaining / (narrowestFirst.length - assignedCount)
    const assigned = Math.min(width, equalShare)
    widths[index] = assigned
    remaining -= assigned
  }
  // If there is space left, the widest column gets it, so that the table is as wide as the page.
  const widest = narrowestFirst.at(-1)?.index
  if (widest !== undefined) widths[widest] = (widths[widest] ?? 0) + Math.max(0, remaining)
  return widths
}

const FACT_LABEL = { size: 7, lineHeight: 9 }
const FACT_VALUE = { size: 9, lineHeight: LINE_HEIGHT }
const FACTS_PER_ROW = 3

/** Returns the position below the facts. */
function writeFacts(writer: TextWriter, facts: StatementToPrint['facts'], top: number): number {
  const width = (PAGE.width - 2 * PAGE.margin) / FACTS_PER_ROW
  let y = top
  for (let start = 0; start < facts.length; start += FACTS_PER_ROW) {
    const cells = facts.slice(start, start + FACTS_PER_ROW).map(([label, value]) => ({
      labels: writer.lines(label, width - GAP, { size: FACT_LABEL.size }),
      values: writer.lines(value, width - GAP, { size: FACT_VALUE.size }),
    }))
    const labelHeight = Math.max(...cells.map(({ labels }) => labels.length)) * FACT_LABEL.lineHeight
    const valueHeight = Math.max(...cells.map(({ values }) => values.length)) * FACT_VALUE.lineHeight
    const valueTop = y + labelHeight + 2
    cells.forEach(({ labels, values }, index) => {
      const x = PAGE.margin + index * width
      for (const [at, line] of labels.entries())
        writer.write(line, x, y + at * FACT_LABEL.lineHeight, { size: FACT_LABEL.size, grey: true })
      for (const [at, line] of values.entries())
        writer.write(line, x, valueTop + at * FACT_VALUE.lineHeight, { size: FACT_VALUE.size })
    })
    y += labelHeight + valueHeight + 6
  }
  return y
}

/** Writes the headings of the table. Returns the position below them. */
function writeHead(pdf: jsPDF, writer: TextWriter, placements: readonly ColumnPlacement[], top: number): number {
  const heads = placements.map(({ label, width }) => writer.lines(label, width, { size: FONT_SIZE, bold: true }))
  const bottom = top + Math.max(...heads.map((lines) => lines.length)) * LINE_HEIGHT
  placements.forEach(({ x, align }, index) => {
    const lines = heads[index] ?? []
    // The last lines of all headings are at the same height.
    const firstLine = bottom - 1 - (lines.length - 1) * LINE_HEIGHT
    for (const [at, line] of lines.entries())
      writer.write(line, x, firstLine + at * LINE_HEIGHT, { size: FONT_SIZE, bold: true, align })
  })
  drawRule(pdf, bottom + 4, 90)
  return bottom + 4
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
