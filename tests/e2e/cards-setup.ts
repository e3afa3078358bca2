// What the tests of the card pages share: demo cards by what they are, and the pages as an operator opens them.
import type { Page } from '@playwright/test'
import type { Result } from '#contract/operations.ts'
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'
import { demoCard, type DemoCard, type DemoState } from '#server/db/seed/demo-cards.ts'

interface Host {
  readonly url: string
}

export type Card = Result<'cardDetails'>['card']

// Each test takes cards of its own, so that no test depends on another.
const taken = new Set<number>()

/** A card of Voyager in that state that no test has taken yet and that fits, as the host has it now. */
export async function takeCard(
  host: Host,
  state: DemoState,
  fits: (card: Card) => boolean = () => true,
): Promise<Card> {
  const ada = await clientFor(host, 'ada')
  for (const demo of demoCards(state)) {
    if (taken.has(demo.id)) continue
    const { card } = await ada.call('cardDetails', { voucherID: String(demo.id) })
    if (!fits(card)) continue
    taken.add(demo.id)
    return card
  }
  throw new Error(`No demo card is left that is ${state} and fits`)
}

export const hasFunds = (card: Card): boolean => Number(card.CARDBALANCE) > 20 && Number(card.AUTHORIZEDAMOUNT) === 0

/** '9000 01•• •••• 0012', as every page shows it. */
export const masked = ({ CARDNUMBER }: { readonly CARDNUMBER: string }): string =>
  `${CARDNUMBER.slice(0, 4)} ${CARDNUMBER.slice(4, 6)}•• •••• ${CARDNUMBER.slice(-4)}`

export async function openCard(page: Page, card: Card, username = 'ada', at = ''): Promise<void> {
  await signIn(page, username, { to: `card/details/${card.VOUCHERID}`, at })
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

/** What a fact of a panel says. */
export const fact = (page: Page, panel: string, label: string) =>
  page
    .getByRole('region', { name: panel })
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')

const voyager = 3

function demoCards(state: DemoState): DemoCard[] {
  return Array.from({ length: 400 }, (_, index) => demoCard(index)).filter(
    (card) => card.state === state && card.campaign.ownerId === voyager,
  )
}
