// Texts in Helvetica and thin lines, written into a page as PDF's own operators: nearly all of a statement, in a fraction of
// the library's time and size. Each is whole in itself, so that the library's own operators may stand between them.
import type { jsPDF } from 'jspdf'

/** Points from the page's top left corner; greys from 0 (black) to 255. */
export interface PlainPen {
  /** Only for what Windows-1252 holds. */
  width: (text: string, size: number, bold: boolean) => number
  write: (text: string, x: number, y: number, look: PlainLook) => void
  line: (fromX: number, toX: number, y: number, grey: number) => void
  /** An empty square with a thin edge. */
  frame: (x: number, y: number, size: number, grey: number) => void
  /** Black runs of unit squares, their places in units from that corner. */
  squares: (runs: readonly Run[], x: number, y: number, unit: number) => void
}

interface Run {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface PlainLook {
  readonly size: number
  readonly bold: boolean
  readonly grey: number
}

export function createPlainPen(pdf: jsPDF): PlainPen {
  const page = pdf.internal as unknown as Page
  const height = page.pageSize.getHeight()
  const normal = face(pdf, page, 'normal')
  const bold = face(pdf, page, 'bold')
  return {
    width: (text, size, isBold) => (isBold ? bold : normal).width(text) * size,
    write(text, x, y, look) {
      const font = (look.bold ? bold : normal).id
      page.write(
        `BT /${font} ${look.size} Tf ${greyOf(look.grey)} g ${round(x)} ${round(height - y)} Td (${escape(text)}) Tj ET`,
      )
    },
    line(fromX, toX, y, grey) {
      const at = round(height - y)
      page.write(`${greyOf(grey)} G 0.4 w ${round(fromX)} ${at} m ${round(toX)} ${at} l S`)
    },
    frame(x, y, size, grey) {
      page.write(`${greyOf(grey)} G 0.4 w ${round(x)} ${round(height - y - size)} ${round(size)} ${round(size)} re S`)
    },
    squares(runs, x, y, unit) {
      // In units from the top down, and filled in one go: no seam shows between neighbours.
      const places = runs.map((run) => `${run.x} ${run.y} ${run.width} 1 re`).join(' ')
      page.write(`q ${fine(unit)} 0 0 ${fine(-unit)} ${fine(x)} ${fine(height - y)} cm 0 g ${places} f Q`)
    },
  }
}

/** What the library keeps to itself in its types. */
interface Page {
  readonly write: (operators: string) => void
  readonly getFont: () => { readonly id: string }
  readonly pageSize: { readonly getHeight: () => number }
}

// The library's own table of widths, asked once a letter: its sums over whole texts count kerning, which no operator here does.
function face(pdf: jsPDF, page: Page, style: 'normal' | 'bold') {
  pdf.setFont('helvetica', style)
  const { id } = page.getFont()
  const widths = new Map<string, number>()
  const widthOf = (letter: string): number => {
    const known = widths.get(letter)
    if (known !== undefined) return known
    pdf.setFont('helvetica', style)
    const width = pdf.getStringUnitWidth(letter)
    widths.set(letter, width)
    return width
  }
  return {
    id,
    width(text: string): number {
      let sum = 0
      for (const letter of text) sum += widthOf(letter)
      return sum
    },
  }
}

// A tenth of a point is finer than any printer.
const round = (value: number): string => String(Math.round(value * 10) / 10)
const fine = (value: number): string => value.toFixed(4)
const greyOf = (grey: number): string => String(Math.round((grey / 255) * 100) / 100)

// Windows-1252 where it differs from Unicode, from 0x80 on; a space where it has nothing.
const FROM_80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

const escape = (text: string): string =>
  text.replace(/[\\()]|[^\u0020-\u007e]/g, (letter) => {
    if (letter === '\\' || letter === '(' || letter === ')') return `\\${letter}`
    const place = FROM_80.indexOf(letter)
    const code = place < 0 ? letter.charCodeAt(0) : 0x80 + place
    return `\\${(code & 0xff).toString(8).padStart(3, '0')}`
  })
