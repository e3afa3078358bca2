// The common elements of every PDF page: rules, the client's logo, author and time, page number.
import { m } from '#words/messages.js'
import { jsPDF } from 'jspdf'
import { isRightToLeft, leftEdge, PAGE } from './paper.ts'
import type { TextWriter } from './text-writer.ts'

/** The end of a page's content and the start of its footer. */
export const FOOTER_TOP = PAGE.height - PAGE.margin - 14

/** Creates a PDF. Its coordinates have two decimals: a hundredth of a point is finer than any printer. */
export function createPdf(): jsPDF {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true, precision: 2, putOnlyUsedFonts: true })
  // Turns off the library's own joining of Arabic letters, which is wrong before a comma, and for letters in visual
  // order.
  const { events } = pdf.internal
  for (const token of Object.keys(events.getTopics()['preProcessText'] ?? {})) events.unsubscribe(token)
  writeBaseLetters(events)
  if (isRightToLeft()) pdf.viewerPreferences({ Direction: 'R2L' })
  return pdf
}

interface FontWriter {
  readonly putStream: (stream: { readonly data: string }) => void
}

/**
 * Each font has a table with the letter of each glyph, for searching and copying text. The library writes the joined
 * forms there, which a search for a word does not find; this writes the letters of the alphabet instead.
 */
function writeBaseLetters(events: jsPDF['internal']['events']): void {
  const topics = events.getTopics() as unknown as Record<string, Record<string, [(writer: FontWriter) => void]>>
  for (const [token, [putFont]] of Object.entries(topics['putFont'] ?? {})) {
    events.unsubscribe(token)
    events.subscribe('putFont', (writer: FontWriter) =>
      putFont({
        ...writer,
        putStream: (stream) => writer.putStream({ ...stream, data: stream.data.replace(GLYPH_LETTER, toBaseLetters) }),
      }),
    )
  }
}

/** A glyph and its letter in the table of a font. */
const GLYPH_LETTER = /<([\da-f]{4})><(f[bcde][\da-f]{2})>/g
/** A ligature stands for several letters. */
function toBaseLetters(_: string, glyph: string, form: string): string {
  const letters = String.fromCharCode(parseInt(form, 16)).normalize('NFKC').split('')
  return `<${glyph}><${letters.map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`
}

/** Draws a square picture (PNG). */
export const addLogo = (pdf: jsPDF, png: Uint8Array, x: number, y: number, size: number): void =>
  void pdf.addImage(png, 'PNG', leftEdge(x, size), y, size, size, 'mark', 'FAST')

/** Draws a line from margin to margin. `grey`: 0 is black, 255 white. */
export function drawRule(pdf: jsPDF, y: number, grey: number): void {
  pdf
    .setDrawColor(grey)
    .setLineWidth(0.4)
    .line(PAGE.margin, y, PAGE.width - PAGE.margin, y)
}

/** Must be called last, when all pages exist. */
export function writeFooters(pdf: jsPDF, writer: TextWriter, madeBy: string): void {
  const pages = pdf.getNumberOfPages()
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page)
    const y = PAGE.height - PAGE.margin
    writer.write(madeBy, PAGE.margin, y, { size: 7, grey: true })
    writer.write(m.file_pageOf({ page, pages }), PAGE.width - PAGE.margin, y, { size: 7, grey: true, align: 'end' })
  }
}
