// Generates the last weeks of some demo cards: purchases at home and abroad with their fees, some reversals,
// and stolen cards that offline purchases have overdrawn. Reversals and stolen cards are after the end of the history.
import { type CardHistory, HISTORY_ENDS_DAYS_AGO } from './history.ts'
import { createRandom } from './random.ts'

export interface RecentEvent {
  readonly cardId: number
  readonly accountId: number
  readonly ownerId: number
  readonly kind: 'purchase' | 'forexFee' | 'reversal'
  /** Whole days before today, and the minute of that day. */
  readonly daysAgo: number
  readonly minute: number
  readonly amountCents: number
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
  /** The purchase that a reversal undoes, on an earlier day. */
  readonly reverses?: RecentEvent
}

/** The number of days from the day after the history's end until yesterday. The batches are on these days too. */
export const DAYS_SINCE_HISTORY = HISTORY_ENDS_DAYS_AGO - 1
/** Recent events are at most this many days ago. */
const SPAN_DAYS = 75
/**
 * Events are between these minutes of the UTC day: after the day's batches, and before 15:00, so that in every time zone
 * yesterday's events are in the past.
 */
const FIRST_MINUTE = 400
const LAST_MINUTE = 900
/** The day of the last purchase with a stolen card: the day before the cards were stopped. */
const STOLEN_DAYS_AGO = 6
const STOLEN_REASON_ID = 2

const homeMerchants = toMerchants(['City Cab', 'Kopi Corner', 'Metro Mart', 'Riverside Grill'], { firstNumber: 0 })
const foreignMerchants = toMerchants(['Tokyo Metro', 'Hotel Lisboa', 'Bali Surf School', 'Sydney Ferries'], {
  firstNumber: 50,
})

/** Returns the events of a card's last weeks, in order of time. */
export function recentEvents({ card, history }: CardHistory): RecentEvent[] {
  const random = createRandom(card.index + 17_000_023)
  const account = { cardId: card.id, accountId: card.accountId, ownerId: card.campaign.ownerId }
  if (isOverdrawn({ card, history })) {
    const time = { daysAgo: STOLEN_DAYS_AGO, minute: random.integer(FIRST_MINUTE, LAST_MINUTE) }
    const amountCents = history.balanceCents + random.integer(1_500, 9_000)
    // An offline purchase has no authorisation.
    return [{ ...account, ...time, ...random.pick(homeMerchants), kind: 'purchase', amountCents, authNumber: '' }]
  }
  const spendable = history.balanceCents - history.heldCents
  if (card.state !== 'active' || card.index % 5 !== 2 || spendable < 2_000) return []
  const lastHistoryDaysAgo = history.events.at(-1)?.daysAgo ?? HISTORY_ENDS_DAYS_AGO
  const earliestDaysAgo = Math.min(SPAN_DAYS, lastHistoryDaysAgo - 1)
  const days = Array.from({ length: random.integer(1, 3) }, () => random.integer(1, earliestDaysAgo)).sort(
    (a, b) => b - a,
  )
  return days.flatMap((daysAgo, index): RecentEvent[] => {
    const isAbroad = random.chance(0.3)
    const purchase: RecentEvent = {
      ...account,
      ...random.pick(isAbroad ? foreignMerchants : homeMerchants),
      kind: 'purchase',
      daysAgo,
      minute: random.integer(FIRST_MINUTE, LAST_MINUTE - 10) + index,
      amountCents: random.integer(300, Math.floor(spendable / 4)),
      authNumber: random.digits(6),
    }
    const fee: RecentEvent = {
      ...purchase,
      kind: 'forexFee',
      amountCents: Math.max(50, Math.round(purchase.amountCents / 40)),
      description: `Foreign Exchange Fee: ${purchase.description}`,
      merchantId: '',
      authNumber: '',
    }
    const reversal: RecentEvent = {
      ...purchase,
      kind: 'reversal',
      daysAgo: Math.max(1, daysAgo - 2),
      description: `Reversal of ${purchase.description}`,
      authNumber: '',
      reverses: purchase,
    }
    const isReversed = random.chance(0.1) && daysAgo > 1 && daysAgo <= DAYS_SINCE_HISTORY
    return [purchase, ...(isAbroad ? [fee] : []), ...(isReversed ? [reversal] : [])]
  })
}

/** True for a stolen card, whose last purchase exceeds its balance. */
export const isOverdrawn = ({ card, history }: CardHistory): boolean =>
  card.state === 'stopped' && card.stopReasonId === STOLEN_REASON_ID && history.heldCents === 0

/** Merchants with consecutive numbers in their ids. */
function toMerchants(names: readonly string[], { firstNumber }: { readonly firstNumber: number }) {
  return names.map((description, index) => ({
    description,
    merchantId: `9001${String(firstNumber + index).padStart(8, '0')}`,
  }))
}
