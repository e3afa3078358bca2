// Reports with the real server: from the landing page to a table and its file, which a third-party reader parses. A
// report that exists as one csv for each day shows the same rows on screen as in that file.
import Papa from 'papaparse'
import type { Page } from '@playwright/test'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { clientFor } from '#tests/support/call.ts'
import { findViolations, findViolationsInBothThemes } from '#tests/support/axe.ts'
import { expect, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { downloadItem } from './downloads.ts'
import { today } from './reports-setup.ts'

const monthAgo = addDays(today, -30)

/** The report's main table. Tables of sums may be next to it. */
const tableOf = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })
const shownRows = (page: Page, title: string) =>
  tableOf(page, title)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.lastElementChild?.textContent ?? '')),
    )

const csvToRows = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data

const SPEND = 'Spend Summary Report'
/** The index of the amount in a row of Daily Settlement Detail. */
const AMOUNT_COLUMN = 6

test('a report is run, shown, downloaded, and still on screen after Back; a report of daily csv files shows the rows of the chosen file', async ({
  page,
  server,
}) => {
  const client = await clientFor(server, 'rita')
  const days = { startDate: monthAgo, endDate: today, campaign: '0' }
  const response = await client.call('getDateRangeReport', { reportName: 'spendSummaryReport', reportArguments: days })
  expect(response.total).toBeGreaterThan(10)
  const reportsLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' })

  await test.step('runs a report of a month', async () => {
    await signIn(page, 'rita', { to: 'reports' })
    await page.getByRole('searchbox', { name: 'Search reports' }).fill('spent each')
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: SPEND, level: 1 })).toBeVisible()
    await page.getByRole('textbox', { name: 'From' }).fill(monthAgo)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('heading', { name: /, all campaigns$/ })).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual([])

    // The rows on screen equal those of the response, in the same order, except for the formats on screen: the date in
    // the first column differs, and amounts have thousands separators.
    const rowsOnScreen = await shownRows(page, SPEND)
    expect(rowsOnScreen).toHaveLength(Math.min(25, response.total))
    const cellsAfterDate = (row: readonly unknown[]) => row.slice(1).map((cell) => String(cell).replaceAll(',', ''))
    expect(rowsOnScreen.map(cellsAfterDate)).toEqual(response.data.slice(0, 25).map(cellsAfterDate))

    const csv = await downloadItem(page, 'CSV')
    expect(csv.name).toBe(`SpendSummaryReport_from${monthAgo}_to${today}.csv`)
    const [header, ...lines] = csvToRows(csv.text)
    expect(header).toEqual(['Date', 'Campaign', 'Purchases', 'Spent', 'Reversed', 'Net'])
    expect(lines.map(cellsAfterDate)).toEqual(response.data.map(cellsAfterDate))

    const addressBefore = page.url()
    await reportsLink.click()
    await expect(page.getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveText([SPEND])
    expect(await findViolationsInBothThemes(page)).toEqual([])
    await page.goBack()
    await expect(tableOf(page, SPEND).getByRole('rowheader')).toHaveCount(rowsOnScreen.length)
    await expect.poll(() => page.url()).toBe(addressBefore)
    expect(await shownRows(page, SPEND)).toEqual(rowsOnScreen)
  })

  await test.step('shows a report of daily csv files', async () => {
    const { campaigns } = await client.call('getCampaigns', {})
    // The last complete day with purchases.
    const [date, name] = (response.data.findLast(([day]) => String(day) < today) ?? []) as [CalendarDate, string]
    const campaign = campaigns.find(({ CampaignName }) => CampaignName === name)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('daily settlement detail')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Date' }).fill(date)
    await page.getByLabel('Campaign').selectOption(campaign?.CampaignID ?? '')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    const file = await downloadItem(page, 'CSV')
    expect(file.name).toBe(`DailySettlementDetail_${date}.csv`)
    const [header, ...lines] = csvToRows(file.text)
    await expect(page.getByRole('columnheader')).toHaveText(header ?? [])
    const rowsOnScreen = await shownRows(page, 'Daily Settlement Detail')
    expect(rowsOnScreen).toHaveLength(Math.min(25, lines.length))
    const digitsOf = (text: string | undefined) => text?.replace(/[^0-9]/g, '')
    const amountOf = (cells: readonly string[]) => digitsOf(cells[AMOUNT_COLUMN])
    expect(rowsOnScreen.map(amountOf)).toEqual(lines.slice(0, 25).map(amountOf))
    const dayOfMonth = String(Number(date.slice(8)))
    expect(rowsOnScreen[0]?.[0]).toContain(dayOfMonth)
  })
})
