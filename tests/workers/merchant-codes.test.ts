// Files of QR codes: another program decodes the merchant's fields from each picture, and other readers accept the zip
// and the PDF.
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { merchantToQr, qrToObjects } from '#domain/merchants/qr.ts'
import { writePicture, writePictures } from '#workers/merchant-codes/pictures.ts'
import { writeCounterSheets } from '#workers/merchant-codes/sheets.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import { pdfToCodes, pngToText, svgToText } from '#tests/support/qr.ts'
import { zipToFiles } from '#tests/support/zip.ts'

const merchants = [
  ['012345678901234', 'Toys, Tea & More', 'Saint Petersburg 12', '5945', '702', 'SG'],
  ['12345678', 'x'.repeat(25), 'y'.repeat(20), '0742', '036', 'AU'],
  ['87654321', '(\\) "<b>\' ~', 'B', '0001', '978', 'DE'],
].map(
  ([
    mastercardMerchantID = '',
    merchantName = '',
    merchantCity = '',
    merchantCategoryCode = '',
    currencyCode = '',
    country = '',
  ]) => ({
    mastercardMerchantID,
    merchantName,
    merchantCity,
    merchantCategoryCode,
    currencyCode,
    country,
  }),
)
const texts = merchants.map(merchantToQr)
/** The expected fields of a decoded code. */
const expectedFields = ({ mastercardMerchantID, merchantName, merchantCity, ...codes }: (typeof merchants)[number]) => [
  ['00', '01'],
  ['01', '11'],
  ['04', mastercardMerchantID],
  ['52', codes.merchantCategoryCode],
  ['53', codes.currencyCode],
  ['58', codes.country],
  ['59', merchantName],
  ['60', merchantCity.slice(0, 15)],
]
const decodeFields = (text: string | undefined) => qrToObjects(text ?? '')?.slice(0, -1)
const namedCodes = texts.map((text, index) => ({ name: `m-${index}`, text }))

describe.each(merchants.map((merchant, index) => [merchant.merchantName, merchant, texts[index] ?? ''] as const))(
  'the QR code of %j',
  (_, merchant, text) => {
    test('is readable from the PNG', () => {
      expect(decodeFields(pngToText(writePicture(text, 'png')))).toEqual(expectedFields(merchant))
    })

    test('is readable from the SVG, which has no external references', () => {
      const svg = new TextDecoder().decode(writePicture(text, 'svg'))
      expect(decodeFields(svgToText(svg))).toEqual(expectedFields(merchant))
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="-4 -4 (\d+) \1" width="40mm"/)
    })
  },
)

test('a zip contains each merchant’s picture in both formats, according to another zip reader', () => {
  const files = zipToFiles(writePictures(namedCodes))
  const bytesOf = (name: string) => files.get(name) ?? new Uint8Array()
  expect([...files.keys()].toSorted()).toEqual(namedCodes.flatMap(({ name }) => [`${name}.png`, `${name}.svg`]))
  merchants.forEach((merchant, index) => {
    expect(decodeFields(pngToText(bytesOf(`m-${index}.png`)))).toEqual(expectedFields(merchant))
    expect(decodeFields(svgToText(new TextDecoder().decode(bytesOf(`m-${index}.svg`))))).toEqual(
      expectedFields(merchant),
    )
  })
})

test('two pictures with the same name are refused', () => {
  expect(() => writePictures([...namedCodes, { name: 'm-0', text: 'x' }])).toThrow(RangeError)
})

describe('the counter sheets', () => {
  const sheets = {
    title: 'QR codes',
    clientName: 'Voyager',
    merchants: merchants.map(({ merchantName, mastercardMerchantID }, index) => ({
      name: merchantName,
      number: mastercardMerchantID,
      text: texts[index] ?? '',
    })),
  }
  const noFont = () => Promise.resolve(undefined)

  test('have a page for each merchant: logo, name, number and a readable code', async () => {
    const icon = new Uint8Array(await readFile('public/clients/voyager/icons/icon-192.png'))
    const pdf = await writeCounterSheets(sheets, icon, noFont)
    const text = Buffer.from(pdf).toString('latin1')
    expect(text.match(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/g)).toHaveLength(merchants.length)
    // One image and its alpha mask, shared by all pages.
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2)
    expect(text).toContain('/SMask')
    expect(pdfToTexts(text)).toEqual(
      merchants.map(({ merchantName, mastercardMerchantID }) => [
        'Voyager',
        merchantName,
        'Merchant Number',
        mastercardMerchantID,
      ]),
    )
    expect(pdfToCodes(pdf).map(decodeFields)).toEqual(merchants.map(expectedFields))
  })

  test('have no icon if it cannot be loaded', async () => {
    const pdf = await writeCounterSheets(sheets, undefined, noFont)
    expect(pdfToTexts(Buffer.from(pdf).toString('latin1'))[0]?.[0]).toBe('Voyager')
    expect(pdfToCodes(pdf).map(decodeFields)).toEqual(merchants.map(expectedFields))
  })
})
