// The common elements of every PDF page: size and margins, rules, author and time, page number.
import { m } from '#words/messages.js'
import { jsPDF } from 'jspdf'
import type { TextWriter } from './text-writer.ts'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 36 }
/** The end of a page's content and the start of its footer. */
export const FOOT = PAGE.height - PAGE.margin - 14

/** Numbers with two decimals: a hundredth of a point is finer than any printer. */
export const createPdf = (): jsPDF => new jsPDF({ unit: 'pt', format: 'a4', compress: true, precision: 2 })

/** A line from margin to margin; 0 is black, 255 white. */
export function rule(pdf: jsPDF, y: number, grey: number): void {
  pdf
    .setDrawColor(grey)
    .setLineWidth(0.4)
    .line(PAGE.margin, y, PAGE.width - PAGE.margin, y)
}

/** Must be called last, when all pages exist. */
export function writeFeet(pdf: jsPDF, writer: TextWriter, madeBy: string): void {
  const pages = pdf.getNumberOfPages()
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page)
    const y = PAGE.height - PAGE.margin
    writer.write(madeBy, PAGE.margin, y, { size: 7, grey: true })
    writer.write(m.file_pageOf({ page, pages }), PAGE.width - PAGE.margin, y, { size: 7, grey: true, align: 'right' })
  }
}
