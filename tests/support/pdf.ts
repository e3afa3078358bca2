// Reads the pages of a PDF from the file's bytes, independently of the code that wrote it.
import { inflateSync } from 'node:zlib'

/**
 * The texts of each page, in order. Texts in embedded fonts are read by the font's own table, texts from right to left
 * in reading order. The file is given as a latin1 string.
 */
export function pdfToTexts(pdf: string): string[][] {
  const fonts = pdfToFonts(pdf)
  return pdfToPages(pdf).map((content) => {
    const texts: string[] = []
    let font: ReadonlyMap<string, string> | undefined
    for (const [, name, written, glyphs] of content.matchAll(OPERATORS)) {
      if (name !== undefined) font = fonts.get(name)
      if (written !== undefined) texts.push(decode(written.replace(/\\([\\()])/g, '$1')))
      if (glyphs !== undefined)
        texts.push(toReadingOrder(glyphs.match(/.{4}/g)?.map((glyph) => font?.get(glyph) ?? '�')))
    }
    return texts
  })
}

/** Choosing a font, a text in a built-in font, and a text of glyphs. */
const OPERATORS = /\/(F\d+) [\d.]+ Tf|\(((?:\\.|[^\\)])*)\) Tj|<([\da-fA-F]*)> Tj/g

/** The letters of the glyphs of each embedded font. */
function pdfToFonts(pdf: string): Map<string, ReadonlyMap<string, string>> {
  const objects = new Map(
    [...pdf.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g)].map(([, id, body]) => [id, body]),
  )
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const [, name = '', id] of pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1])
    if (table === undefined) continue
    const pairs = [...inflated(table).matchAll(/<([\da-f]{4})><((?:[\da-f]{4})+)>/gi)]
    fonts.set(name, new Map(pairs.map(([, glyph = '', codes = '']) => [glyph, toLetters(codes)])))
  }
  return fonts
}

/** UTF-16 in hexadecimal; a ligature has several letters. */
const toLetters = (codes: string): string => Buffer.from(codes, 'hex').swap16().toString('utf16le')

/** Reverses texts from right to left, but not the Latin texts and numbers in them. */
function toReadingOrder(letters: readonly string[] = []): string {
  if (!letters.some((letter) => ARABIC.test(letter))) return letters.join('')
  return letters
    .toReversed()
    .join('')
    .replace(/[\w.,:•-]+(?: [\w.,:•-]+)*/g, (run) => Array.from(run).toReversed().join(''))
}
const ARABIC = /[\u0600-\u06ff]/

/** The built-in fonts use Windows-1252, but the file was read as latin1. */
const decode = (latin1: string): string =>
  latin1.replace(/[\u0080-\u009f]/g, (letter) => FROM_80.charAt(letter.charCodeAt(0) - 0x80))
/** The characters from 0x80 to 0x9f in Windows-1252. */
const FROM_80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The distance of each text from the lower edge of its page, in points. */
export const pdfToHeights = (pdf: string): number[][] =>
  pdfToPositions(pdf).map((positions) => positions.map(({ y }) => y))

/** The position of the left end of each text, from the lower left corner of its page, in points. */
export const pdfToPositions = (pdf: string): { readonly x: number; readonly y: number }[][] =>
  pdfToPages(pdf).map((content) =>
    [...content.matchAll(/([\d.]+) ([\d.]+) Td/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
  )

/** The operators of each page with content. The file is given as a latin1 string. */
export function pdfToPages(pdf: string): string[] {
  const streams = [...pdf.matchAll(/stream\r?\n[\s\S]*?\r?\nendstream/g)].map(([body]) => inflated(body))
  return streams.filter((content) => content.includes(' Tj'))
}

/** The content of an object's stream, or '' if it is not compressed as usual. */
function inflated(object: string): string {
  try {
    // A carriage return before the end may be the last byte of the content. If it is not, it is ignored.
    const body = /stream\r?\n([\s\S]*?)\nendstream/.exec(object)?.[1] ?? ''
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
