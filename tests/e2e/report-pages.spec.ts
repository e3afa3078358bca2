// The two reports that have their own pages, with the real server: a chargeback from the search to its files, and a
// quarterly report from the choice of its campaign to the workbook. Every file is read by code other than the code that
// wrote it (SheetJS, tests/support/pdf.ts).
import * as XLSX from 'xlsx'
import { findViolations } from '#tests/support/axe.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn, sharedDevice as test } from '#tests/support/fixtures.ts'
import { pdfToTexts } from '#tests/support/pdf.ts'
import { downloadBy } from './downloads.ts'

/** The date this many days ago in the programme's time zone, UTC+8. */
const daysAgo = (days: number) => new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

test('a chargeback and a quarterly report are found, shown, and downloaded as PDF and workbook', async ({
  page,
  server,
}) => {
  const rita = await clientFor(server, 'rita')

  await test.step('opens a chargeback', async () => {
    const [startDate, endDate] = [daysAgo(366), daysAgo(0)]
    const { COLUMNS, SUMMARYCOLUMNS, DATA } = await rita.call('chargebackReport', { startDate, endDate })
    const rows = DATA.map((cells) => Object.fromEntries(cells.map((cell, at) => [COLUMNS[at]?.NAME ?? '', cell])))
    const [firstChargeback = {}] = rows
    const [number, tracking] = [String(firstChargeback['CHARGEBACKNUMBER']), String(firstChargeback['TRACKINGNUMBER'])]

    await signIn(page, 'rita', { to: 'reports/chargebackReport' })
    await page.getByRole('textbox', { name: 'From' }).fill(startDate)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const table = page.getByRole('group', { name: 'Chargeback Report' })
    await expect(table.locator('tbody tr')).toHaveCount(Math.min(15, rows.length))
    expect(await findViolations(page, 'main')).toEqual([])

    await page.getByRole('button', { name: `Details chargeback ${number}` }).click()
    const dialog = page.getByRole('dialog', { name: `Chargeback ${number}` })
    await expect(dialog).toContainText(String(firstChargeback['NAMEONCARD']))
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    const pdf = await downloadBy(page, () => dialog.getByRole('button', { name: 'Download PDF' }).click())
    expect(pdf.name).toBe(`ChargebackDetails-trackingNumber-${tracking}.pdf`)
    const texts = pdfToTexts(pdf.bytes.toString('latin1')).flat()
    for (const text of [
      'Voyager',
      `Chargeback ${number}`,
      String(firstChargeback['NAMEONCARD']),
      String(firstChargeback['NETWORKREFERENCE']),
    ])
      expect(texts).toContain(text)
    expect(pdf.bytes.toString('latin1')).toContain('/Subtype /Image')
    await dialog.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const file = await downloadBy(page, () => page.getByRole('menuitem', { name: 'Excel, the list' }).click())
    expect(file.name).toBe(`ChargebackReport_from${startDate}_to${endDate}.xlsx`)
    const sheet = XLSX.read(file.bytes, { cellStyles: true, cellDates: true, UTC: true }).Sheets['Chargebacks'] ?? {}
    const [, ...lines] = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
    expect(lines).toHaveLength(rows.length)
    expect(lines[0]?.[SUMMARYCOLUMNS.indexOf('TRACKINGNUMBER')]).toBe(tracking)
    expect(lines[0]?.[SUMMARYCOLUMNS.indexOf('CHARGEBACKAMOUNT')]).toBe(Number(firstChargeback['CHARGEBACKAMOUNT']))
    // Rounded down to the minute, in the programme's time zone.
    const requestedAt =
      Math.floor(Date.parse(String(firstChargeback['CHARGEBACKDATE'])) / 60_000) * 60_000 + 8 * 3_600_000
    expect(lines[0]?.[SUMMARYCOLUMNS.indexOf('CHARGEBACKDATE')]).toEqual(new Date(requestedAt))
    expect(sheet['!cols']?.map(({ width }) => width)).toEqual(
      SUMMARYCOLUMNS.map((each) => COLUMNS.find(({ NAME }) => NAME === each)?.EXCELWIDTH),
    )
  })

  await test.step('opens a quarterly report', async () => {
    const { campaigns } = await rita.call('getCampaigns', {})
    const [campaign] = campaigns
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('quarterly report')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Mastercard Quarterly Report', level: 1 })).toBeVisible()
    await page.getByLabel('Campaign').selectOption(campaign?.CampaignID ?? '')
    const [quarter, year] = [
      await page.getByLabel('Quarter', { exact: true }).inputValue(),
      await page.getByLabel('Year').inputValue(),
    ]
    const name = `QMR_${campaign?.CampaignCardICA}_${year}Q${quarter}.xls`
    const table = page.getByRole('table', { name: `Preview of ${name}` })
    await expect(table).toBeVisible()
    expect(await findViolations(page, 'main')).toEqual([])

    const file = await downloadBy(page, () => page.getByRole('link', { name: 'Download' }).click())
    expect(file.name).toBe(name)
    // The first bytes of an xls file.
    expect(file.bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1')
    const book = XLSX.read(file.bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const fileRows = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
    const rowsOnScreen = await table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)))
    expect(rowsOnScreen).toEqual(fileRows)
  })
})
