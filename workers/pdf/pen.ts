// Writes texts into a PDF in whatever script they are: measures, cuts to a width, breaks into lines. Helvetica first, a part of
// Noto Sans where a text needs it, a picture drawn with the machine's own fonts where neither has the letters.
import type { jsPDF } from 'jspdf'
import { type Run, type Script, textToRuns } from './fonts.ts'
import { createPlainPen, type PlainPen } from './plain-pen.ts'
import { woffToTrueType } from './woff.ts'

export type FetchFont = (script: Script) => Promise<ArrayBuffer | undefined>

export interface Pen {
  width: (text: string, size: number, bold?: boolean) => number
  /** The text in lines of that width; a word that is longer is broken. */
  lines: (text: string, size: number, width: number) => string[]
  write: (text: string, x: number, y: number, look: Look) => void
  /** A thin line across, from 0 (black) to 255. */
  rule: PlainPen['line']
  frame: PlainPen['frame']
  squares: PlainPen['squares']
}

export interface Look {
  readonly size: number
  readonly bold?: boolean
  readonly align?: 'left' | 'right' | 'center'
  readonly grey?: boolean
}

/** A pen for these texts: the fonts they need are fetched first. */
export async function createPen(pdf: jsPDF, texts: Iterable<string>, fetchFont: FetchFont): Promise<Pen> {
  const scripts = new Set<Script>()
  for (const text of texts)
    for (const { font } of textToRuns(text)) if (font !== 'helvetica' && font !== 'image') scripts.add(font)
  const held = new Set<Script>()
  for (const script of scripts) {
    const file = await fetchFont(script)
    if (!file) continue
    const name = `noto-${script}`
    pdf.addFileToVFS(`${name}.ttf`, toBinary(await woffToTrueType(file)))
    pdf.addFont(`${name}.ttf`, name, 'normal')
    held.add(script)
  }
  const pictures = new Map<string, Picture>()
  for (const text of texts) {
    const [run] = textToRuns(text)
    if (run?.font !== 'image' || pictures.has(text)) continue
    const picture = await drawText(text)
    if (picture) pictures.set(text, picture)
  }

  const plain = createPlainPen(pdf)
  const isPlain = ({ font }: Run) => font === 'helvetica'
  const choose = (run: Run, size: number, bold: boolean) => {
    if (run.font === 'helvetica' || run.font === 'image' || !held.has(run.font))
      pdf.setFont('helvetica', bold ? 'bold' : 'normal')
    else pdf.setFont(`noto-${run.font}`, 'normal')
    pdf.setFontSize(size)
  }
  const runWidth = (run: Run, size: number, bold: boolean) => {
    if (isPlain(run)) return plain.width(run.text, size, bold)
    const picture = pictures.get(run.text)
    if (run.font === 'image' && picture) return picture.widthOfSize1 * size
    choose(run, size, bold)
    return pdf.getStringUnitWidth(run.text) * size
  }
  const width: Pen['width'] = (text, size, bold = false) =>
    textToRuns(text).reduce((sum, run) => sum + runWidth(run, size, bold), 0)

  return {
    width,
    lines(text, size, limit) {
      // What is drawn is one piece.
      if (pictures.has(text) || width(text, size) <= limit) return [text]
      const lines: string[] = []
      let line = ''
      for (const word of text.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`
        if (width(longer, size) <= limit) {
          line = longer
          continue
        }
        if (line !== '') lines.push(line)
        line = ''
        for (const letter of word) {
          if (line !== '' && width(line + letter, size) > limit) {
            lines.push(line)
            line = ''
          }
          line += letter
        }
      }
      return [...lines, line]
    },
    write(text, x, y, { size, bold = false, align = 'left', grey = false }) {
      const shade = grey ? 100 : 20
      pdf.setTextColor(shade)
      let at = x - width(text, size, bold) * (align === 'right' ? 1 : align === 'center' ? 0.5 : 0)
      for (const run of textToRuns(text)) {
        const picture = pictures.get(run.text)
        if (isPlain(run)) {
          plain.write(run.text, at, y, { size, bold, grey: shade })
        } else if (run.font === 'image' && picture) {
          pdf.addImage(picture.png, 'PNG', at, y - size, picture.widthOfSize1 * size, size * PICTURE_HEIGHT)
        } else {
          choose(run, size, bold)
          pdf.text(run.text, at, y)
        }
        at += runWidth(run, size, bold)
      }
    },
    rule: plain.line,
    frame: plain.frame,
    squares: plain.squares,
  }
}

interface Picture {
  readonly png: Uint8Array
  /** Width in points for a letter size of one point. */
  readonly widthOfSize1: number
}

const PICTURE_SIZE = 48
const PICTURE_HEIGHT = 1.35

// Without a canvas (outside of a browser) the letters stay what Helvetica makes of them.
async function drawText(text: string): Promise<Picture | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  const font = `${PICTURE_SIZE}px sans-serif`
  const measure = new OffscreenCanvas(1, 1).getContext('2d')
  if (!measure) return undefined
  measure.font = font
  const width = Math.max(1, Math.min(4000, Math.ceil(measure.measureText(text).width)))
  const canvas = new OffscreenCanvas(width, PICTURE_SIZE * PICTURE_HEIGHT)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.font = font
  pen.fillStyle = '#141414'
  pen.fillText(text, 0, PICTURE_SIZE)
  const png = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  return { png, widthOfSize1: width / PICTURE_SIZE }
}

// The library takes files as texts of one byte a character.
function toBinary(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}
