// What every page of our PDFs has: its size and margins, the lines across it, who made it and when, its number.
import { jsPDF } from 'jspdf'
import type { Pen } from './pen.ts'
import * as say from '#words/workers/pdf.ts'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 36 }
/** Where what stands on a page ends and its foot begins. */
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

/** To be written last, when all pages are there. */
export function writeFeet(pdf: jsPDF, pen: Pen, madeBy: string): void {
  const pages = pdf.getNumberOfPages()
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page)
    const y = PAGE.height - PAGE.margin
    pen.write(madeBy, PAGE.margin, y, { size: 7, grey: true })
    pen.write(say.pageOf(page, pages), PAGE.width - PAGE.margin, y, { size: 7, grey: true, align: 'right' })
  }
}
