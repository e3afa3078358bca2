// The common elements of every PDF page: rules, the client's logo, author and time, page number.
import { m } from '#words/messages.js'
import { jsPDF } from 'jspdf'
import { isRightToLeft, leftEdge, PAGE } from './paper.ts'
import type { TextWriter } from './text-writer.ts'

/** The end of a page's content and the start of its footer. */
export const FOOTER_TOP = PAGE.height - PAGE.margin - 14

/** Creates a PDF. Its coordinates have two decimals: a hundredth of a point is finer than any printer. */
export function createPdf(): jsPDF {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true, precision: 2 })
  // Turns off the library's own joining of Arabic letters, which is wrong before a comma, and for letters in visual
  // order.
  const { events } = pdf.internal
  for (const token of Object.keys(events.getTopics()['preProcessText'] ?? {})) events.unsubscribe(token)
  if (isRightToLeft()) pdf.viewerPreferences({ Direction: 'R2L' })
  return pdf
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
