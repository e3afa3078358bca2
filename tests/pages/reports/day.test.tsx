// Reports of one day: a csv that is fetched and shown, and the card balances with their preview.
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { exportsWorker } from '#services/files/exports-worker.ts'
import * as saving from '#services/files/save-file.ts'
import { readOwnCsv } from '#sheets/read-csv.ts'
import { choose, download, press, messages, sendFile, table, TODAY, type, withReports } from './setup.tsx'

const { openReport, requests, address, fileRequests, serveFiles } = withReports()
const saved = { files: [] as string[] }
beforeEach(() => {
  saved.files = []
  vi.spyOn(saving, 'saveBlob').mockImplementation((name) => void saved.files.push(name))
  // jsdom has no workers.
  vi.spyOn(exportsWorker, 'csvRows').mockImplementation((bytes, options) => Promise.resolve(readOwnCsv(bytes, options)))
})

const shownRows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.lastElementChild?.textContent),
  )
const URL_OF_FILE = `reports/CardholderStatement_${TODAY}.csv?campaign=3`
const defaultResponses = { GetReport: { reportURL: URL_OF_FILE } }
const HEADER = 'Tracking Number,Card Number,Name,Posted,Type,Description,Amount,Balance\r\n'
const LINE =
  '"=""000123456789012""",900001******0017,"Tan, Mei",2026-11-22T09:30:00+08:00,Load,"Load ""A""",1250.50,-3.00\r\n'

async function showStaffCards() {
  await screen.findByRole('option', { name: 'Staff cards' })
  choose('Campaign', '3')
  await press('Show')
}

describe('Cardholder Statement', () => {
  it.each([
    ['campaign', async () => undefined],
    [
      'date',
      async () => {
        await screen.findByRole('option', { name: 'Staff cards' })
        choose('Campaign', '3')
        type('Date', '')
      },
    ],
  ])('without a %s shows what is required and sends no request', async (_, fill) => {
    openReport('cardholderStatement', defaultResponses)
    await fill()
    await press('Show')
    expect(messages()).toEqual(['Campaign and date are required | Cardholder Statement'])
    await press('Show')
    expect(messages()).toHaveLength(1)
    await expect.poll(() => requests('GetReport')).toEqual([])
  })

  it('is requested by campaign and today’s date, fetched from its address, and shown in readable form', async () => {
    serveFiles((_, response) => sendFile(response, `\ufeff${HEADER}${LINE}`, 'text/csv; charset=utf-8'))
    openReport('cardholderStatement', defaultResponses)
    expect(screen.queryByRole('option', { name: 'All Campaigns' })).toBeNull()
    await press('Show')
    expect(messages()).toHaveLength(1)
    await showStaffCards()
    expect(await screen.findByText('Tan, Mei')).toBeTruthy()
    // The message disappears, since the missing field is now filled in.
    expect(messages()).toEqual([])
    await expect
      .poll(() => requests('GetReport'))
      .toEqual([{ name: 'cardholderStatement', campaignID: '3', reportDate: TODAY, token: 't' }])
    expect(fileRequests).toEqual([{ method: 'GET', path: `/voyager/${URL_OF_FILE}`, token: 'Bearer t' }])
    expect(shownRows()[0]?.slice(2)).toEqual([
      'Tan, Mei',
      '22 Nov 2026, 09:30',
      'Load',
      'Load "A"',
      '1,250.50',
      '-3.00',
    ])
    expect(shownRows()[0]?.[0]).toContain('000')
    expect(screen.getByRole('columnheader', { name: 'Amount' }).className).toContain('align-figures')
    await expect.poll(() => address()).toBe(`/reports/cardholderStatement?date=${TODAY}&campaign=3&asked=1`)
    await download('CSV')
    await expect.poll(() => saved.files).toEqual([`CardholderStatement_${TODAY}.csv`])
    expect(fileRequests.at(-1)?.path).toBe(`/voyager/${URL_OF_FILE}`)
  })

  it('with many rows loads only as much as the screen needs', async () => {
    let sentRowCount = 0
    const abortPromise = new Promise((resolve) =>
      serveFiles((_, response) => {
        response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'x-total-rows': '1000000' })
        response.on('close', resolve)
        response.write(`\ufeff${HEADER}`)
        const writeMore = () => {
          while (!response.destroyed && sentRowCount < 1_000_000) {
            sentRowCount += 500
            if (!response.write(LINE.repeat(500))) return void response.once('drain', writeMore)
          }
        }
        writeMore()
      }),
    )
    openReport('cardholderStatement', defaultResponses)
    await showStaffCards()
    expect(
      await screen.findByText('The first 5,000 of 1,000,000 rows. Download the report to see every row.'),
    ).toBeTruthy()
    await abortPromise
    expect(sentRowCount).toBeLessThan(500_000)
    expect(shownRows()).toHaveLength(25)
    expect(within(screen.getByRole('columnheader', { name: 'Amount' })).queryByRole('button')).toBeNull()
  })

  it.each([
    [404, 'Report not found'],
    [500, 'Report download failed'],
  ])('whose file request gets status %i shows the error instead of rows', async (status, message) => {
    serveFiles((_, response) => void response.writeHead(status).end())
    openReport('cardholderStatement', defaultResponses)
    await showStaffCards()
    expect(await screen.findByText(message)).toBeTruthy()
    serveFiles((_, response) => sendFile(response, `\ufeff${HEADER}${LINE}`, 'text/csv; charset=utf-8'))
    await press('Try again')
    expect(await screen.findByText('Tan, Mei')).toBeTruthy()
  })

  it('for a campaign without access shows the server’s message', async () => {
    openReport(
      'cardholderStatement',
      { GetReport: { resultCode: '-20404', resultText: 'No such campaign' } },
      `?date=${TODAY}&campaign=77&asked=1`,
    )
    expect(await screen.findByText('No such campaign')).toBeTruthy()
    expect(fileRequests).toEqual([])
  })

  it('uses the default day for an address with a day that does not exist', async () => {
    openReport('cardholderStatement', defaultResponses, '?date=2026-02-31&campaign=3&asked=1')
    await screen.findByRole('option', { name: 'Staff cards' })
    expect(screen.getByRole('textbox', { name: 'Date' })).toHaveProperty('value', TODAY)
  })
})

describe('Card Balances Report', () => {
  const balances = (overrides = {}) =>
    table(
      ['ITEM', 'TRACKINGNUMBER', 'CARDNUMBER', 'BALANCE'],
      ['int', 'varchar', 'varchar', 'money'],
      [[1, '000123456789012', '9000010000000017', '12.00']],
      overrides,
    )

  it('accepts all campaigns, previews the first rows and numbers them', async () => {
    openReport('cardBalance', { loadReport: balances({ total: 20_000, truncated: true }) })
    expect(screen.getByRole('option', { name: 'All Campaigns', selected: true })).toBeTruthy()
    await press('Show')
    expect(await screen.findByText('The first 1 of 20,000 rows. Download the report to see every row.')).toBeTruthy()
    await expect
      .poll(() => requests('loadReport'))
      .toEqual([{ type: 'cardBalanceReport', campaignIds: [], date: TODAY, token: 't' }])
    expect(screen.getByRole('columnheader', { name: 'Item Number' })).toBeTruthy()
    // Card numbers are masked even if the server sends them in full.
    expect(document.body.textContent).not.toContain('9000010000000017')
    expect(document.body.textContent).toMatch(/9000 01.{2,12}0017/)
  })

  it('is saved under its own name, also for one campaign', async () => {
    serveFiles((_, response) => sendFile(response, 'whole', 'application/zip'))
    openReport('cardBalance', { loadReport: balances() })
    await showStaffCards()
    await screen.findByText('22 Nov 2026, Staff cards')
    // The heading is shown before the response arrives.
    await expect.poll(() => requests('loadReport')).toMatchObject([{ campaignIds: ['3'] }])
    await download('Excel')
    await expect.poll(() => saved.files).toEqual([`cardbalances_${TODAY}.xlsx`])
    expect(fileRequests.at(-1)?.path).toBe(`/voyager/reports/cardbalances_${TODAY}.xlsx?campaign=3`)
  })

  it('without a date shows the required fields', async () => {
    openReport('cardBalance', { loadReport: balances() })
    type('Date', '')
    await press('Show')
    expect(messages()).toEqual(['Campaign and date are required | Card Balances Report'])
  })
})
