// Find Card with the real server: a search by keyboard alone, and the state that Back and a reload restore. The searched
// card number is stored nowhere in plain text.
import type { Page } from '@playwright/test'
import { takeCard } from '#tests/support/demo-cards.ts'
import { expect, sharedDevice as test } from '#tests/support/fixtures.ts'
import { findViolations } from '#tests/support/axe.ts'
import { fact, masked, openSearch } from './cards-setup.ts'

test('a keyboard search by number survives Back and a reload, and leaves no card number in plain text', async ({
  page,
  server,
}) => {
  const [firstCard, secondCard] = [await takeCard(server, 'active'), await takeCard(server, 'stopped')]
  const term = page.getByLabel('Search term')
  await openSearch(page)

  await test.step('pastes a list, whose first result has the focus', async () => {
    await expect(term).toBeFocused()
    // The field has a single line, but the paste loses no value.
    await page.keyboard.insertText(`${firstCard.TRACKINGNUMBER}\n799999999999999\n${secondCard.TRACKINGNUMBER}`)
    // 4: the tracking number.
    await expect(page.getByLabel('Search by')).toHaveValue('4')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Cards Found (2)' })).toBeVisible()
    await expect(page.getByText('1 value in your list was not found')).toBeVisible()
    await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Enter')
    // A page takes the focus when it opens, so a key pressed before that would be lost.
    const cardHeading = ({ CARDNUMBER }: typeof firstCard) =>
      page.getByRole('heading', { level: 1, name: new RegExp(`^Card .*${CARDNUMBER.slice(-4)}$`) })
    await expect(cardHeading(firstCard)).toBeFocused()
    await page.getByRole('link', { name: 'Next card' }).press('Enter')
    await expect(cardHeading(secondCard)).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`/card/details/${secondCard.VOUCHERID}$`))
    await page.getByRole('link', { name: 'Back to results' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Cards Found (2)' })).toBeVisible()
    await page.getByRole('row').nth(2).getByText(secondCard.ACTIVATIONDATA).click()
    await expect(page).toHaveURL(new RegExp(`/card/details/${secondCard.VOUCHERID}$`))
    await page.goBack()
  })

  await test.step('searches for a card number, which is masked in the results and restored in the field', async () => {
    await term.fill(secondCard.CARDNUMBER)
    await term.press('Enter')
    const results = page.getByRole('region', { name: 'Cards Found (1)' })
    await expect(results).toContainText(masked(secondCard))
    await expect(results).not.toContainText(secondCard.CARDNUMBER)
    expect(await findViolations(page, 'main')).toEqual([])
    await page.getByRole('link', { name: `Statement of card ${masked(secondCard)}` }).click()
    await expect(fact(page, 'Programme', 'Card Status')).toHaveText(/^Stopped/)
    await page.goBack()
    await expect(results).toBeVisible()
    await expect(term).toHaveValue(secondCard.CARDNUMBER)

    const balance = page.getByRole('columnheader', { name: 'Card Balance' })
    const stateBefore = await storedState(page)
    await balance.getByRole('button').click()
    await expect(balance).toHaveAttribute('aria-sort', 'ascending')
    // The sort order is encrypted and stored a moment after it is shown.
    await expect.poll(() => storedState(page)).not.toBe(stateBefore)
    await page.reload()
    await expect(results).toBeVisible()
    await expect(term).toHaveValue(secondCard.CARDNUMBER)
    await expect(balance).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => page.url()).toMatch(/\/card\/search$/)
    // Neither the address nor any readable data in the browser's storage contains the number.
    const readable = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
    )
    expect(readable).not.toContain(secondCard.CARDNUMBER)
  })
})

/** The encrypted page states on the device, as text that changes with each write. */
const storedState = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const openRequest = indexedDB.open(name)
    const db = await new Promise<IDBDatabase>((resolve) => (openRequest.onsuccess = () => resolve(openRequest.result)))
    const request = db.transaction('responses').objectStore('responses').getAll()
    const records = await new Promise<object[]>(
      (resolve) => (request.onsuccess = () => resolve(request.result as object[])),
    )
    db.close()
    const states = records.filter((record) => JSON.stringify(record).includes('state find'))
    return JSON.stringify(states, (_, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? [...new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer)].join()
        : value,
    )
  })
