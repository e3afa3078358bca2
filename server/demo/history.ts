// Generates the history of a demo card: loads, purchases, fees, and the devalue of a retired card. A history begins up
// to 18 months ago and ends 12 days ago.
import { daysBetween } from '#domain/dates.ts'
import type { DemoCardRow } from './cards.ts'
import { createRandom, type Random } from './random.ts'

export interface DemoEvent {
  readonly kind: 'load' | 'purchase' | 'fee' | 'devalue'
  /** Whole days before today. */
  readonly daysAgo: number
  /** The minute of that day. */
  readonly minute: number
  readonly amountCents: number
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
}

export interface DemoHistory {
  readonly events: readonly DemoEvent[]
  /** The remaining balance. */
  readonly balanceCents: number
  /** The authorised part of the balance, usually 0. */
  readonly heldCents: number
  readonly declinedPayments: readonly DeclinedPayment[]
}

interface DeclinedPayment {
  readonly daysAgo: number
  readonly minute: number
  readonly amountCents: number
  readonly reason: DeclineReason
  /** The balance at that time. */
  readonly balanceCents: number
}

export interface CardHistory {
  readonly card: DemoCardRow
  readonly history: DemoHistory
}

/** The history ends this many days ago. Only batches and simulated events are later. */
const HISTORY_ENDS_DAYS_AGO = 12
/** A card with a lower balance is loaded. Also the smallest load. */
const LOW_BALANCE_CENTS = 2_000
const MAX_LOAD_CENTS = 40_000
const MIN_PURCHASE_CENTS = 300
const MONTHLY_FEE_CENTS = 150
/** An amount can be held only on a card with a higher balance. */
const MIN_HELD_BALANCE_CENTS = 3_000
const LAST_MINUTE = 1_439
/** An offset for the seeds, as explained in random.ts. */
const SEED_OFFSET = 7_000_003

const merchants = [
  'Changi Duty Free',
  'City Cab',
  'Harbour View Hotel',
  'Kopi Corner',
  'Metro Mart',
  'Northline Rail',
  'Orchard Books',
  'Riverside Grill',
  'Skyline Tours',
  'Sunrise Pharmacy',
]
type DeclineReason = (typeof declineReasons)[keyof typeof declineReasons]
const declineReasons = {
  funds: { code: '51', description: 'Insufficient funds' },
  pin: { code: '55', description: 'Incorrect PIN' },
  expired: { code: '54', description: 'Expired card' },
  restricted: { code: '62', description: 'Restricted card' },
} as const

interface NewEvent {
  readonly kind: DemoEvent['kind']
  readonly daysAgo: number
  readonly amountCents: number
  readonly description: string
  /** Only of a purchase. */
  readonly merchantId?: string
}

/**
 * Returns the card's history, oldest first. The balance is never negative. `ageDays`: the days since the card was
 * issued. The order of the random numbers decides the data, so it must not change.
 */
export function demoHistory(card: DemoCardRow, ageDays: number): DemoHistory {
  if (card.state === 'notActivated') return NO_HISTORY
  const random = createRandom(card.index + SEED_OFFSET)
  const count = card.state === 'empty' ? 2 : random.integer(2, 5)
  // An expired card has no events after its last valid day.
  const endDaysAgo = Math.max(HISTORY_ENDS_DAYS_AGO, ageDays - daysBetween(card.issuedOn, card.expiresOn))
  const days = drawDays(random, count, { ageDays, endDaysAgo })
  const events: DemoEvent[] = []
  let balance = 0
  const add = ({ kind, daysAgo, amountCents, description, merchantId = '' }: NewEvent) => {
    const minute = random.integer(0, LAST_MINUTE)
    const authNumber = kind === 'purchase' ? random.digits(6) : ''
    events.push({ kind, daysAgo, minute, amountCents, description, merchantId, authNumber })
    balance += kind === 'load' ? amountCents : -amountCents
  }
  const minLoad = Math.max(card.campaign.loadMinCents, LOW_BALANCE_CENTS)
  const maxLoad = Math.min(card.campaign.loadMaxCents, MAX_LOAD_CENTS)
  for (const [index, daysAgo] of days.entries()) {
    if (index === 0 || balance < LOW_BALANCE_CENTS) {
      add({ kind: 'load', daysAgo, amountCents: random.integer(minLoad, maxLoad), description: 'Card load' })
    } else if (random.chance(0.15)) {
      add({ kind: 'fee', daysAgo, amountCents: MONTHLY_FEE_CENTS, description: 'Monthly Maintenance Fee' })
    } else {
      const merchantIndex = random.integer(0, merchants.length - 1)
      const merchantId = `9000${String(merchantIndex).padStart(8, '0')}`
      const amountCents = random.integer(MIN_PURCHASE_CENTS, balance)
      add({ kind: 'purchase', daysAgo, amountCents, description: merchants[merchantIndex] ?? '', merchantId })
    }
  }
  const lastDaysAgo = days.at(-1) ?? HISTORY_ENDS_DAYS_AGO
  const endsEmpty = card.state === 'retired' || card.state === 'empty'
  if (endsEmpty && balance > 0) {
    const daysAgo = Math.max(HISTORY_ENDS_DAYS_AGO, lastDaysAgo - 1)
    add({ kind: 'devalue', daysAgo, amountCents: balance, description: 'Card devalued' })
  }
  const timedEvents = separateMinutes(events)
  const hasHold = balance > MIN_HELD_BALANCE_CENTS && random.chance(0.05)
  const heldCents = hasHold ? random.integer(500, Math.floor(balance / 2)) : 0
  const hasDeclinedPayment = random.chance(0.04)
  return {
    events: timedEvents,
    balanceCents: balance,
    heldCents,
    declinedPayments: hasDeclinedPayment ? [createDeclinedPayment(random, card, timedEvents, ageDays)] : [],
  }
}

/** Creates a declined payment with the card's balance at that time, and with a reason that fits the card. */
function createDeclinedPayment(
  random: Random,
  card: DemoCardRow,
  events: readonly DemoEvent[],
  ageDays: number,
): DeclinedPayment {
  const expiredDaysAgo = ageDays - daysBetween(card.issuedOn, card.expiresOn)
  const isExpired = expiredDaysAgo > HISTORY_ENDS_DAYS_AGO
  const earliestDaysAgo = isExpired ? expiredDaysAgo - 1 : Math.min(60, ageDays)
  const daysAgo = random.integer(HISTORY_ENDS_DAYS_AGO, earliestDaysAgo)
  const minute = random.integer(0, LAST_MINUTE)
  const balanceCents = balanceAt(events, daysAgo, minute)
  const reason = isExpired ? declineReasons.expired : random.pick(possibleReasons(card))
  const minCents = reason === declineReasons.funds ? balanceCents + 1 : 500
  return { daysAgo, minute, amountCents: minCents + random.integer(0, 30_000), reason, balanceCents }
}

function possibleReasons({ state, campaign }: DemoCardRow): readonly DeclineReason[] {
  if (state === 'stopped' || state === 'retired') return [declineReasons.restricted]
  return campaign.pinLength > 0 ? [declineReasons.funds, declineReasons.pin] : [declineReasons.funds]
}

/** The balance after the events up to this minute. */
function balanceAt(events: readonly DemoEvent[], daysAgo: number, minute: number): number {
  let balance = 0
  for (const event of events) {
    const isLaterThatDay = event.daysAgo === daysAgo && event.minute > minute
    if (event.daysAgo < daysAgo || isLaterThatDay) break
    balance += event.kind === 'load' ? event.amountCents : -event.amountCents
  }
  return balance
}

const NO_HISTORY: DemoHistory = { events: [], balanceCents: 0, heldCents: 0, declinedPayments: [] }

/** Draws `count` days from `ageDays` to `endDaysAgo`, oldest first. */
function drawDays(
  random: Random,
  count: number,
  { ageDays, endDaysAgo }: { readonly ageDays: number; readonly endDaysAgo: number },
): number[] {
  return Array.from({ length: count }, () => random.integer(endDaysAgo, ageDays)).sort((a, b) => b - a)
}

/** Gives the events of a day different minutes, so that they keep their order. */
function separateMinutes(events: DemoEvent[]): DemoEvent[] {
  let previous = { daysAgo: Number.POSITIVE_INFINITY, minute: 0 }
  return events.map((event) => {
    const isSameDay = event.daysAgo === previous.daysAgo
    const minute = isSameDay ? Math.max(event.minute, previous.minute + 1) : event.minute
    previous = { daysAgo: event.daysAgo, minute }
    return { ...event, minute }
  })
}
