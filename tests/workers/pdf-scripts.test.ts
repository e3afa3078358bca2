// Arabic and Chinese in PDFs: as texts that can be found and copied, letters joined and in the right order, pages
// mirrored in a language from right to left.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseLanguage, getLocale } from '#words/runtime.js'
import { jsPDF } from 'jspdf'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Column } from '#domain/columns.ts'
import { pdfToPositions, pdfToTexts } from '#tests/support/pdf.ts'
import { languages, readMessages } from '#tools/messages.mjs'
import type { ExportRow } from '#workers/exports-api.ts'
import { writeCounterSheets } from '#workers/merchant-codes/sheets.ts'
import { writeDetailsPdf } from '#workers/pdf/details.ts'
import type { FetchFont } from '#workers/pdf/files.ts'
import { type EmbeddedFont, faceByScript } from '#workers/pdf/fonts.ts'
import { withoutDirectionMarks } from '#sheets/direction-marks.ts'
import { joinLetters, toVisualOrder } from '#workers/pdf/right-to-left.ts'
import { writeStatementPdf } from '#workers/pdf/statement.ts'

const fontFiles: Readonly<Record<EmbeddedFont, string>> = {
  noto: 'noto-sans.ttf',
  arabic: 'noto-sans-arabic.ttf',
  chinese: 'noto-sans-sc.ttf',
}
const readFont: FetchFont = (font) => readFile(join(import.meta.dirname, '../../workers/pdf', fontFiles[font]))
const noPicture = () => Promise.resolve(undefined)
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const columns: readonly Column<ExportRow>[] = [
  { key: 'SHOWDATE', label: 'Date', format: 'instant' },
  { key: 'TRANSACTIONDESCRIPTION', label: 'Description', format: 'text' },
  { key: 'CARDNUMBER', label: 'Card Number', format: 'pan' },
  { key: 'MONEYAMOUNT', label: 'Amount', format: 'amount' },
]
const statementOf = async (names: readonly string[], fetchFont = readFont) =>
  latin1(
    await writeStatementPdf(
      {
        title: 'Transaction Statement',
        logoUrl: '',
        facts: [['Balance', 'SGD 1,250.00']],
        columns,
        rows: names.map((name, index) => ({
          SHOWDATE: '2026-03-04T02:42:00Z',
          TRANSACTIONDESCRIPTION: name,
          CARDNUMBER: '9000010000000008',
          MONEYAMOUNT: `-${index + 1}250.50`,
        })),
        zone: { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' },
        madeBy: 'Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT',
        print: false,
      },
      fetchFont,
      noPicture,
    ),
  )

const initialLanguage = getLocale()
afterEach(() => {
  chooseLanguage(() => initialLanguage)
  vi.unstubAllGlobals()
})

describe('names in Arabic and Chinese', () => {
  const names = [
    'مطعم البيت العربي',
    'بنك الخليج، فرع 12',
    'محمد Tan',
    'سلام الأهلي',
    '北京烤鸭餐厅',
    'Nasi Lemak 椰浆饭 Corner',
    'Metro Mart',
  ]

  test('are texts in a statement, in details and on counter sheets', async () => {
    const statement = await statementOf(names)
    expect(pdfToTexts(statement).flat()).toEqual(expect.arrayContaining([...names, '-1,250.50', '9000 01•• •••• 0008']))
    expect(statement).not.toContain('/Subtype /Image')
    // Helvetica and its bold are the only built-in fonts that are named, of fourteen.
    expect(statement.match(/\/Subtype \/Type1\b/g)?.length).toBe(2)
    const details = await writeDetailsPdf(
      {
        title: '拒付 CB-1',
        about: 'رقم التتبع 7000 0000 1000 000',
        client: { name: 'Voyager', logoUrl: '' },
        groups: [{ title: 'Purchase', facts: names.map((name) => ['Merchant', name]) }],
        madeBy: 'olive',
      },
      readFont,
      noPicture,
    )
    expect(pdfToTexts(latin1(details)).flat()).toEqual(
      expect.arrayContaining([...names, '拒付 CB-1', 'رقم التتبع 7000 0000 1000 000']),
    )
    const merchants = names.map((name) => ({ name, number: '012345678901234', text: '00' }))
    const sheets = await writeCounterSheets({ title: 'QR', clientName: 'Voyager', merchants }, undefined, readFont)
    expect(pdfToTexts(latin1(sheets)).map((texts) => texts[1])).toEqual(names)
  })

  test('fetch only the fonts that they need', async () => {
    const fetchedFonts = async (name: string) => {
      const fonts: EmbeddedFont[] = []
      await statementOf([name, name], (font) => {
        fonts.push(font)
        return readFont(font)
      })
      return fonts
    }
    expect(await fetchedFonts('Metro Mart')).toEqual([])
    expect(await fetchedFonts('مطعم')).toEqual(['arabic'])
    expect(await fetchedFonts('餐厅')).toEqual(['chinese'])
  })

  test('wrap in their column: Chinese between characters, but no line begins with a comma', async () => {
    const name = '北京烤鸭餐厅，上海小笼包，'.repeat(12)
    const lines = pdfToTexts(await statementOf([name]))
      .flat()
      .filter((text) => text.includes('餐') || text.includes('笼'))
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.join('')).toBe(name)
    expect(lines.filter((line) => line.startsWith('，'))).toEqual([])
  })
})

test('a text that no font can write is a picture without a background, in lines that fit', async () => {
  vi.stubGlobal('OffscreenCanvas', CanvasOfSquares)
  const pictures = async (name: string, fetchFont?: FetchFont) =>
    (await statementOf([name], fetchFont)).match(/\/SMask \d+ 0 R/g)?.length ?? 0
  expect(await pictures('陈大文')).toBe(0)
  // Traditional characters are not in the font.
  expect(await pictures('陳大文')).toBe(1)
  expect(await pictures('פלאפל')).toBe(1)
  expect(await pictures('陳'.repeat(100))).toBeGreaterThan(1)
  expect(await pictures('陈大文', () => Promise.resolve(undefined))).toBe(1)
})

test('pages are mirrored in a language from right to left; amounts and card numbers are not', async () => {
  const toLeftEdges = (pdf: string) => {
    const texts = pdfToTexts(pdf)[0] ?? []
    const positions = pdfToPositions(pdf)[0] ?? []
    return (text: string) => positions[texts.indexOf(text)]?.x ?? NaN
  }
  const english = toLeftEdges(await statementOf(['Metro Mart', 'مطعم']))
  chooseLanguage(() => 'ar')
  const pdf = await statementOf(['Metro Mart', 'مطعم'])
  const arabic = toLeftEdges(pdf)
  expect(english('Date')).toBeLessThan(english('Description'))
  expect(arabic('Date')).toBeGreaterThan(arabic('Description'))
  expect(arabic('Description')).toBeGreaterThan(arabic('Amount'))
  // In Arabic, texts begin at the right margin.
  expect(english('Transaction Statement')).toBe(36)
  expect(arabic('Transaction Statement')).toBeGreaterThan(300)
  expect(pdf).toContain('/Direction /R2L')
  expect(pdfToTexts(pdf)[0]).toEqual(
    expect.arrayContaining(['SGD 1,250.00', '-1,250.50', '-2,250.50', '9000 01•• •••• 0008', 'مطعم']),
  )
  // Digits of the same rank are below each other.
  expect(arabic('-1,250.50')).toBeCloseTo(arabic('-2,250.50'), 1)
})

test('direction marks order a text, and are not drawn', async () => {
  const statement = await statementOf(['فرع \u206612-3\u2069', '\u206690 12\u2069'])
  expect(pdfToTexts(statement).flat()).toEqual(expect.arrayContaining(['فرع 12-3', '90 12']))
})

describe('Arabic letters', () => {
  test.each([
    ['at the start, in the middle, at the end and alone', 'بببد ب', '\ufe91\ufe92\ufe92\ufeaa \ufe8f'],
    ['that join only the letter before', 'دار', '\ufea9\ufe8d\ufead'],
    ['before a comma', 'بنك،', '\ufe91\ufee8\ufeda،'],
    ['lam and alef', 'لا بلا سلأ', '\ufefb \ufe91\ufefc \ufeb3\ufef8'],
    ['with vowel signs', 'مُحَمَّد', '\ufee3\ufea4\ufee4\ufeaa'],
    ['lengthened', 'بـب', '\ufe91ـ\ufe90'],
    ['of Persian', 'پیچ', '\ufb58\ufbff\ufb7b'],
    ['in two signs', 'ا\u0655ب', '\ufe87\ufe8f'],
    ['beside others', 'Tan 12 ء', 'Tan 12 \ufe80'],
  ])('%s', (_, text, joined) => {
    expect(joinLetters(text)).toBe(joined)
  })

  test.each([
    ['ab גד', 'ab דג'],
    ['גד ab', 'ab דג'],
    // Brackets, and a name in Latin letters with its own.
    ['גד (12)', '(12) דג'],
    ['ג Olive Tan (olive) ד', 'ד Olive Tan (olive) ג'],
    ['ג SGD 1,250.00 ד', 'ד SGD 1,250.00 ג'],
    ['ג 9000 01•• •••• 0008 ד', 'ד 9000 01•• •••• 0008 ג'],
    ['ג 04 ד 2026 – 05 ד 2026', '2026 ד 05 – 2026 ד 04 ג'],
  ])('%j is shown as %j', (text, visualOrder) => {
    expect(toVisualOrder(text)).toBe(visualOrder)
  })

  test('a text that begins with Latin letters follows the language', () => {
    expect(toVisualOrder('CSV גד')).toBe('CSV דג')
    expect(toVisualOrder('CSV גד', 'rtl')).toBe('דג CSV')
  })
})

test('the fonts have every letter of our own texts', async () => {
  const pdf = new jsPDF()
  const hasGlyph = async (font: EmbeddedFont) => {
    pdf.addFileToVFS(`${font}.ttf`, Buffer.from((await readFont(font)) ?? []).toString('latin1'))
    pdf.addFont(`${font}.ttf`, font, 'normal')
    const { metadata } = pdf.setFont(font).getFont() as unknown as {
      metadata: { characterToGlyph: (code: number) => number }
    }
    return (letter: string) => metadata.characterToGlyph(letter.codePointAt(0) ?? 0) !== 0
  }
  const fonts = { arabic: await hasGlyph('arabic'), chinese: await hasGlyph('chinese') }
  const letters = { arabic: new Set<string>('كشف'), chinese: new Set<string>('对账单') }
  for (const language of languages) {
    for (const message of Object.values(readMessages(language)).flatMap((area) => textsOf(area))) {
      const text = withoutDirectionMarks(message)
      const face = faceByScript(text)
      if (face === 'arabic' || face === 'chinese') for (const letter of joinLetters(text)) letters[face].add(letter)
    }
  }
  expect([...letters.arabic].filter((letter) => !fonts.arabic(letter))).toEqual([])
  expect([...letters.chinese].filter((letter) => !fonts.chinese(letter))).toEqual([])
})

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(textsOf) : []

/** Draws every letter as a square. */
class CanvasOfSquares {
  getContext() {
    return {
      measureText: (text: string) => ({ width: 48 * text.length }),
      fillText: () => undefined,
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(width * height * 4),
        width,
        height,
      }),
    }
  }
}
