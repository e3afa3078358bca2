// The statement with the real server: its files parsed by third-party readers, its address, fees and their reversal.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import Papa from 'papaparse'
import * as XLSX from 'xlsx'
import { voyager } from '#brand/voyager.ts'
import { instantToText } from '#domain/instants.ts'
import { type Card, takeCard } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import { findViolations } from '#tests/support/axe.ts'
import { fact, hasFunds, masked } from './cards-setup.ts'
import { downloadItem } from './downloads.ts'

const fromField = (page: Page) =>
  page.getByRole('group', { name: 'Statement dates' }).getByRole('textbox', { name: 'From' })
const toField = (page: Page) =>
  page.getByRole('group', { name: 'Statement dates' }).getByRole('textbox', { name: 'To' })
const table = (page: Page) => page.getByRole('group', { name: 'Transactions', exact: true })

test('a fee is inserted and reversed once; csv, Excel, PDF and print have the rows of the screen', async ({
  page,
  server,
}) => {
  const card = await takeCard(server, 'active', (card) => hasFunds(card) && Number(card.SETTLEDAMOUNT) > 0)
  await signIn(page, 'ada', { to: 'card/insertfee' })

  await test.step('inserts a fee', async () => {
    await page.getByLabel('Card Number').fill(card.CARDNUMBER)
    await page.getByLabel('Fee type').selectOption({ index: 1 })
    await page.getByLabel('Amount').fill('1.50')
    await expect(page.getByRole('status', { name: 'The card' })).toContainText(card.CAMPAIGNNAME)
    expect(await findViolations(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Insert fee' }).click()
    await page
      .getByRole('dialog', { name: `Insert a fee on card ${masked(card)}?` })
      .getByRole('button', { name: 'Insert fee of SGD 1.50' })
      .click()
    await expect(page.getByText('The fee has been inserted')).toBeVisible()
  })

  await test.step('reverses the fee', async () => {
    await page.goto(`card/details/${card.VOUCHERID}?from=2020-01-01`)
    await expect(fact(page, 'Card Details', 'Card Balance')).toHaveText(balanceOf(card, -150))
    // The newest line is the inserted fee. The card may have older fees.
    await page.getByRole('button', { name: 'Reverse the Fee' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Reverse the Fee of SGD 1.50?' })
    await dialog.getByLabel('Requester name').fill('=Olive')
    // The field limits the length of the text.
    await dialog.getByLabel('Decline reason').fill('x'.repeat(300))
    await expect(dialog.getByLabel('Decline reason')).toHaveValue('x'.repeat(255))
    await dialog.getByRole('button', { name: 'Reverse SGD 1.50' }).click()
    await expect(dialog).toBeHidden()
    await expect(fact(page, 'Card Details', 'Card Balance')).toHaveText(balanceOf(card, 0))
    await expect(page.getByRole('button', { name: 'Reverse the Fee' }).first()).toHaveAccessibleDescription(
      'The Fee was reversed',
    )
  })

  await page.getByRole('region', { name: 'Transaction Statement' }).getByLabel('Rows per page').selectOption('100')
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
  const headings = (await table(page).getByRole('columnheader').allTextContents()).slice(0, 7)
  const rowsOnScreen = await shownRows(page)
  expect(rowsOnScreen.length).toBeGreaterThan(1)
  // The rows as csv and Excel files contain them: amounts have no thousands separators. These files also have a column
  // Transaction ID.
  const amountColumns = [headings.indexOf('Amount'), headings.indexOf('Balance')]
  const fileRows = rowsOnScreen.map((cells) =>
    cells.map((cell, at) => (amountColumns.includes(at) ? cell.replaceAll(',', '') : cell)),
  )
  const name = `CardStatementTrackingNumber_${card.TRACKINGNUMBER}_from2020-01-01_to${await toField(page).inputValue()}`

  await test.step('downloads the csv', async () => {
    const csv = await downloadItem(page, 'CSV')
    expect(csv.name).toBe(`${name}.csv`)
    const [csvHeadings, ...csvRows] = Papa.parse<string[]>(csv.text, {
      skipEmptyLines: true,
    }).data
    expect(csvHeadings).toEqual([...headings, 'Transaction ID'])
    // As specified, the csv export omits the first comma of each cell. Codes with leading zeros or at least 12 digits
    // are marked as text for spreadsheet programs.
    const inCsv = (cell: string) => cell.replace(',', '').replace(/^(0[0-9]+|[0-9]{12,})$/, '="$1"')
    expect(csvRows.map(([date = '', ...row]) => [instantToText(date, voyager), ...row.slice(0, 6)])).toEqual(
      fileRows.map(([date, ...row]) => [date, ...row.map(inCsv)]),
    )
    expect(csvRows.every(([date = '']) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+]08:00$/.test(date))).toBe(true)
    expect(csv.bytes.toString('latin1')).not.toContain(card.CARDNUMBER)
  })

  await test.step('downloads the Excel workbook', async () => {
    const excel = await downloadItem(page, 'Excel')
    expect(excel.name).toBe(`${name}.xlsx`)
    const book = XLSX.read(excel.bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const [sheetHeadings = [], ...sheetRows] = XLSX.utils.sheet_to_json<unknown[]>(sheet ?? {}, {
      header: 1,
      defval: '',
    })
    expect(sheetHeadings).toEqual([...headings, 'Transaction ID'])
    expect(sheetRows.map((row) => row.slice(0, 7))).toEqual(
      fileRows.map((cells) =>
        cells.map((cell, at) => (amountColumns.includes(at) ? Number(cell) : at === 0 ? expect.any(Number) : cell)),
      ),
    )
    // Real dates for calculations, formatted as on screen.
    expect(fileRows.map((_, line) => ((sheet ?? {})[`A${line + 2}`] as XLSX.CellObject | undefined)?.w)).toEqual(
      fileRows.map(([date]) => date),
    )
    expect(excel.bytes.toString('latin1')).not.toContain(card.CARDNUMBER)
  })

  // Starts listening before the click, because the download may start before the test sees the new window.
  const printing = new Promise<Download>((resolve) => {
    page.context().once('page', (window) => window.once('download', resolve))
  })
  await test.step('downloads the PDF, and prints the same PDF in a new window', async () => {
    const pdf = await downloadItem(page, 'PDF')
    expect(pdf.name).toBe(`${name}.pdf`)
    expectPrinted(pdf.bytes)
    await page.getByRole('button', { name: 'Print' }).click()
    // Chromium's headless shell has no PDF viewer, so it downloads the file.
    const printed = await printing
    expect(printed.url()).toMatch(/^blob:/)
    expectPrinted(await readFile(await printed.path()))
  })

  function expectPrinted(bytes: Buffer): void {
    const pages = pdfToTexts(bytes.toString('latin1'))
    pages.forEach((texts, index) => expect(texts).toContain(`Page ${index + 1} of ${pages.length}`))
    const printed = pages.flat()
    expect(printed).toEqual(expect.arrayContaining(headings))
    // The date, amount and balance of each line follow one another, with the lines in the order on screen.
    let searchFrom = 0
    for (const text of rowsOnScreen.flatMap((cells) => [
      cells[0] ?? '',
      ...amountColumns.map((column) => cells[column] ?? ''),
    ])) {
      searchFrom = printed.indexOf(text, searchFrom) + 1
      expect(searchFrom, text).toBeGreaterThan(0)
    }
    expect(bytes.toString('latin1')).not.toContain(card.CARDNUMBER)
  }

  await test.step('the message about a half-typed date does not move the next field', async () => {
    const before = await toField(page).boundingBox()
    await fromField(page).fill('2020-13-')
    await fromField(page).blur()
    await expect(page.getByText('Enter a date as yyyy-mm-dd')).toBeVisible()
    await expect.poll(() => toField(page).boundingBox()).toEqual(before)
  })

  await test.step('the address opens the dialog of failed transactions', async () => {
    await page.goto(`card/details/${card.VOUCHERID}?failed=1&failed-from=2020-03-01`)
    const failed = page.getByRole('dialog', { name: 'Failed Transactions' })
    await expect(failed.getByRole('textbox', { name: 'From' })).toHaveValue('2020-03-01')
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
  })
})

/** The lines of the first page, cell by cell, without the actions. */
async function shownRows(page: Page): Promise<string[][]> {
  const rows = table(page).locator('tbody tr')
  const texts: string[][] = []
  for (const row of await rows.all()) {
    const [, ...cells] = await row.locator('th, td').locator('> span:not([aria-hidden])').allTextContents()
    // The tooltip also contains the time zone, as files do.
    texts.push([(await row.locator('time').getAttribute('title')) ?? '', ...cells])
  }
  return texts.map((cells) => cells.filter((_, index) => index < 7))
}

function balanceOf(card: Card, changeCents: number): string {
  const cents = Math.round(Number(card.CARDBALANCE) * 100) + changeCents
  return `SGD ${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
}
