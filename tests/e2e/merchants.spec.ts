// Merchant Sign Up from end to end: signed up at the real host, its picture read by another program's decoder, there after a reload,
// in a second tab and on a line that is down, and its file read back.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import Papa from 'papaparse'
import { qrToObjects } from '#domain/merchants/qr.ts'
import { violations } from '#tests/support/axe.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import { workbook } from '#tests/support/files.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import { pdfToCodes, pngToText, svgToText } from '#tests/support/qr.ts'
import { zipToFiles } from '#tests/support/zip.ts'

const merchant = {
  'Merchant Number': '012345678901234',
  'Merchant Name': 'Toys, Tea & More',
  'Merchant City': 'Saint Petersburg 12',
  'Merchant Category Code': '5945',
  'Currency Code': '702',
  'Country Code': 'SGP',
}
type Fields = Readonly<Record<keyof typeof merchant, string>>
const objects = [
  ['00', '01'],
  ['01', '11'],
  ['04', '012345678901234'],
  ['52', '5945'],
  ['53', '702'],
  ['58', 'SG'],
  ['59', 'Toys, Tea & More'],
  ['60', 'Saint Petersbur'],
]

const generate = (page: Page) => page.getByRole('button', { name: 'Generate' })
const list = (page: Page) => page.getByRole('region', { name: 'Download Merchant Information' })
const code = (page: Page) => page.getByRole('region', { name: 'QR code', exact: true })

async function open(page: Page, at = ''): Promise<void> {
  await signIn(page, 'olive', { to: 'merchant/signup', at })
  await expect(page.getByRole('heading', { name: 'Merchant Sign Up' })).toBeVisible()
}

async function fill(page: Page, fields: Partial<Fields>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press('Escape')
}

async function save(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return download
}

test('a merchant is signed up, and its picture says its fields to a decoder; reload, tab, line and file keep it', async ({
  page,
  line,
  context,
}) => {
  await open(page, line.url)
  await expect(page.getByRole('link', { name: 'Merchant Sign Up' })).toBeVisible()
  await fill(page, merchant)
  await expect(page.getByText('Singapore', { exact: true })).toBeVisible()
  await expect(page.getByText(/carries the first 15 characters, “Saint Petersbur”/)).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])
  await generate(page).click()
  const row = list(page).getByRole('row', { name: /012345678901234/ })
  await expect(row).toContainText('Toys, Tea & More')
  await expect(page.getByLabel('Merchant Number')).toHaveValue('')

  // From the screen, and from both files.
  const picture = code(page).getByRole('img', { name: 'QR code of Toys, Tea & More, 012345678901234' })
  const text = pngToText(await picture.screenshot())
  expect(qrToObjects(text ?? '')?.slice(0, -1)).toEqual(objects)
  await expect(code(page)).toContainText(text ?? '-')
  const png = await save(page, 'PNG')
  expect(png.suggestedFilename()).toBe('merchant-qr-012345678901234.png')
  expect(pngToText(await readFile(await png.path()))).toBe(text)
  const svg = await readFile(await (await save(page, 'SVG')).path(), 'utf8')
  const drawing = await context.newPage()
  await drawing.setContent(svg)
  expect(pngToText(await drawing.locator('svg').screenshot())).toBe(text)
  await drawing.close()
  expect(await violations(page, 'main')).toEqual([])

  // On paper there is the sheet alone, with a code that can be read.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(page.getByRole('heading', { name: 'Merchant Sign Up' })).toBeHidden()
  await expect(generate(page)).toBeHidden()
  expect(pngToText(await page.screenshot({ fullPage: true }))).toBe(text)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await page.reload()
  await expect(row).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${line.url}merchant/signup`)
  await expect(list(other).getByRole('row', { name: /012345678901234/ })).toBeVisible()

  await page.bringToFront()
  const csv = await save(page, 'Download')
  expect(csv.suggestedFilename()).toMatch(/^merchant-sign-up-\d{14}\.csv$/)
  const lines = Papa.parse<string[]>((await readFile(await csv.path(), 'utf8')).replace('\ufeff', ''), { skipEmptyLines: true }).data // oxfmt-ignore
  expect(lines).toEqual([
    ['MerchantNumber', 'MerchantName', 'City', 'CategoryCode', 'Currency', 'Country', 'QRCode'],
    ['="012345678901234"', 'Toys, Tea & More', 'Saint Petersburg 12', '5945', '702', 'SGP', text],
  ])

  // Without a line the list is there with its pictures; a sign-up waits, and says so.
  line.cut()
  await fill(page, { ...merchant, 'Merchant Number': '87654321' })
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('link', { name: 'Merchant Sign Up' }).click()
  await expect(row).toBeVisible()
  await expect(picture).toBeVisible()
  await expect(page.getByLabel('Merchant Number')).toHaveValue('87654321')
  await expect(generate(page)).toHaveAccessibleDescription(/There is no connection to the server/)

  // What one tab removes is gone in the other.
  await other.bringToFront()
  await list(other).getByRole('button', { name: 'Remove Toys' }).click()
  await other
    .getByRole('dialog', { name: 'Clear Merchant Information' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(list(other).getByText('No merchants yet')).toBeVisible()
  await expect(list(page).getByText('No merchants yet')).toBeVisible()
})

test('codes are chosen by their names with the keyboard alone, and read out as they are passed', async ({ page }) => {
  await open(page)
  const category = page.getByRole('combobox', { name: 'Merchant Category Code' })
  await category.pressSequentially('toy hobby shops')
  const options = page.getByRole('option')
  await expect(options).toHaveCount(1)
  await expect(category).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(category).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '-')
  expect(await violations(page, 'html')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(category).toHaveValue('5945')
  await expect(options).toHaveCount(0)
  await expect(category).toBeFocused()
  await expect(category).toHaveAccessibleDescription(/Game, Toy and Hobby Shops/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Currency Code' })).toBeFocused()
})

test('merchants of a workbook: mended, signed up once each over a line that breaks, and all their codes as sheets and pictures', async ({
  page,
  line,
}) => {
  const shop = (number: number) => [10_000_000 + number, `Harbour Shop ${number}`, 'Singapore', 5945, 'SGD', 'Singapore'] // oxfmt-ignore
  const rows = Array.from({ length: 12 }, (_, index) => shop(index + 1))
  rows[1] = ['012345678901234', 'Café "Zoë", \nupstairs', 'Saint Petersburg 12', '742', 36, 'AU']
  const content = Buffer.from(workbook([['MID', 'Outlet', 'Town', 'MCC', 'Currency', 'Country'], ...rows]))
  await open(page, line.url)
  await page.getByText('From a file').click()
  await page.locator('input[type=file]').setInputFiles({ name: 'shops.xlsx', mimeType: 'application/octet-stream', buffer: content }) // oxfmt-ignore
  await expect(page.getByRole('heading', { name: 'shops.xlsx' })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Figures of the file' })
  await expect(figures).toContainText('Valid0To fix12')

  // One press for all rows of a kind of mistake, without a line.
  line.cut()
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.getByRole('button', { name: '3 more reasons' }).click()
  const found = page.getByRole('list', { name: 'What was found' })
  for (const press of ['Write as asked for…', 'Write on one line…', 'Write in plain letters…']) {
    await found.getByRole('button', { name: press }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Rewrite/ })
      .click()
  }
  await expect(figures).toContainText('Valid12To fix0')
  expect(await violations(page, 'main')).toEqual([])
  await expect(page.getByText('The list has room for 10 of these 12 merchants')).toBeVisible()
  const run = figures.getByRole('button', { name: 'Generate the first 10' })
  await expect(run).toHaveAccessibleDescription(/There is no connection to the server/)
  line.restore()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(run).not.toHaveAttribute('aria-disabled', 'true')

  // The host has done the fourth, and its answer is lost.
  const lost = line.loseAnswerTo('"merchantName":"Harbour Shop 4"')
  await run.click()
  await lost
  await expect(page.getByText('The connection is lost. It goes on by itself when it is back.')).toBeVisible()
  await expect(list(page).getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('paragraph').filter({ hasText: 'You cannot submit Merchant Sign Up' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: /From a file 2/ })).toBeChecked()
  await expect(figures).toContainText('Rows2Valid2')

  // All codes, made here; once more without a line.
  const menu = list(page).getByRole('button', { name: 'All QR codes' })
  const saveAll = async (item: string) => {
    await menu.click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]) // oxfmt-ignore
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const sheets = await saveAll('Counter sheets in one PDF')
  expect(sheets.name).toMatch(/^merchant-sign-up-\d{14}\.pdf$/)
  const codes = pdfToCodes(sheets.bytes)
  const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) =>
    number === 2
      ? [['00', '01'], ['01', '11'], ['04', '012345678901234'], ['52', '0742'], ['53', '036'], ['58', 'AU'], ['59', 'Cafe "Zoe", upstairs'], ['60', 'Saint Petersbur']]
      : [['00', '01'], ['01', '11'], ['04', String(10_000_000 + number)], ['52', '5945'], ['53', '702'], ['58', 'SG'], ['59', `Harbour Shop ${number}`], ['60', 'Singapore']],
  ) // oxfmt-ignore
  expect(codes.map((code) => qrToObjects(code ?? '')?.slice(0, -1))).toEqual(expected)
  expect(pdfToTexts(sheets.bytes.toString('latin1'))[1]).toEqual(['Voyager', 'Cafe "Zoe", upstairs', 'Merchant Number', '012345678901234']) // oxfmt-ignore
  expect(sheets.bytes.toString('latin1')).toContain('/Subtype /Image')

  const pictures = await saveAll('Pictures in a zip, PNG and SVG')
  expect(pictures.name).toMatch(/^merchant-sign-up-\d{14}\.zip$/)
  const files = zipToFiles(pictures.bytes)
  expect(files.size).toBe(20)
  expect(files.has('012345678901234-cafe-zoe-upstairs.svg')).toBe(true)
  const svgs = [...files].filter(([name]) => name.endsWith('.svg')).map(([, bytes]) => svgToText(new TextDecoder().decode(bytes))) // oxfmt-ignore
  expect(new Set(svgs)).toEqual(new Set(codes))
  // Large pictures, which take their time to be read.
  for (const [index, name] of [[0, '10000001-harbour-shop-1'], [1, '012345678901234-cafe-zoe-upstairs']] as const)
    expect(pngToText(files.get(`${name}.png`) ?? new Uint8Array())).toBe(codes[index]) // oxfmt-ignore
  line.cut()
  expect(pdfToCodes((await saveAll('Counter sheets in one PDF')).bytes)).toEqual(codes)
  line.restore()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))

  // Room is made, and the rest follows.
  await list(page).getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await figures.getByRole('button', { name: 'Generate 2' }).click()
  await expect(list(page).getByRole('row')).toHaveCount(3)
  await expect(figures).toHaveCount(0)
})
