// The PDF of one item's details: the client's logo, every field as text, and pages.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pdfToHeights, pdfToTexts } from '#tests/support/pdf.ts'
import type { DetailsToPrint } from '#workers/exports-api.ts'
import { writeDetailsPdf } from '#workers/pdf/details.ts'

const icons = join(import.meta.dirname, '../../public/clients/voyager')
const details = (groups: DetailsToPrint['groups'], logoUrl = '/icons/icon-192.png'): DetailsToPrint => ({
  title: 'Chargeback details',
  about: 'Tracking number 7000 0000 1000 000',
  client: { name: 'Voyager', logoUrl },
  groups,
  madeBy: 'Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT',
})
const createPdf = async (content: DetailsToPrint) => {
  const bytes = await writeDetailsPdf(
    content,
    () => Promise.resolve(undefined),
    (address) => readFile(join(icons, address)).catch(() => undefined),
  )
  return Buffer.from(bytes).toString('latin1')
}
const groups = [
  {
    title: 'Purchase',
    facts: [
      ['Description', 'Metro Mart'],
      ['Amount', 'SGD 1,250.00'],
      ['Note', ''],
    ],
  },
  {
    title: 'Chargeback',
    facts: [
      ['Reason', '=cmd|<b>(x)</b>'],
      ['Notes', 'First line\r\n\r\nSecond   line'],
    ],
  },
] as const

test('the PDF has every group and field in order, empty fields as dashes, the author and page numbers', async () => {
  const pdf = await createPdf(details(groups))
  expect(pdfToTexts(pdf)).toEqual([
    [
      'Voyager',
      'Chargeback details',
      'Tracking number 7000 0000 1000 000',
      'Purchase',
      'Description',
      'Amount',
      'Metro Mart',
      'SGD 1,250.00',
      'Note',
      '–',
      'Chargeback',
      'Reason',
      'Notes',
      '=cmd|<b>(x)</b>',
      'First line',
      'Second line',
      'Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT',
      'Page 1 of 1',
    ],
  ])
  expect(pdf).toMatch(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/)
})

test('the PDF has the client’s logo as a picture, or no logo if it cannot be loaded', async () => {
  const pictures = async (logoUrl?: string) =>
    (await createPdf(details(groups, logoUrl))).match(/\/Subtype \/Image\s[^>]*\/Width (\d+)/g)
  expect((await pictures())?.[0]).toContain('/Width 192')
  expect(await pictures('/icons/nobody/icon.png')).toBeNull()
  expect(pdfToTexts(await createPdf(details(groups, 'none'))).flat()).toContain('Voyager')
})

test('the PDF continues on further pages, even within a long note, and loses no word', async () => {
  const words = Array.from({ length: 2500 }, (_, index) => `word${index}`)
  const facts = Array.from({ length: 60 }, (_, index) => [`Label ${index}`, `Value ${index}`] as const)
  const pdf = await createPdf(details([{ title: 'Fields', facts: [...facts, ['Notes', words.join(' ')]] }]))
  const pages = pdfToTexts(pdf)
  expect(pages.length).toBeGreaterThan(3)
  const allTexts = pages.flat()
  for (let index = 0; index < 60; index++) expect(allTexts).toContain(`Value ${index}`)
  expect(allTexts.join(' ').match(/word\d+/g)).toEqual(words)
  pages.forEach((texts, index) => expect(texts).toContain(`Page ${index + 1} of ${pages.length}`))
  // The two texts of the footer must be the lowest of the page.
  for (const heights of pdfToHeights(pdf)) {
    const lowest = Math.min(...heights)
    expect(lowest).toBeGreaterThan(30)
    expect(heights.filter((height) => height < lowest + 14)).toHaveLength(2)
  }
})
