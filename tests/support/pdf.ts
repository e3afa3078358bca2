// Reads the pages of a PDF from the file's bytes, independently of the code that wrote it.
import { inflateSync } from 'node:zlib'

/** The texts in the built-in fonts of each page, in order. The file is given as a latin1 string. */
export const pdfToTexts = (pdf: string): string[][] =>
  pdfToPages(pdf).map((content) =>
    [...content.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, text = '']) =>
      decode(text.replace(/\\([\\()])/g, '$1')),
    ),
  )

/** The built-in fonts use Windows-1252, but the file was read as latin1. */
const decode = (latin1: string): string =>
  latin1.replace(/[\u0080-\u009f]/g, (letter) => FROM_80.charAt(letter.charCodeAt(0) - 0x80))
const FROM_80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The distance of each text from the lower edge of its page, in points. */
export const pdfToHeights = (pdf: string): number[][] =>
  pdfToPages(pdf).map((content) => [...content.matchAll(/([\d.]+) Td/g)].map(([, y]) => Number(y)))

/** The operators of each page with content. The file is given as a latin1 string. */
export function pdfToPages(pdf: string): string[] {
  const streams = [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return streams.filter((content) => content.includes(' Tj'))
}
