// The details of one record as a PDF (A4): the client's logo, the record, then its fields in groups, two side by side.
// Every page shows who made the PDF and when.
import type { jsPDF } from 'jspdf'
import type { DetailsToPrint } from '../exports-api.ts'
import type { FetchFont, FetchPicture } from './files.ts'
import { addMark, createPdf, FOOT, rule, writeFeet } from './page.ts'
import { PAGE } from './paper.ts'
import { createTextWriter, type TextWriter } from './text-writer.ts'

const MARK = 26
const GAP = 16
const COLUMN = (PAGE.width - 2 * PAGE.margin - GAP) / 2
const LABEL = 7.5
const VALUE = 10
const LINE = 13
/** The position of the first text on a new page. */
const TOP = PAGE.margin + VALUE
const NOTHING = '–'

/**
 * The bytes of the PDF. Texts are written literally, never interpreted. The client's name is shown even without a logo.
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

  const mark = await fetchPicture(client.mark)
  if (mark) addMark(pdf, mark, PAGE.margin, PAGE.margin, MARK)
  writer.write(client.name, PAGE.margin + (mark ? MARK + 8 : 0), PAGE.margin + MARK / 2 + 4, { size: 12, bold: true })
  writer.write(title, PAGE.margin, PAGE.margin + MARK + 34, { size: 17, bold: true })
  writer.write(about, PAGE.margin, PAGE.margin + MARK + 50, { size: VALUE, grey: true })

  let y = PAGE.margin + MARK + 76
  for (const group of groups) {
    const rows = inPairs(group.facts).map((pair) => toRow(writer, pair))
    // A heading is never alone at the foot of a page.
    y = roomFor(pdf, y, HEAD + (rows[0]?.height ?? 0))
    writer.write(group.title, PAGE.margin, y, { size: 11, bold: true })
    rule(pdf, y + 6, 90)
    y += HEAD
    for (const { cells, height } of rows) {
      y = roomFor(pdf, y, height)
      const places = cells.map((cell, at) => ({ ...cell, x: PAGE.margin + at * (COLUMN + GAP) }))
      for (const { label, x } of places) writer.write(label, x, y, { size: LABEL, grey: true })
      const most = Math.max(...cells.map(({ lines }) => lines.length))
      for (let index = 0; index < most; index++) {
        // A note can be longer than the remaining page, or than a whole page.
        y = roomFor(pdf, y + LINE, 0)
        for (const { lines, x } of places) {
          const line = lines[index]
          if (line !== undefined) writer.write(line, x, y, { size: VALUE })
        }
      }
      y += BELOW
    }
    y += GAP
  }
  writeFeet(pdf, writer, madeBy)
  return new Uint8Array(pdf.output('arraybuffer'))
}

/** The space from a group's title to its first field, and from a field to the label below. */
const HEAD = 24
const BELOW = 17

/** The position of the next block with that height: here, or at the top of a new page. */
function roomFor(pdf: jsPDF, y: number, height: number): number {
  if (y + height <= FOOT || y <= TOP) return y
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
    lines: paragraphs.flatMap((text) => writer.lines(text, VALUE, COLUMN)),
  }))
  return { cells, height: Math.max(...cells.map(({ lines }) => lines.length)) * LINE }
}

const inPairs = <Item>(items: readonly Item[]): Item[][] =>
  items.flatMap((_, at) => (at % 2 === 0 ? [items.slice(at, at + 2)] : []))

function toParagraphs(value: string): string[] {
  const paragraphs = value
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  return paragraphs.length === 0 ? [NOTHING] : paragraphs
}
