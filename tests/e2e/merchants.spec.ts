// Merchant Sign Up from end to end: merchants are signed up at the real server. Their QR codes are decoded with an independent library. The merchants are restored after a reload, in a second tab and
// offline, and the exported file is read back.
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { qrToObjects } from '#domain/merchants/qr.ts'
import { findViolations } from '#tests/support/axe.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import { pdfToCodes, pngToText, svgToText } from '#tests/support/qr.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import { zipToFiles } from '#tests/support/zip.ts'
import { downloadBy, downloadItem } from './downloads.ts'

const expectedFields = (
  number: string,
  name: string,
  city: string,
  category: string,
  currency: string,
  country: string,
) => [
  ['00', '01'],
  ['01', '11'],
  ['04', number],
  ['52', category],
  ['53', currency],
  ['58', country],
  ['59', name],
  ['60', city],
]
const toysFields = expectedFields('012345678901234', 'Toys, Tea & More', 'Saint Petersbur', '5945', '702', 'SG')
/** The fields of a QR code, without the checksum, which is the last field. */
const decodeQr = (text: string | undefined) => qrToObjects(text ?? '')?.slice(0, -1)

const list = (page: Page) => page.getByRole('region', { name: 'Download Merchant Information' })

test('merchants are signed up, and their codes are readable on screen, on paper and offline', async ({
  page,
  connection,
  context,
}) => {
  const code = page.getByRole('region', { name: 'QR code', exact: true })
  const picture = code.getByRole('img', { name: 'QR code of Toys, Tea & More, 012345678901234' })
  const row = list(page).getByRole('row', { name: /012345678901234/ })
  let text: string | undefined
  let otherPage = page

  await test.step('signs up one by form, and chooses the category code by its name with the keyboard alone', async () => {
    await signIn(page, 'olive', { to: 'merchant/signup', base: connection.url })
    await page.getByLabel('Merchant Number').fill('012345678901234')
    await page.getByLabel('Merchant Name').fill('Toys, Tea & More')
    await page.getByLabel('Merchant City').fill('Saint Petersburg 12')
    const category = page.getByRole('combobox', { name: 'Merchant Category Code' })
    await category.pressSequentially('toy hobby shops')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    expect(await findViolations(page, 'html')).toEqual([])
    await page.keyboard.press('Enter')
    await expect(category).toHaveValue('5945')
    await expect(category).toBeFocused()
    await expect(category).toHaveAccessibleDescription(/Game, Toy and Hobby Shops/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: 'Currency Code' })).toBeFocused()
    await page.keyboard.type('702')
    await page.getByLabel('Country Code', { exact: true }).fill('SGP')
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(row).toContainText('Toys, Tea & More')
  })

  await test.step('the code is readable on the screen, in its PNG, in the file of the list and on paper', async () => {
    text = pngToText(await picture.screenshot())
    expect(decodeQr(text)).toEqual(toysFields)
    await expect(code).toContainText(text ?? '-')
    const download = (name: string) => downloadBy(page, () => page.getByRole('button', { name, exact: true }).click())
    const png = await download('PNG')
    expect(png.name).toBe('merchant-qr-012345678901234.png')
    expect(pngToText(png.bytes)).toBe(text)
    const csv = await download('Download')
    expect(csv.name).toMatch(/^merchant-sign-up-\d{14}\.csv$/)
    const lines = Papa.parse<string[]>(csv.text, { skipEmptyLines: true }).data
    expect(lines).toEqual([
      ['MerchantNumber', 'MerchantName', 'City', 'CategoryCode', 'Currency', 'Country', 'QRCode'],
      ['="012345678901234"', 'Toys, Tea & More', 'Saint Petersburg 12', '5945', '702', 'SGP', text],
    ])
    expect(await findViolations(page, 'main')).toEqual([])
    // The printout contains only the sheet, with a readable code.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await expect(page.getByRole('heading', { name: 'Merchant Sign Up' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Generate' })).toBeHidden()
    await expect.poll(async () => pngToText(await page.screenshot({ fullPage: true }))).toBe(text)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await test.step('shows the merchant in a second tab', async () => {
    otherPage = await context.newPage()
    await otherPage.goto(`${connection.url}merchant/signup`)
    await expect(list(otherPage).getByRole('row', { name: /012345678901234/ })).toBeVisible()
    await page.bringToFront()
  })

  await test.step('signs up another one, and the list survives a reload', async () => {
    const fields = {
      'Merchant Number': '10000002',
      'Merchant Name': 'Cafe "Zoe", upstairs',
      'Merchant City': 'Perth',
      'Merchant Category Code': '0742',
      'Currency Code': '036',
      'Country Code': 'AUS',
    }
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(list(page).getByRole('row')).toHaveCount(3)
    await page.reload()
    await expect(list(page).getByRole('row')).toHaveCount(3)
  })

  await test.step('downloads all codes as counter sheets, and offline as pictures', async () => {
    const sheets = await downloadItem(page, 'Counter sheets in one PDF', 'All QR codes')
    expect(sheets.name).toMatch(/^merchant-sign-up-\d{14}\.pdf$/)
    const codes = pdfToCodes(sheets.bytes)
    expect(codes.map(decodeQr)).toEqual([
      toysFields,
      expectedFields('10000002', 'Cafe "Zoe", upstairs', 'Perth', '0742', '036', 'AU'),
    ])
    const pdf = sheets.bytes.toString('latin1')
    expect(pdfToTexts(pdf)[1]).toEqual(['Voyager', 'Cafe "Zoe", upstairs', 'Merchant Number', '10000002'])
    expect(pdf).toContain('/Subtype /Image')

    connection.cut()
    const pictures = await downloadItem(page, 'Pictures in a zip, PNG and SVG', 'All QR codes')
    expect(pictures.name).toMatch(/^merchant-sign-up-\d{14}\.zip$/)
    const files = zipToFiles(pictures.bytes)
    expect(files.size).toBe(4)
    const svgs = [...files]
      .filter(([name]) => name.endsWith('.svg'))
      .map(([, bytes]) => svgToText(new TextDecoder().decode(bytes)))
    expect(new Set(svgs)).toEqual(new Set(codes))
    // Only one, because a large picture takes time to decode.
    expect(pngToText(files.get('10000002-cafe-zoe-upstairs.png') ?? new Uint8Array())).toBe(codes[1])
  })

  await test.step('a merchant removed in one tab disappears in the other', async () => {
    await otherPage.bringToFront()
    await list(otherPage).getByRole('button', { name: 'Remove Toys' }).click()
    await otherPage
      .getByRole('dialog', { name: 'Clear Merchant Information' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(list(otherPage).getByRole('row')).toHaveCount(2)
    await expect(list(page).getByRole('row')).toHaveCount(2)
    await expect(row).toHaveCount(0)
  })
})
