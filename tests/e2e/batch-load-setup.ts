// Helpers for the tests of Create Batch Load: loadable cards, files with them, and the wizard as opened by a maker.
import { clientFor, type SignedInClient } from '#tests/support/call.ts'
import { cardNumbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'
import type { Locator, Page } from '@playwright/test'

/** Numbers of demo cards that can be loaded with the amount, and of some stopped cards. */
export const demoCardNumbers = async (
  server: { readonly url: string },
  amount = '15.00',
): Promise<{ loadableCards: string[]; stoppedCards: string[] }> => ({
  loadableCards: await cardNumbersFor(server, 'load', { amount }),
  stoppedCards: await cardNumbersFor(server, 'load', { amount, finding: 'cardStopped' }),
})

let fileCount = 0
/** A different amount for each file, so that none is a duplicate: '15.07'. */
export const nextAmount = (): string => `15.${String((fileCount += 1)).padStart(2, '0')}`

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `Card Number,Amount\r\n${rows.map((row) => `${row.join(',')}\r\n`).join('')}`

export interface Upload {
  readonly name: string
  readonly content: string | Buffer
}

/** Uploads a batch of loads through the API, and returns its id. */
export async function uploadLoads(
  client: SignedInClient,
  loadReference: string,
  rows: readonly (readonly [card: string, amount: string])[],
  fileName = 'loads.csv',
): Promise<string> {
  const response = await client.call('batchLoadUpload', {
    batchElements: rows.map(([identifier, amount]) => ({ identifier, amount })),
    identifierType: 1,
    loadReference,
    fileName,
    batchLoadOptions: [],
  })
  expect(response).toMatchObject({ resultCode: '0' })
  return response.batchLoadFileID
}

/** Signs in as a maker and opens the first step. */
export async function openWizard(page: Page, { base = '', username = 'olive' } = {}): Promise<void> {
  await signIn(page, username, { to: 'batchload', base })
  await expect(page.getByRole('heading', { name: 'Create Batch Load', level: 1 })).toBeVisible()
}

export async function choose(page: Page, { name, content }: Upload): Promise<void> {
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
}

/** Drops files on the drop area. */
export async function drop(page: Page, uploads: readonly Upload[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (files) => {
      const dataTransfer = new DataTransfer()
      for (const { name, content } of files) dataTransfer.items.add(new File([content], name))
      return dataTransfer
    },
    uploads.map(({ name, content }) => ({ name, content: String(content) })),
  )
  const area = page.getByRole('region', { name: /^Drop .* file here/ })
  await area.dispatchEvent('dragover', { dataTransfer: transfer })
  await area.dispatchEvent('drop', { dataTransfer: transfer })
}

export async function fillReference(page: Page, reference: string): Promise<void> {
  await page.getByLabel('Load reference').fill(reference)
}

/** One of the figures above the rows, such as 'To fix'. */
export const figure = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Figures of the batch' })
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .getByRole('definition')

/** The row of the grid with this row number of the sheet. */
export const gridRow = (page: Page, rowNumber: number): Locator =>
  page.getByRole('grid').getByRole('row', { name: new RegExp(`^${rowNumber} `) })

export async function editCell(page: Page, rowNumber: number, cell: 'identifier' | 'amount', text: string) {
  const column = cell === 'identifier' ? 1 : 2
  await gridRow(page, rowNumber).getByRole('gridcell').nth(column).dblclick()
  await page.getByRole('grid').getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

/** Waits until the page shows that the draft is saved on this device. */
export const waitUntilSaved = (page: Page): Promise<void> => expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

/** Olive's batches on the server with this reference. */
export async function batchesNamed(server: { readonly url: string }, reference: string) {
  const client = await clientFor(server, 'olive')
  const { batchLoads } = await client.call('myBatches', {})
  return batchLoads.filter((batch) => batch.BATCHLOADFILEREFERENCE === reference)
}

/** The heading after a batch was submitted. */
export const AWAITING = 'Batch file uploaded successfully and awaiting approval'

/**
 * Waits until the submission is accepted. Presses "Check again" if the server could not respond in time, or if its
 * response was lost.
 */
export async function waitUntilSubmitted(page: Page): Promise<void> {
  const accepted = page.getByRole('heading', { name: AWAITING })
  const checkAgain = page.getByRole('button', { name: 'Check again' })
  await expect(accepted.or(checkAgain)).toBeVisible()
  if (await checkAgain.isVisible()) await checkAgain.click()
  await expect(accepted).toBeVisible()
}

/** The number of grid rows that are completely visible without scrolling the page. */
export const rowsInSight = (page: Page): Promise<number> =>
  page.getByRole('grid').evaluate((grid) => {
    const header = grid.querySelector('[role=row]')?.getBoundingClientRect()
    const frame = grid.getBoundingClientRect()
    const visibleBottom = Math.min(frame.bottom, innerHeight)
    return [...grid.querySelectorAll('[role=rowgroup] > [role=row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= (header?.bottom ?? 0) && bottom <= visibleBottom
    }).length
  })
