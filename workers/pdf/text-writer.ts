// Writes texts of any script into a PDF. Measures texts, wraps their lines, and aligns them to the start side
// (paper.ts). Uses Helvetica if it has the letters, otherwise an embedded font. If none of these fonts has the letters,
// the text becomes a picture that is drawn with the system's fonts.
import { encode } from 'fast-png'
import type { jsPDF } from 'jspdf'
import type { FetchFont } from './files.ts'
import { type EmbeddedFont, type Face, faceByScript } from './fonts.ts'
import { isRightToLeft, leftEdge } from './paper.ts'
import { withoutDirectionMarks } from '#sheets/direction-marks.ts'
import { joinLetters, textDirection, toVisualOrder } from './right-to-left.ts'

export interface TextWriter {
  width: (text: string, font: FontStyle) => number
  /** The text in lines of at most this width. A word that is longer than a line is broken. */
  lines: (text: string, width: number, font: FontStyle) => string[]
  /** `x` is the distance from the start side of the page. */
  write: (text: string, x: number, y: number, style: TextStyle) => void
}

export interface FontStyle {
  readonly size: number
  readonly bold?: boolean
}

export interface TextStyle extends FontStyle {
  readonly align?: 'start' | 'end' | 'center'
  readonly grey?: boolean
}

/** Creates a text writer for these texts, and fetches the fonts that they need. */
export async function createTextWriter(pdf: jsPDF, texts: Iterable<string>, fetchFont: FetchFont): Promise<TextWriter> {
  const fonts = new Map<EmbeddedFont, TrueType | undefined>()
  for (const text of new Set(texts)) {
    const face = faceByScript(withoutDirectionMarks(text))
    if (isEmbedded(face) && !fonts.has(face)) fonts.set(face, await addFont(pdf, face, fetchFont))
  }
  const baseDirection = isRightToLeft() ? 'rtl' : undefined

  const chooseFace = (text: string): ChosenFace => {
    const plain = withoutDirectionMarks(text)
    const face = faceByScript(plain)
    if (face === 'helvetica') return { face, letters: plain }
    const letters = face === 'arabic' ? toVisualOrder(joinLetters(text), baseDirection) : plain
    const font = isEmbedded(face) ? fonts.get(face) : undefined
    if (font && hasLetters(font, letters)) return { face, font, letters }
    // Node has no canvas for a picture. Helvetica then shows the letters that it has.
    const canDraw = typeof OffscreenCanvas !== 'undefined'
    return { face: canDraw ? 'image' : 'helvetica', letters: text }
  }
  // A cache, because every text is measured several times.
  const faceCache = new Map<string, ChosenFace>()
  const cachedFace = (text: string): ChosenFace => {
    const result = faceCache.get(text) ?? chooseFace(text)
    faceCache.set(text, result)
    return result
  }
  const width: TextWriter['width'] = (text, { size, bold = false }) => {
    const { face, font, letters } = cachedFace(text)
    if (face === 'image') return widthOfPicture(text) * size
    if (font) return font.widthOfString(letters, size, 0)
    pdf.setFont('helvetica', bold ? 'bold' : 'normal').setFontSize(size)
    // By default, the library measures with kerning, although it writes without.
    return pdf.getStringUnitWidth(letters, { doKerning: false }) * size
  }

  return {
    width,
    lines(text, limit, style) {
      if (width(text, style) <= limit) return [text]
      const fits = (line: string) => width(line, style) <= limit
      const lines: string[] = []
      let line = ''
      for (const piece of text.match(PIECES) ?? []) {
        if (fits(line + piece)) {
          line += piece
          continue
        }
        // The piece begins a new line.
        if (line !== '') lines.push(line)
        const pieceLines = breakPiece(piece.trimStart(), fits)
        line = pieceLines.pop() ?? ''
        lines.push(...pieceLines)
      }
      return [...lines, line]
    },
    write(text, x, y, { size, bold = false, align = 'start', grey = false }) {
      const textWidth = width(text, { size, bold })
      const startOfText = x - textWidth * shareBefore[align]
      const left = leftEdge(startOfText, textWidth)
      const { face, font, letters } = cachedFace(text)
      if (face === 'image') {
        const picture = drawText(text, baseDirection)
        const top = y - size
        const height = size * PICTURE_HEIGHT
        if (picture) pdf.addImage(picture, 'PNG', left, top, textWidth, height, text, 'FAST')
        return
      }
      const colour = grey ? 100 : 20
      pdf.setTextColor(colour).setFontSize(size)
      if (!font) {
        pdf.setFont('helvetica', bold ? 'bold' : 'normal').text(letters, left, y, NO_REORDERING)
        return
      }
      pdf.setFont(face, 'normal')
      // The embedded fonts have only one weight. An outline makes their letters bolder.
      if (bold) pdf.setDrawColor(colour).setLineWidth(size * BOLD_OUTLINE)
      pdf.text(letters, left, y, bold ? { ...NO_REORDERING, renderingMode: 'fillThenStroke' } : NO_REORDERING)
    },
  }
}

/** Chinese characters and full-width punctuation. */
const CHINESE = String.raw`\u2e80-\u9fff\uff01-\uff5e`
/** Chinese punctuation that cannot begin a line. */
const PUNCTUATION = String.raw`\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f`
const CHINESE_PIECE = `[${CHINESE}][${PUNCTUATION}]*`
/** Any characters except spaces and Chinese characters. */
const WORD = `[^ ${CHINESE}]+`
/** The pieces between which a line can break: Chinese characters with the punctuation after them, and words. */
const PIECES = new RegExp(` *(?:${CHINESE_PIECE}|${WORD})`, 'g')

/** Breaks a piece between letters if it is longer than a line. */
function breakPiece(piece: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of piece) {
    if (line !== '' && !fits(line + letter)) {
      lines.push(line)
      line = ''
    }
    line += letter
  }
  return [...lines, line]
}

/** How much of a text's width is before its position. */
const shareBefore = { start: 0, center: 0.5, end: 1 } as const

interface ChosenFace {
  readonly face: Face
  /** Only for an embedded font. */
  readonly font?: TrueType
  /** The letters as they are drawn, from left to right. For a picture, the text in reading order. */
  readonly letters: string
}

/** The library must not reorder letters, because they are already in the order in which they are seen. */
const NO_REORDERING = { isInputVisual: true, isOutputVisual: true, isInputRtl: false, isOutputRtl: false } as const
/** The width of the outline that makes letters bolder, as a share of their size. */
const BOLD_OUTLINE = 0.025

interface TrueType {
  readonly characterToGlyph: (code: number) => number
  readonly widthOfString: (text: string, size: number, charSpace: number) => number
}

const isEmbedded = (face: Face): face is EmbeddedFont => face !== 'helvetica' && face !== 'image'

const hasLetters = (font: TrueType, letters: string): boolean =>
  letters.split('').every((letter) => font.characterToGlyph(letter.charCodeAt(0)) !== 0)

/** Returns undefined if the font cannot be fetched. */
async function addFont(pdf: jsPDF, name: EmbeddedFont, fetchFont: FetchFont): Promise<TrueType | undefined> {
  const file = await fetchFont(name)
  if (!file) return undefined
  // The library takes files as strings with one character per byte.
  let content = ''
  for (let at = 0; at < file.length; at += CHUNK_BYTES)
    content += String.fromCharCode(...file.subarray(at, at + CHUNK_BYTES))
  pdf.addFileToVFS(`${name}.ttf`, content)
  pdf.addFont(`${name}.ttf`, name, 'normal')
  // The library's types do not have the metadata.
  const { metadata } = pdf.setFont(name, 'normal').getFont() as unknown as { readonly metadata: TrueType }
  return metadata
}

/** Every browser allows a call with this number of arguments. */
const CHUNK_BYTES = 8192

/** The font size of pictures, in px. */
const PICTURE_SIZE = 48
/** The height of a picture, as a multiple of the font size. */
const PICTURE_HEIGHT = 1.35
const MAX_PICTURE_WIDTH = 4000
const PICTURE_FONT = `${PICTURE_SIZE}px sans-serif`

/** The width of a picture in points, for a font size of one point. */
function widthOfPicture(text: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return 0
  context.font = PICTURE_FONT
  const widthInPx = Math.ceil(context.measureText(text).width)
  return Math.max(1, Math.min(MAX_PICTURE_WIDTH, widthInPx)) / PICTURE_SIZE
}

/** The text as a picture. It is encoded as a PNG, because the library would lose the transparency of bare pixels. */
function drawText(text: string, baseDirection: 'rtl' | undefined): Uint8Array | undefined {
  const width = Math.round(widthOfPicture(text) * PICTURE_SIZE)
  const height = Math.ceil(PICTURE_SIZE * PICTURE_HEIGHT)
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!canvas) return undefined
  canvas.font = PICTURE_FONT
  canvas.fillStyle = '#141414'
  canvas.textAlign = 'left'
  canvas.direction = textDirection(text, baseDirection)
  canvas.fillText(text, 0, PICTURE_SIZE)
  const { data } = canvas.getImageData(0, 0, width, height)
  return encode({ width, height, data, channels: 4, depth: 8 })
}
