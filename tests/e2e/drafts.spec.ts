// What stays on the device whatever happens: checks that go on with the rest, drafts that all tabs see alike, storage that is full or
// given up, and a profile in which no card number can be read.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { demoCardOf } from '#tests/support/demo-cards.ts'
import { expect, move, test } from '#tests/support/fixtures.ts'
import { choose, csvOf, demoNumbers, drop, editCell, figure, fillReference, gridRow, openWizard, saved } from './batch-load-setup.ts' // oxfmt-ignore
import { fact, search } from './cards-setup.ts'

/** The browser takes the line for a slow one, so that rows go up in parts. */
const slowLine = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' }, configurable: true }),
  )

/** How many rows each check asked about. */
function checksOf(page: Page): number[] {
  const sizes: number[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('"verifyBatchFile"'))
      sizes.push((JSON.parse(body) as { params: { batchElements: unknown[] } }).params.batchElements.length)
  })
  return sizes
}
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

test('a check goes on with the rest when the page was lost, and what is edited offline is asked about', async ({
  page,
  host,
  context,
}) => {
  const { good } = await demoNumbers(host, '50.00')
  const rows = Array.from({ length: 1200 }, (_, index) => [good[index % good.length] ?? '', '5.01'])
  await slowLine(page)
  await openWizard(page)
  await fillReference(page, 'In parts')
  await drop(page, [{ name: 'parts.csv', content: csvOf(rows) }])
  await expect(figure(page, 'Rows')).toHaveText('1,200')
  const before = checksOf(page)

  // The second part never gets an answer, and the page goes.
  await page.route('**/api', async (route) => {
    if (before.length < 2 || !route.request().postData()?.includes('"verifyBatchFile"')) await route.continue()
  })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect.poll(() => before.length).toBe(2)
  await expect(page.getByRole('progressbar', { name: 'Rows checked by the server' })).toBeVisible()
  await saved(page)
  const kept = before[0] ?? 0
  await page.unroute('**/api')
  before.length = 0
  await page.reload()

  // It goes on by itself.
  await expect(page.getByRole('button', { name: 'Continue' }).and(page.locator(':not([aria-disabled])'))).toBeVisible()
  expect(kept).toBeGreaterThan(0)
  expect(sum(before)).toBe(1200 - kept)
  await expect(figure(page, 'To fix')).toHaveText('0')

  await context.setOffline(true)
  await editCell(page, 2, 'amount', '6.02')
  await expect(figure(page, 'Server check')).toContainText('1 changed since')
  await context.setOffline(false)
  await expect(figure(page, 'Server check')).not.toContainText('changed since')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1,200 loads/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
})

test('drafts are the same in all tabs, are there again where the device clears what it kept, and a tab that loses the database goes on in memory', async ({
  page,
  host,
  context,
}) => {
  const { good } = await demoNumbers(host)
  await openWizard(page)
  await fillReference(page, 'Seen twice')
  await choose(page, { name: 'twice.csv', content: csvOf([[good[0] ?? '', '15.55']]) })
  await saved(page)
  const second = await context.newPage()
  await second.goto('drafts')
  const row = (name: string) => second.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('Seen twice')).toContainText('SGD 15.55'.slice(4))
  await second.getByRole('button', { name: 'More for Seen twice' }).click()
  await second.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(second.getByText('It is open in another tab. Close it there first.')).toBeVisible()

  // Nothing has to be touched for it.
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: new URL(host.url).origin, storageTypes: 'indexeddb' })
  await expect.poll(() => keptOn(page)).toEqual({ drafts: 1, draftChunks: 2, keys: 1 })
  // A page behind another is drawn once a second.
  await page.bringToFront()
  await page.reload()
  await expect(gridRow(page, 2)).toContainText('15.55')

  await page.getByRole('link', { name: 'Drafts', exact: true }).first().click()
  await page.getByRole('button', { name: 'More for Seen twice' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Named')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(row('Named')).toBeVisible()
  await page.getByRole('button', { name: 'More for Named' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row('Named')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo the deletion of Named' }).click()
  await expect(row('Named')).toBeVisible()
  await second.bringToFront()
  await row('Named').getByRole('button', { name: 'Open Named' }).click()
  await expect(figure(second, 'Rows')).toHaveText('1')

  // As a newer version of the portal does, which has more tables.
  const opened = await page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open(name, 9999)
        request.onsuccess = () => {
          resolve(request.result.version)
          request.result.close()
        }
        request.onerror = () => reject(new Error('not opened'))
      }),
    `portal${new URL(host.url).pathname}`,
  )
  expect(opened).toBe(9999)
  await expect(second.getByText('A newer version of the portal is open in another tab').first()).toBeVisible()
  await editCell(second, 2, 'amount', '15.58')
  await expect(second.getByText('Not saved')).toBeVisible()
  await second.getByRole('button', { name: 'Check rows' }).click()
  await expect(gridRow(second, 2)).toContainText('Checked by the server')
})

/** How much lies in the portal's database; undefined while there is none, or it is just being taken away. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const answerTo = <Answer>(asked: IDBRequest<Answer>) =>
      new Promise<Answer | undefined>((resolve) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => resolve(undefined)
        // A database that is taken away under a question may never answer it.
        setTimeout(resolve, 2_000)
      })
    const [{ name } = {}] = await indexedDB.databases()
    const db = name === undefined ? undefined : await answerTo(indexedDB.open(name))
    if (!db) return undefined
    const tables = ['drafts', 'draftChunks', 'keys'].filter((table) => db.objectStoreNames.contains(table))
    const counts = tables.map(
      async (table) => [table, await answerTo(db.transaction(table).objectStore(table).count())] as const,
    )
    const all = Object.fromEntries(await Promise.all(counts))
    db.close()
    return all
  })

test('a device without room says so, and the batch is submitted all the same', async ({ page, host, context }) => {
  const { good } = await demoNumbers(host)
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin, quotaSize: 1 })
  await openWizard(page)
  await fillReference(page, 'No room')
  await choose(page, { name: 'room.csv', content: csvOf([[good[1] ?? '', '15.56']]) })
  await expect(page.getByText('This device has no room left for drafts')).toBeVisible()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
  await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
})

test('nothing in the browser’s profile can be read as a card number, whatever was looked at', async ({
  host,
  launchOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-profile-'))
  const card = demoCardOf((await demoNumbers(host)).good[3] ?? '')
  try {
    const context = await chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: host.url })
    const page = await context.newPage()
    await openWizard(page, { as: 'ada' })
    await fillReference(page, 'In the profile')
    await choose(page, { name: 'profile.csv', content: csvOf([[card.pan, '15.59']]) })
    await page.getByRole('button', { name: 'Check rows' }).click()
    await expect(gridRow(page, 2)).toContainText('Checked by the server')
    await page.getByRole('searchbox', { name: 'Search the rows' }).fill(card.pan)
    await saved(page)

    // Found, there again after a reload, looked at whole, and its statement taken away.
    await move(page, 'card/search')
    await search(page, 'Card Number', card.pan)
    const found = page.getByRole('heading', { name: 'Cards Found (1)' })
    await expect(found).toBeVisible()
    await page.reload()
    await expect(found).toBeVisible()
    await page.getByRole('link', { name: /^Statement of card/ }).click()
    await page.getByRole('button', { name: 'Reveal' }).click()
    await expect(fact(page, 'Card Details', 'Card Number')).toContainText(card.pan.slice(4, 8))
    await move(page, 'card/insertfee')
    await page.getByRole('textbox', { name: 'Card Number' }).fill(card.pan)

    // The batch is submitted, which a notice tells; its rows are looked at, and a report with its files.
    await move(page, 'batchload')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
    await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
    await page.getByRole('button', { name: 'See my batches' }).click()
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'My batch' })).toContainText('15.59')
    await move(page, 'reports/cardBalanceReport')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    // A workbook is packed, in which nothing could be read anyway.
    await page.getByRole('button', { name: 'Download' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    await file.path()
    await move(page, 'user/detail')
    await expect(page.getByText('This session')).toBeVisible()
    await context.close()
    expect(await readableIn(folder, card.pan)).toEqual({ numbers: [], isPortals: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Card numbers of the programme as people and programs write them. */
const written = /9000[ -]?01\d\d[ -]?\d{4}[ -]?\d{4}/g

/** Files of a browser's profile in which a card can be read, as UTF-8, UTF-16 or base64; and whether the portal's are among them. */
async function readableIn(folder: string, pan: string) {
  const numbers: string[] = []
  let isPortals = false
  // Wherever it begins within three bytes.
  const inBase64 = [0, 1, 2].map((at) => Buffer.from(' '.repeat(at) + pan).toString('base64').slice(4, 20)) // oxfmt-ignore
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
    // UTF-16 is the same with a zero in each second byte.
    const letters = text.replaceAll('\0', '')
    // Who is signed in may be read.
    isPortals ||= letters.includes('"username":"ada"')
    const found = (letters.match(written) ?? []).map((each) => each.replace(/\D/g, ''))
    const isOne = found.some(hasValidCheckDigit) || inBase64.some((each) => text.includes(each))
    if (isOne) numbers.push(join(entry.parentPath, entry.name))
  }
  return { numbers, isPortals }
}
