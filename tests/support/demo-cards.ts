// Finds demo cards for the browser tests of one server. Tests that change a card's state take cards from the end of the
// list, tests that load cards from its beginning, and both read the card's current state from the server first.
import { demoCard, type DemoCard, type DemoState } from '#server/demo/cards.ts'
import { batchTypes, type BatchType } from '#domain/batch/types.ts'
import type { Result } from '#contract/operations.ts'
import { clientFor } from './call.ts'

export type Card = Result<'cardDetails'>['card']

/** Few, so that a template is created quickly. */
export const demoCardCount = 400

export const demoCards: readonly DemoCard[] = Array.from({ length: demoCardCount }, (_, index) => demoCard(index))

export function demoCardOf(pan: string): DemoCard {
  const card = demoCards.find((candidate) => candidate.pan === pan)
  if (!card) throw new Error('No demo card has that number')
  return card
}

const VOYAGER_OWNER_ID = 3
const takenIds = new Set<number>()

/** The last card of Voyager that currently has this state, satisfies `fits`, and was not yet taken by a test. */
export async function takeCard(
  server: { readonly url: string },
  state: DemoState,
  fits: (card: Card) => boolean | Promise<boolean> = () => true,
): Promise<Card> {
  const ada = await clientFor(server, 'ada')
  for (const demo of demoCards.toReversed()) {
    if (demo.state !== state || demo.campaign.ownerId !== VOYAGER_OWNER_ID || takenIds.has(demo.id)) continue
    const { card } = await ada.call('cardDetails', { voucherID: String(demo.id) })
    if (!hasState(card, state) || !(await fits(card))) continue
    takenIds.add(demo.id)
    return card
  }
  throw new Error(`No demo card is left that is ${state} and fits`)
}

/** True if a card's details still match the state. Expiry and holder are not checked, since no test changes them. */
const hasState = (card: Card, state: DemoState): boolean =>
  (card.STATUS === '') === (state === 'notActivated') &&
  (card.RETIRED === 1) === (state === 'retired') &&
  (card.ISSTOPPED === 1 || state !== 'stopped') &&
  (card.ISSTOPPED === 0 || state === 'stopped' || state === 'retired')

/**
 * The numbers of cards, from the beginning of the list, for which a batch of that type would have exactly this finding,
 * or no finding if none is named. Nothing is uploaded.
 */
export async function cardNumbersFor(
  server: { readonly url: string },
  type: BatchType,
  { amount = '0.00', finding = '', state }: { amount?: string; finding?: string; state?: DemoState } = {},
): Promise<string[]> {
  const { maxRows } = batchTypes[type]
  const client = await clientFor(server, 'olive')
  const { batchElements } = await client.call('verifyBatchFile', {
    type,
    name: 'probe.csv',
    identifierType: 1,
    batchSizeLimit: maxRows,
    additionalValidation: type === 'load' ? ['loadlimit'] : [],
    reference: 'Which cards fit',
    batchElements: demoCards
      .filter((card) => !state || card.state === state)
      .slice(0, maxRows)
      .map(({ pan }) => ({ identifier: pan, amount })),
  })
  return batchElements.filter(({ findings }) => findings.join() === finding).map(({ identifier }) => identifier)
}
