// Demo cards for the browser tests of one host. Tests that change what a card is take it from the end of the list, tests that
// load cards choose from its beginning, and both ask the host first: a card is used as it is now, not as it was seeded.
import { demoCard, type DemoCard, type DemoState } from '#server/demo/cards.ts'
import { batchKinds, type BatchType } from '#domain/batch/kinds.ts'
import type { Result } from '#contract/operations.ts'
import { clientFor } from './call.ts'
import { demoCardCount } from './demo.ts'

interface Host {
  readonly url: string
}

export type Card = Result<'cardDetails'>['card']

export const demoCards: readonly DemoCard[] = Array.from({ length: demoCardCount }, (_, index) => demoCard(index))

export function demoCardOf(pan: string): DemoCard {
  const card = demoCards.find((one) => one.pan === pan)
  if (!card) throw new Error('No demo card has that number')
  return card
}

const VOYAGER = 3
const taken = new Set<number>()

/** The last card of Voyager that is still in that state, that no test has taken yet and that fits, as the host has it. */
export async function takeCard(
  host: Host,
  state: DemoState,
  fits: (card: Card) => boolean | Promise<boolean> = () => true,
): Promise<Card> {
  const ada = await clientFor(host, 'ada')
  for (const demo of demoCards.toReversed()) {
    if (demo.state !== state || demo.campaign.ownerId !== VOYAGER || taken.has(demo.id)) continue
    const { card } = await ada.call('cardDetails', { voucherID: String(demo.id) })
    if (!isStill(state, card) || !(await fits(card))) continue
    taken.add(demo.id)
    return card
  }
  throw new Error(`No demo card is left that is ${state} and fits`)
}

/** What a card's details tell of its state; its expiry and its holder no test changes, and a balance is for `fits` to say. */
const isStill = (state: DemoState, card: Card): boolean =>
  (card.STATUS === '') === (state === 'notActivated') &&
  (card.RETIRED === 1) === (state === 'retired') &&
  (card.ISSTOPPED === 1 || state !== 'stopped') &&
  (card.ISSTOPPED === 0 || state === 'stopped' || state === 'retired')

/**
 * Numbers of the cards about which a batch of that kind finds just that, or nothing where nothing is named: from the beginning
 * of the list, as they are now. Nothing is uploaded.
 */
export async function numbersFor(
  host: Host,
  type: BatchType,
  { amount = '0.00', finding = '', state }: { amount?: string; finding?: string; state?: DemoState } = {},
): Promise<string[]> {
  const { maxRows } = batchKinds[type]
  const client = await clientFor(host, 'olive')
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
