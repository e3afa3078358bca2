// The details of one record as a PDF (A4). At the top are the client's logo, the title and what the record is. Then
// follow its fields in groups, two fields side by side. Every page shows who made the PDF and when.
import type { jsPDF } from 'jspdf'
import type { DetailsToPrint } from '../exports-api.ts'
import type { FetchFont, FetchPicture } from './files.ts'
import { addLogo, createPdf, FOOTER_TOP, drawRule, writeFooters } from './page.ts'
import { PAGE } from './paper.ts'
import { createTextWriter, type TextWriter } from './text-writer.ts'

const LOGO_SIZE = 26
const GAP = 16
const COLUMN_WIDTH = (PAGE.width - 2 * PAGE.margin - GAP) / 2
const LABEL_SIZE = 7.5
const VALUE_SIZE = 10
const LINE_HEIGHT = 13
/** The position of the first text on a new page. */
const TOP = PAGE.margin + VALUE_SIZE
const EMPTY_VALUE = '–'

/**
 * The bytes of the PDF. Texts are written literally, never interpreted. If the logo is missing, only the name is shown.
 */
export async function writeDetailsPdf(
  details: DetailsToPrint,
  fetchFont: FetchFont,
  fetchPicture: FetchPicture,
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, about, client, madeBy } = details
  const pdf = createPdf()
  pdf.setProperties({ title: `${title}: ${about}` })
  const groups = details.groups.map((group) => ({
    title: group.title,
    facts: group.facts.map(([label, value]) => ({ label, paragraphs: toParagraphs(value) })),
  }))
  const texts = groups.flatMap((group) => [
    group.title,
    ...group.facts.flatMap(({ label, paragraphs }) => [label, ...paragraphs]),
  ])
  const writer = await createTextWriter(pdf, new Set([title, about, client.name, madeBy, ...texts]), fetchFont)

  const logo = await fetchPicture(client.logoUrl)
  if (logo) addLogo(pdf, logo, { x: PAGE.margin, y: PAGE.margin, size: LOGO_SIZE })
  const nameX = logo ? PAGE.margin + LOGO_SIZE + 8 : PAGE.margin
  writer.write(client.name, nameX, PAGE.margin + LOGO_SIZE / 2 + 4, { size: 12, bold: true })
  writer.write(title, PAGE.margin, PAGE.margin + LOGO_SIZE + 34, { size: 17, bold: true })
  writer.write(about, PAGE.margin, PAGE.margin + LOGO_SIZE + 50, { size: VALUE_SIZE, grey: true })

  let y = PAGE.margin + LOGO_SIZE + 76
  for (const group of groups) {
    const rows = inPairs(group.facts).map((pair) => toRow(writer, pair))
    // The first row must fit on the same page, so that a heading is never alone at the foot of a page.
    y = fitOnPage(pdf, y, HEADING_HEIGHT + (rows[0]?.height ?? 0))
    writer.write(group.title, PAGE.margin, y, { size: 11, bold: true })
    drawRule(pdf, y + 6, 90)
    y += HEADING_HEIGHT
    for (const { cells, height } of rows) {
      y = fitOnPage(pdf, y, height)
      const placedCells = cells.map((cell, at) => ({ ...cell, x: PAGE.margin + at * (COLUMN_WIDTH + GAP) }))
      for (const { label, x } of placedCells) writer.write(label, x, y, { size: LABEL_SIZE, grey: true })
      const lineCount = Math.max(...cells.map(({ lines }) => lines.length))
      for (let index = 0; index < lineCount; index++) {
        // Checked for each line, because a note can be longer than a whole page.
        y = fitOnPage(pdf, y + LINE_HEIGHT, 0)
        for (const { lines, x } of placedCells) {
          const line = lines[index]
          if (line !== undefined) writer.write(line, x, y, { size: VALUE_SIZE })
        }
      }
      y += FIELD_SPACING
    }
    y += GAP
  }
  writeFooters(pdf, writer, madeBy)
  return new Uint8Array(pdf.output('arraybuffer'))
}

/** The space from a group's title to its first field. */
const HEADING_HEIGHT = 24
/** The space from a field to the label below. */
const FIELD_SPACING = 17

/** Where a block of this height can be written: at `y`, or at the top of a new page. */
function fitOnPage(pdf: jsPDF, y: number, height: number): number {
  const fits = y + height <= FOOTER_TOP
  // A new page would have no more space.
  const isAtTop = y <= TOP
  if (fits || isAtTop) return y
  pdf.addPage()
  return TOP
}

interface Fact {
  readonly label: string
  readonly paragraphs: readonly string[]
}

function toRow(writer: TextWriter, facts: readonly Fact[]) {
  const cells = facts.map(({ label, paragraphs }) => ({
    label,
    lines: paragraphs.flatMap((text) => writer.lines(text, COLUMN_WIDTH, { size: VALUE_SIZE })),
  }))
  return { cells, height: Math.max(...cells.map(({ lines }) => lines.length)) * LINE_HEIGHT }
}

function inPairs<Item>(items: readonly Item[]): Item[][] {
  const pairs: Item[][] = []
  for (let at = 0; at < items.length; at += 2) pairs.push(items.slice(at, at + 2))
  return pairs
}

function toParagraphs(value: string): string[] {
  const paragraphs = value
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  return paragraphs.length === 0 ? [EMPTY_VALUE] : paragraphs
}
