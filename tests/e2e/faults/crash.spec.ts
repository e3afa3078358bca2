// A page that crashes in Create Batch Load, before, during and after editing rows. The reopened tab restores the saved
// state, and the server has each batch only once.
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import type { RunningServer } from '#tests/support/server.ts'
import type { FaultyProxy } from '#tests/support/faulty-proxy.ts'
import {
  AWAITING,
  batchesNamed,
  choose,
  csvOf,
  demoNumbers,
  editCell,
  figure,
  fillReference,
  gridRow,
  nextAmount,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

interface World {
  readonly server: RunningServer
  readonly connection: FaultyProxy
  /** Cards that can be loaded. */
  readonly cards: readonly string[]
}

interface Row {
  /** The step, and its load reference. */
  readonly step: string
  readonly arrive: (page: Page, world: World) => Promise<void>
  /** Checks the reopened tab. */
  readonly find: (page: Page, world: World) => Promise<void>
  /** The number of batches on the server at the end. */
  readonly batches: number
}

/** The cases, in the order of the wizard. */
const rows: readonly Row[] = [
  {
    // The file name contains no reference, so the file waits for one.
    step: 'Choosing while a file waits',
    batches: 0,
    async arrive(page, { cards }) {
      await choose(page, { name: '^.csv', content: csvOf([[cards[0] ?? '', nextAmount()]]) })
      await page.getByLabel('Load reference').fill(this.step)
      await expect(page.getByText('^.csv is ready')).toBeVisible()
      await stored(page, 'state batch reference')
    },
    async find(page) {
      await expect(page.getByLabel('Load reference')).toHaveValue(this.step)
      await expect(page.getByText('^.csv')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Drop the batch file here' })).toBeVisible()
    },
  },
  {
    step: 'Reviewing with edits',
    batches: 0,
    async arrive(page, { cards }) {
      await fillReference(page, this.step)
      await choose(page, {
        name: 'edits.csv',
        content: csvOf([cards[0], cards[1], cards[2]].map((card = '') => [card, 'x'])),
      })
      await editCell(page, 2, 'amount', '4.44')
      await page.getByRole('button', { name: 'Remove row 4' }).click()
      await waitUntilSaved(page)
    },
    async find(page) {
      await expect(figure(page, 'Rows')).toHaveText('2')
      await expect(figure(page, 'To fix')).toHaveText('1')
      await expect(gridRow(page, 2)).toContainText('4.44')
      await setRowsAside(page)
    },
  },
  {
    step: 'Submitted with the answer under way',
    batches: 1,
    async arrive(page, { server, connection, cards }) {
      await toConfirm(page, this.step, csvOf([[cards[5] ?? '', nextAmount()]]))
      connection.holdResponses()
      await submit(page)
      await expect.poll(() => batchesNamed(server, this.step)).toHaveLength(1)
    },
    async find(page) {
      await expect(page.getByText('We cannot tell whether the batch arrived')).toBeVisible()
      await page.getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByRole('heading', { name: AWAITING })).toBeVisible()
    },
  },
]

test('a crashed page restores what it had saved when its tab is reopened, and sends nothing twice', async ({
  context,
  server,
  connection,
}) => {
  const world: World = { server, connection, cards: (await demoNumbers(server, '50.00')).good }
  let page = await context.newPage()
  await openWizard(page, { base: connection.url })
  for (const row of rows) {
    await test.step(row.step, async () => {
      await row.arrive(page, world)
      page = await crashed(page, context, () => connection.restore())
      await row.find(page, world)
      expect(await batchesNamed(server, row.step)).toHaveLength(row.batches)
      // The next case starts empty.
      await page.goto(`${connection.url}batchload`)
      await fillReference(page, '')
    })
  }
})

/** Crashes the tab and reopens it as the browser does: at its address, with its session storage. */
async function crashed(page: Page, context: BrowserContext, meanwhile: () => void): Promise<Page> {
  const [address, held] = [page.url(), await page.evaluate(() => Object.entries(sessionStorage) as [string, string][])]
  const crash = page.waitForEvent('crash')
  const devtools = await context.newCDPSession(page)
  // The crashed page cannot respond.
  void devtools.send('Page.crash').catch(() => undefined)
  await crash
  await page.close()
  meanwhile()
  const next = await context.newPage()
  await next.addInitScript((items) => {
    for (const [key, value] of items) sessionStorage.setItem(key, value)
  }, held)
  await next.goto(address)
  return next
}

async function toConfirm(page: Page, reference: string, content: string): Promise<void> {
  await fillReference(page, reference)
  await choose(page, { name: `${reference}.csv`, content })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check and submit' })).toBeVisible()
}

const submit = (page: Page) => page.getByRole('button', { name: /^Submit 1 load,/ }).click()

async function setRowsAside(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Save for later' }).click()
}

/** Waits until a record of this name is stored on this device. The screen does not show when typed text is saved. */
const stored = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(async (part) => {
        const [{ name: of = '' } = {}] = await indexedDB.databases()
        const opened = indexedDB.open(of)
        const db = await new Promise<IDBDatabase>((resolve) => (opened.onsuccess = () => resolve(opened.result)))
        const request = db.transaction('kept').objectStore('kept').getAllKeys()
        const keys = await new Promise<IDBValidKey[]>((resolve) => (request.onsuccess = () => resolve(request.result)))
        db.close()
        return keys.some((key) => typeof key === 'string' && key.includes(part))
      }, name),
    )
    .toBe(true)
