// The PDF of a statement: pages, masked numbers, names in any script, and complete text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsPDF } from 'jspdf'
import { expect, test } from 'vitest'
import type { Column } from '#domain/columns.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import type { ExportRow, StatementToPrint } from '#workers/exports-api.ts'
import { faceByScript } from '#workers/pdf/fonts.ts'
import { writeStatementPdf } from '#workers/pdf/statement.ts'

const columns: readonly Column<ExportRow>[] = [
  { key: 'SHOWDATE', label: 'Date', format: 'instant' },
  { key: 'TRANSACTIONDESCRIPTION', label: 'Description', format: 'text' },
  { key: 'CARDNUMBER', label: 'Card Number', format: 'pan' },
  { key: 'MONEYAMOUNT', label: 'Amount', format: 'amount' },
]
const row = (index: number, description = `Purchase ${index}`): ExportRow => ({
  SHOWDATE: '2026-03-04T02:42:00Z',
  TRANSACTIONDESCRIPTION: description,
  CARDNUMBER: '9000010000000008',
  MONEYAMOUNT: `-${index + 1}.50`,
})
const statement = (rows: readonly ExportRow[], more: Partial<StatementToPrint> = {}): StatementToPrint => ({
  title: 'Transaction Statement',
  logoUrl: '/icon.png',
  facts: [['Campaign', 'Travel']],
  columns,
  rows,
  zone: { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' },
  madeBy: 'Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT',
  print: false,
  ...more,
})
const notoSans = readFileSync(join(import.meta.dirname, '../../workers/pdf/noto-sans.ttf'))
const readFont = () => Promise.resolve(notoSans)
// The smallest possible picture.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const readLogo = (address: string) =>
  Promise.resolve(address === '/icon.png' ? new Uint8Array(Buffer.from(PIXEL, 'base64')) : undefined)
const createPdf = async (...args: Parameters<typeof statement>) =>
  Buffer.from(await writeStatementPdf(statement(...args), readFont, readLogo)).toString('latin1')

test('a statement has the client’s logo, and is complete without it', async () => {
  expect(await createPdf([row(0)])).toContain('/Subtype /Image')
  const pdfWithoutLogo = await createPdf([row(0)], { logoUrl: '/gone.png' })
  expect(pdfWithoutLogo).not.toContain('/Subtype /Image')
  expect(pdfToTexts(pdfWithoutLogo)[0]).toContain('Transaction Statement')
})

test('a statement has A4 pages, each with column headings, a page number and its author', async () => {
  const pdf = await createPdf(Array.from({ length: 150 }, (_, index) => row(index)))
  const pages = pdfToTexts(pdf)
  expect(pages.length).toBeGreaterThan(2)
  expect(pdf.match(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/g)).toHaveLength(pages.length)
  pages.forEach((texts, index) => {
    expect(texts).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(texts).toContain('Description')
    expect(texts).toContain('Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT')
  })
  const allTexts = pages.flat()
  for (let index = 0; index < 150; index++) expect(allTexts).toContain(`Purchase ${index}`)
  expect(allTexts).toContain('-150.50')
})

test('a column is as wide as its widest text, which may not have the most letters', async () => {
  // Both words have eight letters. The long texts in the other columns leave no spare width.
  const rows = ['Reversal', 'Purchase'].map((type) => ({ ...row(1, 'A long way round '.repeat(20)), TYPE: type }))
  const pdf = await createPdf(rows, { columns: [{ key: 'TYPE', label: 'Type', format: 'text' }, ...columns] })
  expect(pdfToTexts(pdf).flat()).toContain('Purchase')
})

test('masks card numbers and writes markup and formulas as text', async () => {
  const pdf = await createPdf([row(1, '<img src=x onerror=alert(1)>'), row(2, "=cmd|' /C calc'!A0")])
  const allTexts = pdfToTexts(pdf).flat().join('\n')
  expect(allTexts).toContain('9000 01')
  expect(allTexts).not.toContain('9000010000000008')
  expect(allTexts.replaceAll(' ', '')).not.toContain('9000010000000008')
  expect(allTexts).toContain('<img src=x onerror=alert(1)>')
  expect(allTexts).toContain("=cmd|' /C calc'!A0")
})

test('embeds a font only if a text needs it', async () => {
  const western = await createPdf([row(1, 'Café Zürich – 5 €')])
  expect(western).not.toContain('/FontFile2')
  expect(pdfToTexts(western).flat()).toContain('Café Zürich – 5 €')
  const multilingual = await createPdf([row(1, 'Łukasz Żółć, Ирина, Νίκος')])
  expect(multilingual.match(/\/FontFile2/g)).toHaveLength(1)
  expect(multilingual.length).toBeLessThan(200_000)
})

test.each([
  ['Olive Tan – S$ 5 €', 'helvetica'],
  ['Łukasz', 'noto'],
  ['Ирина Petrova', 'noto'],
  ['Nguyễn', 'noto'],
  ['陳大文', 'chinese'],
  ['Tan 陈大文', 'chinese'],
  ['بنك الخليج (SGD)', 'arabic'],
  ['محمد 陈', 'chinese'],
  // Unicode has no presentation forms for these Sindhi letters, so the text is drawn as an image.
  ['ڪتاب', 'image'],
  ['פלאפל', 'image'],
])('%s is written with %s', (text, face) => {
  expect(faceByScript(text)).toBe(face)
})

test('the font has every letter that the PDF writes with it', () => {
  const pdf = new jsPDF()
  pdf.addFileToVFS('noto.ttf', notoSans.toString('latin1'))
  pdf.addFont('noto.ttf', 'noto', 'normal')
  pdf.setFont('noto', 'normal')
  const { metadata } = pdf.getFont() as { metadata: { characterToGlyph: (code: number) => number } }
  const letters = Array.from({ length: 0xd800 }, (_, code) => code).filter(
    (code) => faceByScript(`Ł${String.fromCharCode(code)}`) === 'noto',
  )
  expect(letters.length).toBeGreaterThan(2000)
  expect(letters.filter((code) => metadata.characterToGlyph(code) === 0)).toEqual([])
})

test('a statement has exactly one open action: printing if requested, otherwise going to the first page', async () => {
  const actions = async (print: boolean) => (await createPdf([row(1)], { print })).match(/\/OpenAction (\d+ \d+ R|\[)/g)
  expect(await actions(false)).toEqual(['/OpenAction ['])
  expect(await actions(true)).toEqual([expect.stringMatching(/^\/OpenAction \d+ \d+ R$/)])
  // The cross-reference table still points to the objects.
  const pdf = await createPdf([row(1)], { print: true })
  const xrefOffset = Number(/startxref\s+(\d+)/.exec(pdf)?.[1])
  expect(pdf.slice(xrefOffset, xrefOffset + 4)).toBe('xref')
})
