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
  demoCardNumbers,
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

interface CrashCase {
  /** The state of the wizard, also used as the load reference. */
  readonly title: string
  /** Brings the wizard into this state. */
  readonly arrive: (page: Page, world: World) => Promise<void>
  /** Checks the reopened tab. */
  readonly check: (page: Page, world: World) => Promise<void>
  /** The number of batches on the server at the end. */
  readonly batchCount: number
}

/** In the order of the wizard. */
const cases: readonly CrashCase[] = [
  {
    // The file name contains no reference, so the file waits for one.
    title: 'Choosing while a file waits',
    batchCount: 0,
    async arrive(page, { cards }) {
      await choose(page, { name: '^.csv', content: csvOf([[cards[0] ?? '', nextAmount()]]) })
      await page.getByLabel('Load reference').fill(this.title)
      await expect(page.getByText('^.csv is ready')).toBeVisible()
      await waitUntilStored(page, 'state batch reference')
    },
    async check(page) {
      await expect(page.getByLabel('Load reference')).toHaveValue(this.title)
      await expect(page.getByText('^.csv')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Drop the batch file here' })).toBeVisible()
    },
  },
  {
    title: 'Reviewing with edits',
    batchCount: 0,
    async arrive(page, { cards }) {
      await fillReference(page, this.title)
      await choose(page, {
        name: 'edits.csv',
        content: csvOf([cards[0], cards[1], cards[2]].map((card = '') => [card, 'x'])),
      })
      await editCell(page, 2, 'amount', '4.44')
      await page.getByRole('button', { name: 'Remove row 4' }).click()
      await waitUntilSaved(page)
    },
    async check(page) {
      await expect(figure(page, 'Rows')).toHaveText('2')
      await expect(figure(page, 'To fix')).toHaveText('1')
      await expect(gridRow(page, 2)).toContainText('4.44')
      await saveForLater(page)
    },
  },
  {
    title: 'Submitted, before the response arrives',
    batchCount: 1,
    async arrive(page, { server, connection, cards }) {
      await openConfirmStep(page, this.title, csvOf([[cards[5] ?? '', nextAmount()]]))
      connection.holdResponses()
      await submit(page)
      await expect.poll(() => batchesNamed(server, this.title)).toHaveLength(1)
    },
    async check(page) {
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
  const world: World = { server, connection, cards: (await demoCardNumbers(server, '50.00')).loadableCards }
  let page = await context.newPage()
  await openWizard(page, { base: connection.url })
  for (const crashCase of cases) {
    await test.step(crashCase.title, async () => {
      await crashCase.arrive(page, world)
      page = await crashAndReopen(page, context, () => connection.restore())
      await crashCase.check(page, world)
      expect(await batchesNamed(server, crashCase.title)).toHaveLength(crashCase.batchCount)
      // The next case starts empty.
      await page.goto(`${connection.url}batchload`)
      await fillReference(page, '')
    })
  }
})

/**
 * Crashes the tab and reopens it as the browser does: at its address, with its session storage. Calls `beforeReopening`
 * while the tab is closed.
 */
async function crashAndReopen(page: Page, context: BrowserContext, beforeReopening: () => void): Promise<Page> {
  const [address, storedItems] = [
    page.url(),
    await page.evaluate(() => Object.entries(sessionStorage) as [string, string][]),
  ]
  const crash = page.waitForEvent('crash')
  const devtools = await context.newCDPSession(page)
  // The crashed page cannot respond.
  void devtools.send('Page.crash').catch(() => undefined)
  await crash
  await page.close()
  beforeReopening()
  const reopenedPage = await context.newPage()
  await reopenedPage.addInitScript((items) => {
    for (const [key, value] of items) sessionStorage.setItem(key, value)
  }, storedItems)
  await reopenedPage.goto(address)
  return reopenedPage
}

async function openConfirmStep(page: Page, reference: string, content: string): Promise<void> {
  await fillReference(page, reference)
  await choose(page, { name: `${reference}.csv`, content })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check and submit' })).toBeVisible()
}

const submit = (page: Page) => page.getByRole('button', { name: /^Submit 1 load,/ }).click()

async function saveForLater(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Save for later' }).click()
}

/** Waits until a record of this name is stored on this device. The screen does not show when typed text is saved. */
const waitUntilStored = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(async (keyPart) => {
        const [{ name: databaseName = '' } = {}] = await indexedDB.databases()
        const openRequest = indexedDB.open(databaseName)
        const db = await new Promise<IDBDatabase>(
          (resolve) => (openRequest.onsuccess = () => resolve(openRequest.result)),
        )
        const request = db.transaction('responses').objectStore('responses').getAllKeys()
        const keys = await new Promise<IDBValidKey[]>((resolve) => (request.onsuccess = () => resolve(request.result)))
        db.close()
        return keys.some((key) => typeof key === 'string' && key.includes(keyPart))
      }, name),
    )
    .toBe(true)
