// Reports with the real host: from the landing page to a table and its files, which readers of others read back; a day's csv on the
// screen; addresses that open and reload; a line that breaks in the middle of a file; the pages without a line.
import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Download, Page } from '@playwright/test'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { clientFor } from '#tests/support/call.ts'
import { violations, violationsInBothLooks } from '#tests/support/axe.ts'
import { expect, installedDevice, signIn, test } from '#tests/support/fixtures.ts'
import { rowsByLibrary } from '#tests/support/library-reader.ts'

const today = instantToDate(Date.now(), 'Asia/Singapore')
const monthAgo = addDays(today, -30)

/** The report's own table, beside which there may be sums. */
const tableOf = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })
const shownRows = (page: Page, title: string) =>
  tableOf(page, title).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.lastElementChild?.textContent ?? ''))) // oxfmt-ignore

async function take(page: Page, label: string): Promise<Download> {
  await page.getByRole('button', { name: 'Download' }).click()
  const [given] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: label }).click(),
  ])
  return given
}
const csvOf = async (file: Download) =>
  Papa.parse<string[]>((await readFile(await file.path(), 'utf8')).replace(/^\ufeff/, ''), { skipEmptyLines: true })
    .data

const SPEND = 'Spend Summary Report'

test('a report is found, asked for, read, taken away as csv and workbook, and comes back with its address', async ({
  page,
  host,
}) => {
  await signIn(page, 'rita')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeFocused()
  expect(await violationsInBothLooks(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('spent each')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Spend Summary Report', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'From' }).fill(monthAgo)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { name: /, all campaigns$/ })).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await violationsInBothLooks(page)).toEqual([])

  const client = await clientFor(host, 'rita')
  const answer = await client.call('getDateRangeReport', {
    reportName: 'spendSummaryReport',
    reportArguments: { startDate: monthAgo, endDate: today, campaign: '0' },
  })
  expect(answer.total).toBeGreaterThan(10)
  // What the screen shows, without groups and in the host's order, is what the answer says.
  const shown = await shownRows(page, SPEND)
  expect(shown).toHaveLength(Math.min(25, answer.total))
  const plain = (row: readonly unknown[]) => row.slice(1).map((cell) => String(cell).replaceAll(',', ''))
  expect(shown.map(plain)).toEqual(answer.data.slice(0, 25).map(plain))

  const csv = await take(page, 'CSV')
  expect(csv.suggestedFilename()).toBe(`SpendSummaryReport_from${monthAgo}_to${today}.csv`)
  const [header, ...lines] = await csvOf(csv)
  expect(header).toEqual(['Date', 'Campaign', 'Purchases', 'Spent', 'Reversed', 'Net'])
  expect(lines.map(plain)).toEqual(answer.data.map(plain))
  const workbook = await take(page, 'Excel')
  expect(workbook.suggestedFilename()).toBe(`SpendSummaryReport_from${monthAgo}_to${today}.xlsx`)
  const [, ...sheet] = rowsByLibrary(await readFile(await workbook.path()))
  expect(sheet.map(([, fields]) => fields[0])).toEqual(answer.data.map(([date]) => date))
  expect(sheet.map(([, fields]) => fields.slice(3))).toEqual(answer.data.map((row) => row.slice(3)))

  const before = page.url()
  await page.reload()
  await expect(tableOf(page, SPEND).getByRole('rowheader')).toHaveCount(shown.length)
  expect(page.url()).toBe(before)
  expect(await shownRows(page, SPEND)).toEqual(shown)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveText(['Spend Summary Report'])
  await page.goBack()
  await expect(tableOf(page, SPEND).getByRole('rowheader')).toHaveCount(shown.length)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('card balances')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Card Balances Report', level: 1 })).toBeVisible()
})

test('addresses of reports open for who may read them, below their path where the table says so', async ({ page }) => {
  await signIn(page, 'olive', { to: 'reports/fee' })
  await expect(page.getByRole('main').getByText('You are not authorized')).toBeVisible()
  await page.goto('logout')
  // Only then the session has ended: an address that is opened before finds it.
  await expect(page.getByLabel('Username')).toBeVisible()
  await signIn(page, 'rita', { to: 'reports/fundMovementReport/of/anything' })
  await expect(page.getByRole('heading', { name: 'Fund Movement Report', level: 1 })).toBeVisible()
  await page.goto('reports/fee/of/anything')
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
})

test('a day’s csv is shown on the screen as its file has it', async ({ page, host }) => {
  const client = await clientFor(host, 'rita')
  const { campaigns } = await client.call('getCampaigns', {})
  const spent = await client.call('getDateRangeReport', {
    reportName: 'spendSummaryReport',
    reportArguments: { startDate: monthAgo, endDate: addDays(today, -1), campaign: '0' },
  })
  const [date, name] = (spent.data.at(-1) ?? []) as [CalendarDate, string]
  const campaign = campaigns.find(({ CampaignName }) => CampaignName === name)
  await signIn(page, 'rita', { to: 'reports/dailySettlementDetail' })
  await page.getByRole('textbox', { name: 'Date' }).fill(date)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Campaign and date are required')).toBeVisible()
  await page.getByLabel('Campaign').selectOption(campaign?.CampaignID ?? '')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  const file = await take(page, 'CSV')
  expect(file.suggestedFilename()).toBe(`DailySettlementDetail_${date}.csv`)
  const [header, ...lines] = await csvOf(file)
  await expect(page.getByRole('columnheader')).toHaveText(header ?? [])
  const shown = await shownRows(page, 'Daily Settlement Detail')
  expect(shown).toHaveLength(Math.min(25, lines.length))
  const digits = (text: string | undefined) => text?.replace(/[^0-9]/g, '')
  expect(shown.map((row) => digits(row[6]))).toEqual(lines.slice(0, 25).map((line) => digits(line[6])))
  expect(shown[0]?.[0]).toContain(String(Number(date.slice(8))))
})

test('a file whose line breaks in the middle is none, and can be had again', async ({ page, line }) => {
  await signIn(page, 'rita', { at: line.url, to: 'reports/cardBalanceReport' })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  let downloads = 0
  page.on('download', () => (downloads += 1))
  const broken = line.truncateAnswerTo(`GET ${new URL(line.url).pathname}reports/cardbalances_`, 4_000)
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await broken
  await expect(page.getByText('Report download failed')).toBeVisible()
  await expect(page.getByText(/The connection was lost before the end, and nothing was saved\./)).toBeVisible()
  expect(downloads).toBe(0)
  await page.getByRole('button', { name: 'Close notice' }).click()
  const file = await take(page, 'Excel')
  expect(file.suggestedFilename()).toBe(`cardbalances_${today}.xlsx`)
  expect(rowsByLibrary(await readFile(await file.path()))[0]?.[1][0]).toBe('Item Number')
})

test('a download goes on while one goes elsewhere, and says how far it is', async ({ page, line }) => {
  await signIn(page, 'rita', { at: line.url, to: 'reports/cardBalanceReport' })
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  line.holdAnswers()
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const strip = page.getByRole('region', { name: 'Downloads' })
  await expect(strip.getByRole('progressbar', { name: `cardbalances_${today}.csv` })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await expect(strip).toBeVisible()
  expect(await violationsInBothLooks(page, 'body')).toEqual([])
  const given = page.waitForEvent('download')
  line.restore()
  expect((await given).suggestedFilename()).toBe(`cardbalances_${today}.csv`)
  await expect(page.getByText(`cardbalances_${today}.csv is downloaded`)).toBeVisible()
  await expect(strip).toBeHidden()
})

installedDevice(
  'without a line the pages of reports open, reload, and say what needs the server',
  async ({ page, context }) => {
    await signIn(page, 'rita', { to: 'reports' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Money on cards' })).toBeVisible()
    await page.getByRole('link', { name: /^Fee Report/ }).click()
    await expect(page).toHaveURL(/\/reports\/fee/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Fee Report', level: 1 })).toBeVisible()
    await expect(page.getByText(/^Reports come from the server\./)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('heading', { name: /, all campaigns$/ })).toBeVisible()
  },
)
