// Drafts on a device that clears its storage, in all tabs, and after a newer version of the portal has taken over the
// database.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  editCell,
  figure,
  fillReference,
  gridRow,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'

test('drafts are the same in all tabs, and are saved again if the device clears its storage', async ({
  page,
  server,
  context,
}) => {
  const { loadableCards } = await demoCardNumbers(server)
  await openWizard(page)
  await fillReference(page, 'Seen twice')
  await choose(page, { name: 'twice.csv', content: csvOf([[loadableCards[0] ?? '', '15.55']]) })
  await waitUntilSaved(page)
  const secondPage = await context.newPage()
  await secondPage.goto('drafts')
  const row = (name: string) => secondPage.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('Seen twice')).toContainText('15.55')
  await secondPage.getByRole('button', { name: 'More for Seen twice' }).click()
  await secondPage.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(secondPage.getByText('It is open in another tab. Close it there first.')).toBeVisible()

  // The drafts are saved again without an action by the user.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes: 'indexeddb' })
  await expect.poll(() => recordCount(secondPage)).toEqual({ drafts: 1, draftChunks: 2 })
  // A background page renders only once a second.
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
  await secondPage.bringToFront()
  await row('Named').getByRole('button', { name: 'Open Named' }).click()
  await expect(figure(secondPage, 'Rows')).toHaveText('1')
})

test('a tab that loses the database to a newer version continues in memory', async ({ page, server, context }) => {
  const { loadableCards } = await demoCardNumbers(server)
  await openWizard(page)
  await fillReference(page, 'Seen twice')
  await choose(page, { name: 'twice.csv', content: csvOf([[loadableCards[0] ?? '', '15.55']]) })
  await waitUntilSaved(page)
  await page.getByRole('link', { name: 'Drafts', exact: true }).first().click()
  const secondPage = await context.newPage()
  await secondPage.goto('drafts')
  await secondPage.getByRole('button', { name: 'Open Seen twice' }).click()
  await expect(figure(secondPage, 'Rows')).toHaveText('1')

  // Simulates a newer version of the portal with more tables.
  const version = await page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open(name, 9999)
        request.onsuccess = () => {
          resolve(request.result.version)
          request.result.close()
        }
        request.onerror = () => reject(new Error('not opened'))
      }),
    `portal${new URL(server.url).pathname}`,
  )
  expect(version).toBe(9999)
  await expect(secondPage.getByText('A newer version of the portal is open in another tab').first()).toBeVisible()
  await editCell(secondPage, 2, 'amount', '15.58')
  await expect(secondPage.getByText('Not saved')).toBeVisible()
  await expect(gridRow(secondPage, 2)).toContainText('Checked by the server')
})

/** The number of records in each table of drafts. Undefined while the database does not exist or is being deleted. */
const recordCount = (page: Page) =>
  page.evaluate(async () => {
    // A database that is deleted during a request may never respond.
    // oxlint-disable-next-line tests/no-sleeps -- the time limit of a race
    const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, 2_000))
    const resultOf = <Answer>(request: IDBRequest<Answer>) =>
      Promise.race([
        timeout(),
        new Promise<Answer | undefined>((resolve) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => resolve(undefined)
        }),
      ])
    const [{ name } = {}] = (await Promise.race([indexedDB.databases(), timeout()])) ?? []
    const db = name === undefined ? undefined : await resultOf(indexedDB.open(name))
    if (!db) return undefined
    const tables = ['drafts', 'draftChunks'].filter((table) => db.objectStoreNames.contains(table))
    const counts = tables.map(
      async (table) => [table, await resultOf(db.transaction(table).objectStore(table).count())] as const,
    )
    const tableCounts = Object.fromEntries(await Promise.all(counts))
    db.close()
    return tableCounts
  })
