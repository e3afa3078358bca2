// Helpers for tests with cards: open card pages as an operator, read their contents, and stop cards through the API.
import type { Page } from '@playwright/test'
import type { SignedInClient } from '#tests/support/call.ts'
import { type Card, demoCardOf } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'

/** Whether the card has a balance of more than 20.00, with no amount authorized. */
export const hasFunds = (card: Card): boolean => Number(card.CARDBALANCE) > 20 && Number(card.AUTHORIZEDAMOUNT) === 0

/** '9000 01•• •••• 0012', as on every page. */
export const masked = ({ CARDNUMBER }: { readonly CARDNUMBER: string }): string =>
  `${CARDNUMBER.slice(0, 4)} ${CARDNUMBER.slice(4, 6)}•• •••• ${CARDNUMBER.slice(-4)}`

export async function openCard(page: Page, card: Card, username = 'ada', base = ''): Promise<void> {
  await signIn(page, username, { to: `card/details/${card.VOUCHERID}`, base })
  await expect(page.getByRole('region', { name: 'Card Details' })).toContainText(masked(card))
}

export async function openSearch(page: Page, username = 'ada'): Promise<void> {
  await signIn(page, username, { to: 'card/search' })
  await expect(page.getByRole('heading', { name: 'Find Card' })).toBeVisible()
}

export async function search(page: Page, kind: string, term: string): Promise<void> {
  await page.getByLabel('Search by').selectOption({ label: kind })
  await page.getByLabel('Search term').fill(term)
  await page.getByLabel('Search term').press('Enter')
}

/** The value that a panel shows for this label. */
export const fact = (page: Page, panel: string, label: string) =>
  page
    .getByRole('region', { name: panel })
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')

/** Stops the card with this number through the API. */
export async function stopCard(client: SignedInClient, pan: string): Promise<void> {
  const { stopReasons } = await client.call('getStopReasons', {})
  const { trackingNumber } = demoCardOf(pan)
  const stop = { trackingNumber, activationData: '', stopReasonID: stopReasons[0]?.STOPREASONID ?? 0 }
  expect(await client.call('stopCard', stop)).toMatchObject({ resultCode: '0' })
}

export async function unstopCard(client: SignedInClient, pan: string): Promise<void> {
  expect(await client.call('unstopCard', { cardNumber: pan })).toMatchObject({ resultCode: '0' })
}
