// The browser's profile after a day's work: neither a card number nor the key that decrypts the drafts is readable in
// it.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { demoCardOf } from '#tests/support/demo-cards.ts'
import { post } from '#tests/support/call.ts'
import { tokenOf } from '#tests/support/device.ts'
import { expect, navigate, test } from '#tests/support/fixtures.ts'
import {
  choose,
  csvOf,
  demoCardNumbers,
  fillReference,
  gridRow,
  openWizard,
  waitUntilSaved,
} from '../batch-load-setup.ts'
import { fact, search } from '../cards-setup.ts'
import { downloadItem } from '../downloads.ts'

test('neither a card number nor the draft key is readable in the browser’s profile, signed in or after logout', async ({
  server,
  launchOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-profile-'))
  const card = demoCardOf((await demoCardNumbers(server)).loadableCards[3] ?? '')
  try {
    const launch = () => chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: server.url })
    const context = await launch()
    const page = await context.newPage()
    const userInfo = page
      .waitForResponse((response) => response.request().postData()?.includes('"userInfo"') === true)
      .then((response) => response.json() as Promise<{ readonly draftKey: string }>)
    await openWizard(page, { username: 'ada' })
    await fillReference(page, 'In the profile')
    await choose(page, { name: 'profile.csv', content: csvOf([[card.pan, '15.59']]) })
    await expect(gridRow(page, 2)).toContainText('Checked by the server')
    await page.getByRole('searchbox', { name: 'Search the rows' }).fill(card.pan)
    await waitUntilSaved(page)

    // Searches for the card number, reloads, and reveals the number on the card's page.
    await navigate(page, 'card/search')
    await search(page, 'Card Number', card.pan)
    const resultHeading = page.getByRole('heading', { name: 'Cards Found (1)' })
    await expect(resultHeading).toBeVisible()
    await page.reload()
    await expect(resultHeading).toBeVisible()
    await page.getByRole('link', { name: /^Statement of card/ }).click()
    await page.getByRole('button', { name: 'Reveal' }).click()
    await expect(fact(page, 'Card Details', 'Card Number')).toContainText(card.pan.slice(4, 8))
    await navigate(page, 'card/insertfee')
    await page.getByRole('textbox', { name: 'Card Number' }).fill(card.pan)

    // Submits the batch, views its rows, and downloads a report.
    await navigate(page, 'batchload')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Submit 1 load,/ }).click()
    await expect(page.getByRole('heading', { name: /awaiting approval/ })).toBeVisible()
    await page.getByRole('button', { name: 'See my batches' }).click()
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'My batch' })).toContainText('15.59')
    await navigate(page, 'reports/cardBalanceReport')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    // Not a workbook, because nothing would be readable in a compressed file anyway.
    await downloadItem(page, 'CSV')
    await navigate(page, 'user/detail')
    await expect(page.getByText('This session')).toBeVisible()
    const { draftKey } = await userInfo
    const token = await tokenOf(page)
    expect((await post(server.url, 'sessionState', { token })).response.resultCode).toBe('0')
    expect(Buffer.from(draftKey, 'base64')).toHaveLength(32)
    // Leaves a draft on the device.
    await navigate(page, 'batchload')
    await fillReference(page, 'Stays a draft')
    await choose(page, { name: 'stays.csv', content: csvOf([[card.pan, '15.58']]) })
    await waitUntilSaved(page)
    await context.close()
    expect(await findReadableSecrets(folder, card.pan, draftKey)).toEqual({
      numbers: [],
      keys: [],
      isPortalProfile: true,
    })

    // Reopens the profile, views the draft, and logs out.
    const reopenedContext = await launch()
    const draftsPage = await reopenedContext.newPage()
    await draftsPage.goto('drafts')
    await expect(draftsPage.getByRole('table').getByText('stays.csv')).toBeVisible()
    await draftsPage.goto('logout')
    await expect(draftsPage).toHaveURL(/login/)
    await reopenedContext.close()
    // The name of the user still is readable, but not the token of the ended session.
    expect(await findFilesWith(folder, token.slice(-43))).toEqual([])
    expect(await findReadableSecrets(folder, card.pan, draftKey)).toEqual({
      numbers: [],
      keys: [],
      isPortalProfile: true,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Card numbers of the programme, as users and programs write them. */
const cardNumbers = /9000[ -]?01\d\d[ -]?\d{4}[ -]?\d{4}/g

/**
 * Returns the files of a browser's profile in which a card number (as UTF-8, UTF-16 or base64) or the draft key is
 * readable. `isPortalProfile` is true if the name of the signed-in user is readable, which proves that this is the
 * portal's profile.
 */
async function findReadableSecrets(folder: string, pan: string, draftKey: string) {
  const numbers: string[] = []
  const keys: string[] = []
  const bytes = Buffer.from(draftKey, 'base64')
  const keyForms = [
    bytes.toString('latin1'),
    ...(['base64', 'base64url', 'hex'] as const).map((as) => bytes.toString(as)),
  ]
  let isPortalProfile = false
  // The base64 of a text depends on its byte offset, of which there are three cases.
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + pan)
      .toString('base64')
      .slice(4, 20),
  )
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
    // In UTF-16, every second byte of these characters is zero.
    const textWithoutZeros = text.replaceAll('\0', '')
    // The user's name is allowed to be readable; it proves that this is the portal's profile.
    isPortalProfile ||= textWithoutZeros.includes('"username":"ada"')
    const foundNumbers = (textWithoutZeros.match(cardNumbers) ?? []).map((each) => each.replace(/\D/g, ''))
    const hasNumber = foundNumbers.some(hasValidCheckDigit) || inBase64.some((each) => text.includes(each))
    if (hasNumber) numbers.push(join(entry.parentPath, entry.name))
    const hasKey = [text, text.toLowerCase(), textWithoutZeros].some((each) =>
      keyForms.some((form) => each.includes(form)),
    )
    if (hasKey) keys.push(join(entry.parentPath, entry.name))
  }
  return { numbers, keys, isPortalProfile }
}

/** The files of a folder that contain a text, in UTF-8 or UTF-16. */
async function findFilesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path, 'latin1')).replaceAll('\0', '').includes(text)) found.push(path)
  }
  return found
}
