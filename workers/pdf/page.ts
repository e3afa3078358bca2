// The common elements of every PDF page: rules, the client's logo, author and time, page number.
import { m } from '#words/messages.js'
import { jsPDF } from 'jspdf'
import { isRightToLeft, leftEdge, PAGE } from './paper.ts'
import type { TextWriter } from './text-writer.ts'

/** The end of a page's content and the start of its footer. */
export const FOOTER_TOP = PAGE.height - PAGE.margin - 14

export function createPdf(): jsPDF {
  // Coordinates have two decimals, because a hundredth of a point is finer than any printer.
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true, precision: 2, putOnlyUsedFonts: true })
  // The library would join Arabic letters itself. It does so wrongly before a comma, and for letters that are already
  // in the order in which they are seen.
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
 * A PDF has a table for each font with the letter of each glyph, so that text can be searched and copied. The library
 * writes the joined forms of Arabic letters into this table. A search for a word would not find them, so this function
 * makes the library write the letters of the alphabet instead.
 */
function writeBaseLetters(events: jsPDF['internal']['events']): void {
  // The listeners by event and token. The library's types do not say what they receive.
  const listeners = events.getTopics() as unknown as Record<string, Record<string, [(writer: FontWriter) => void]>>
  for (const [token, [putFont]] of Object.entries(listeners['putFont'] ?? {})) {
    events.unsubscribe(token)
    events.subscribe('putFont', (writer: FontWriter) => {
      const putStream: FontWriter['putStream'] = (stream) =>
        writer.putStream({ ...stream, data: stream.data.replace(GLYPH_OF_FORM, toBaseLetters) })
      putFont({ ...writer, putStream })
    })
  }
}

/** An entry of the table for a joined form: a glyph and its letter, '<03a5><fe8e>'. */
const GLYPH_OF_FORM = /<([\da-f]{4})><(f[bcde][\da-f]{2})>/g

/** '<03a5><fe8e>' → '<03a5><0627>'. A ligature becomes several letters. */
function toBaseLetters(_: string, glyph: string, form: string): string {
  const letters = String.fromCharCode(parseInt(form, 16)).normalize('NFKC').split('')
  const codes = letters.map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))
  return `<${glyph}><${codes.join('')}>`
}

interface Square {
  /** The distance from the start side. */
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Draws a square picture (PNG). */
export function addLogo(pdf: jsPDF, png: Uint8Array, { x, y, size }: Square): void {
  pdf.addImage(png, 'PNG', leftEdge(x, size), y, size, size, 'mark', 'FAST')
}

/** Draws a line from margin to margin. `grey`: 0 is black, 255 white. */
export function drawRule(pdf: jsPDF, y: number, grey: number): void {
  pdf
    .setDrawColor(grey)
    .setLineWidth(0.4)
    .line(PAGE.margin, y, PAGE.width - PAGE.margin, y)
}

/** Writes the author, the time and the page number on every page. Must be called last, when all pages exist. */
export function writeFooters(pdf: jsPDF, writer: TextWriter, madeBy: string): void {
  const pages = pdf.getNumberOfPages()
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page)
    const y = PAGE.height - PAGE.margin
    writer.write(madeBy, PAGE.margin, y, { size: 7, grey: true })
    writer.write(m.file_pageOf({ page, pages }), PAGE.width - PAGE.margin, y, { size: 7, grey: true, align: 'end' })
  }
}
