// Find Card against the real host (cards §2, §5): minima, results, what Back returns to, and what the exports hold.
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import Papa from 'papaparse'
import { clientFor } from '#tests/support/call.ts'
import { type Card, takeCard } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { violations } from '#tests/support/axe.ts'
import { fact, masked, openSearch, search } from './cards-setup.ts'

const HEADS = ['Campaign Name', 'Customer Ref', 'Card Number', 'Tracking Number', 'Booking ID', 'Card Expiry', 'Card CVV', 'Card Balance', 'Funds Available', 'Loaded Amount', 'Authorized Amount', 'Settled Amount', 'Issue Date', 'Status'] // oxfmt-ignore

/** On the screen what tells cards apart comes first. */
const FIRST = ['Card Number', 'Customer Ref', 'Status', 'Card Balance', 'Card Expiry']
const ON_SCREEN = [...FIRST, ...HEADS.filter((head) => !FIRST.includes(head))]

async function showAllColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await page.keyboard.press('Escape')
}

const term = (page: Page) => page.getByLabel('Search term')

test('a term below its minimum is not searched for and is told the minimum; odd terms are terms, and find nothing', async ({
  page,
}) => {
  const searches: string[] = []
  page.on('request', (request) => request.postData()?.includes('"cardSearch"') && searches.push(request.url()))
  await openSearch(page)
  for (const [kind, hint, minimum] of [
    ['Card Number', '9-19 digits', 9],
    ['Customer ID', '3-20 characters', 3],
    ['PhoneNumber', '7-15 digits', 7],
    ['Tracking Number', '', 5],
    ['ID Number', '5-20digits', 5],
    ['Customer Reference', 'min 19 characters', 19],
  ] as const) {
    await search(page, kind, '1'.repeat(minimum - 1))
    await expect(term(page)).toHaveAccessibleDescription(
      `${hint} Search term should be at least ${minimum} characters`.trim(),
    )
    await expect(term(page)).toHaveAttribute('placeholder', hint)
  }
  await search(page, 'Tag: bookingId', 'BK123456,BK1')
  await expect(page.getByText('Each tag value should have at least 5 characters').first()).toBeVisible()
  expect(searches).toEqual([])
  for (const wrong of ['%%%%%%%%%%', '______', `"'; DROP TABLE card; --`, '<img src=x onerror=alert(1)>']) {
    const answered = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes(JSON.stringify(wrong).slice(1, -1)),
    )
    await search(page, 'Customer ID', wrong)
    await answered
    await expect(page.getByText('No Cards Found')).toBeVisible()
    await expect(page.getByText('No card matches this search')).toBeVisible()
  }
})

test('a card is found by its number, masked, with all columns; Back and a reload return to it, and nothing readable has the number', async ({
  page,
  host,
}) => {
  const card = await takeCard(host, 'stopped')
  await openSearch(page)
  await search(page, 'Card Number', card.CARDNUMBER)
  await expect(page.getByRole('heading', { name: 'Cards Found (1)' })).toBeVisible()
  const heads = page.getByRole('columnheader')
  expect((await heads.allTextContents()).slice(0, -1)).toEqual(FIRST)
  await showAllColumns(page)
  expect((await heads.allTextContents()).slice(0, -1)).toEqual(ON_SCREEN)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(masked(card))
  await expect(row).toContainText('***')
  await expect(row).toContainText(`$${Number(card.CARDBALANCE).toLocaleString('en', { minimumFractionDigits: 2 })}`)
  await expect(row.getByRole('img', { name: 'Active', exact: true })).toHaveText('A')
  await expect(row.getByRole('img', { name: 'Stopped' })).toHaveText('S')
  await expect(page.getByRole('region', { name: 'Cards Found (1)' })).not.toContainText(card.CARDNUMBER)
  expect(await violations(page, 'main')).toEqual([])

  await row.getByRole('link', { name: `Statement of card ${masked(card)}` }).click()
  await expect(page).toHaveURL(new RegExp(`/card/details/${card.VOUCHERID}$`))
  await expect(fact(page, 'Programme', 'Card Status')).toHaveText('Stopped')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Cards Found (1)' })).toBeVisible()
  await expect(term(page)).toHaveValue(card.CARDNUMBER)

  const balance = page.getByRole('columnheader', { name: 'Card Balance' })
  await balance.getByRole('button').click()
  await expect(balance).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Cards Found (1)' })).toBeVisible()
  await expect(term(page)).toHaveValue(card.CARDNUMBER)
  await expect(balance).toHaveAttribute('aria-sort', 'ascending')
  expect(page.url()).toMatch(/\/card\/search$/)
  // Neither the address nor anything readable that the browser keeps has the number (threats T20).
  const readable = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
  )
  expect(readable).not.toContain(card.CARDNUMBER)

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await openSearch(page)
  await expect(term(page)).toHaveValue('')
  await expect(page.getByText('Search for a card')).toBeVisible()
})

test('by keys alone: a pasted list, its first result one Tab away, from card to card and back', async ({
  page,
  host,
}) => {
  const [first, second] = [await takeCard(host, 'active'), await takeCard(host, 'stopped')]
  await openSearch(page)
  await expect(term(page)).toBeFocused()
  // Pasted into a field that is there for a line: no value is lost.
  await page.keyboard.insertText(`${first.TRACKINGNUMBER}\n799999999999999\n${second.TRACKINGNUMBER}`)
  await expect(page.getByLabel('Search by')).toHaveValue('4')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Cards Found (2)' })).toBeVisible()
  await expect(page.getByText('1 of your list was not found')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // A page takes the focus as it comes: a key before that would go nowhere.
  const cardHeading = ({ CARDNUMBER }: typeof first) =>
    page.getByRole('heading', { level: 1, name: new RegExp(`^Card .*${CARDNUMBER.slice(-4)}$`) })
  await expect(cardHeading(first)).toBeFocused()
  await page.getByRole('link', { name: 'Next card' }).press('Enter')
  await expect(cardHeading(second)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/card/details/${second.VOUCHERID}$`))
  await page.getByRole('link', { name: 'Back to results' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Cards Found (2)' })).toBeVisible()
  await page.getByRole('row').nth(2).getByText(second.ACTIVATIONDATA).click()
  await expect(page).toHaveURL(new RegExp(`/card/details/${second.VOUCHERID}$`))
})

test('the page of the results is there again after Back, a page may hold more and fewer columns, and the top bar searches too', async ({
  page,
  host,
}) => {
  const ada = await clientFor(host, 'ada')
  const bookings: string[] = []
  for (let id = 1; id <= 60 && bookings.length < 24; id++) {
    const { card } = await ada.call('cardDetails', { voucherID: String(id) })
    const tag = card?.VOUCHERTAGS.find(({ TAGNAME }) => TAGNAME === 'bookingId')
    if (tag) bookings.push(tag.VOUCHERTAGVALUE)
  }
  await openSearch(page)
  await page.getByLabel('Show Expired').check()
  await search(page, 'Tag: bookingId', bookings.join(', '))
  await expect(page.getByRole('heading', { name: `Cards Found (${bookings.length})` })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('link', { name: /^Statement of/ }).first().click() // oxfmt-ignore
  await expect(page.getByRole('heading', { name: 'Transaction Statement' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('2 of 3 pages')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(page.getByRole('row')).toHaveCount(bookings.length + 1)

  const card = await takeCard(host, 'active')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill(card.TRACKINGNUMBER)
  await page.getByRole('option', { name: new RegExp(`^Tracking Number ${card.TRACKINGNUMBER}`) }).click()
  await expect(page.getByRole('heading', { name: 'Cards Found (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Card Expiry').uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Card Expiry' })).toBeHidden()
})

test('cardsearch.csv holds what the screen shows, and the combined statement no card number', async ({
  page,
  host,
}) => {
  const card = await takeCard(host, 'active', ({ LOADEDAMOUNT }) => Number(LOADEDAMOUNT) > 0)
  await openSearch(page)
  await search(page, 'Tracking Number', card.TRACKINGNUMBER)
  await expect(page.getByRole('heading', { name: 'Cards Found (1)' })).toBeVisible()
  await showAllColumns(page)
  const cells = page.getByRole('row').nth(1).locator('th, td').locator('> span:not([aria-hidden])')
  const shown = (await cells.allTextContents()).slice(0, HEADS.length)

  const list = await downloadOf(page, 'CSV')
  expect(list.name).toBe('cardsearch.csv')
  const [heads, row] = list.rows
  expect(heads).toEqual(HEADS.filter((head) => head !== 'Card CVV'))
  // Cell by cell what the screen shows: numbers without their groups and '$', badges in full.
  const plain = (head: string, text: string) =>
    head === 'Status' ? 'Active' : head.endsWith(' Number') ? text.replaceAll(' ', '') : text.replace(/^\$|,/g, '')
  expect(row).toEqual(
    HEADS.flatMap((head) => (head === 'Card CVV' ? [] : [plain(head, shown[ON_SCREEN.indexOf(head)] ?? '')])),
  )
  expect(row).toEqual(expect.arrayContaining([card.TRACKINGNUMBER, card.CARDBALANCE, card.ACTIVATIONDATA]))

  const combined = await downloadOf(page, 'Combined statement')
  expect(combined.name).toMatch(/^CardSearch-combined-statement-\d{14}\.csv$/)
  expect(combined.rows.length).toBeGreaterThan(1)
  expect(new Set(combined.rows.map((cells) => cells.length)).size).toBe(1)
  expect(JSON.stringify([list, combined])).not.toContain(card.CARDNUMBER)
})

async function downloadOf(page: Page, button: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download: Download = await coming
  const text = await readFile(await download.path(), 'utf8')
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true })
  expect(errors).toEqual([])
  return { name: download.suggestedFilename(), rows: data }
}

test('the absence of an expired card is explained, Show Expired changes what is found at once, and a long list of values is searched whole', async ({
  page,
  host,
}) => {
  const expired = await takeCard(host, 'expired')
  const active = await takeCard(host, 'active', (card) => bookingOf(card) !== '')
  await openSearch(page)
  await search(page, 'Card Number', expired.CARDNUMBER)
  await expect(page.getByText('Only expired cards match this search. Tick Show Expired to see them')).toBeVisible()
  await page.getByLabel('Show Expired').check()
  await expect(page.getByRole('heading', { name: 'Cards Found (1)' })).toBeVisible()
  await expect(page.getByRole('row').nth(1).getByRole('img', { name: 'Expired' })).toHaveText('E')
  await page.getByLabel('Show Expired').uncheck()
  await expect(page.getByText('No Cards Found')).toBeVisible()
  // What was typed since is not searched for by a tick.
  await term(page).fill(active.CARDNUMBER)
  await page.getByLabel('Show Expired').check()
  await expect(page.getByText('No Cards Found')).toBeVisible()

  const booking = bookingOf(active)
  const others = Array.from({ length: 400 }, (_, index) => `NOSUCH-${index}`).join(',')
  await search(page, 'Tag: bookingId', `${others},${booking}`)
  await expect(page.getByRole('heading', { name: /^Cards Found \([1-9]/ })).toBeVisible()
  await expect(page.getByRole('table')).toContainText(active.CARDNUMBER.slice(-4))
})

const bookingOf = ({ VOUCHERTAGS }: Card): string =>
  VOUCHERTAGS.find(({ TAGNAME }) => TAGNAME === 'bookingId')?.VOUCHERTAGVALUE ?? ''
