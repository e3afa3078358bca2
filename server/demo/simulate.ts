// Simulates the life of cards as a card processor reports it: purchases at home and abroad, withdrawals, tips, hotels,
// declined payments, refunds, reversals, chargebacks. The same seed gives the same events.
import type { FeedEvent } from '#contract/feed.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { createRandom, type Random } from './random.ts'

export interface SimulatedCard {
  readonly trackingNumber: string
  /** The funds that the card can spend, in minor units. */
  readonly availableCents: number
}

export interface Simulation {
  /** Decides the events, and is part of each event's id. */
  readonly seed: number
  readonly currency: string
  /** Midnight before the first day. */
  readonly from: Date
  readonly days: number
  /** The chance that a card is used on a day. */
  readonly useChance?: number
  /** The type of the monthly fee. Undefined if cards pay none. */
  readonly monthlyFeeType?: number | undefined
  /** The reason for which cards are stopped. Undefined if no card is stopped. */
  readonly stopReason?: number | undefined
}

interface Shop {
  readonly merchant: string
  readonly merchantId: string
  readonly merchantCategory: string
  readonly usualCents: number
}

const shop = (merchant: string, number: number, merchantCategory: string, usualCents: number): Shop => ({
  merchant,
  merchantId: `9001${String(number).padStart(8, '0')}`,
  merchantCategory,
  usualCents,
})
/** The merchant category of restaurants. */
const RESTAURANT = '5812'

export const homeShops = [
  shop('City Cab', 0, '4121', 1_400),
  shop('Kopi Corner', 1, '5814', 650),
  shop('Metro Mart', 2, '5411', 3_800),
  shop('Riverside Grill', 3, RESTAURANT, 5_200),
]
const foreignShops = [
  { ...shop('Tokyo Metro', 50, '4111', 900), currency: 'JPY', rate: '0.0091' },
  { ...shop('Hotel Lisboa', 51, '7011', 16_000), currency: 'EUR', rate: '1.4512' },
  { ...shop('Bali Surf School', 52, '7999', 6_400), currency: 'IDR', rate: '0.000083' },
  { ...shop('Sydney Ferries', 53, '4111', 1_900), currency: 'AUD', rate: '0.8824' },
]
const cashMachine = shop('Raffles Place ATM', 60, '6011', 10_000)
const petrolStation = shop('Northline Fuel', 61, '5542', 7_000)
const topUpTerminal = shop('Changi Top-up Terminal', 62, '6540', 5_000)

/** The events of all cards, in order of time. Events after the last day are left out, so some holds stay open. */
export function simulate(cards: readonly SimulatedCard[], simulation: Simulation): FeedEvent[] {
  return cards.flatMap((card, index) => simulateCard(card, index, simulation)).toSorted(byTime)
}

/** Compares two events by their times, for sorting. */
export function byTime(a: FeedEvent, b: FeedEvent): number {
  if (a.at === b.at) return 0
  return a.at < b.at ? -1 : 1
}

/**
 * An event without the fields that `add` adds. FeedEvent is a union of types, and Omit alone would keep only the fields
 * that all of them have. So the conditional type applies Omit to each type of the union.
 */
type PlainEvent = OmitFromEach<FeedEvent>
type OmitFromEach<E> = E extends FeedEvent ? Omit<E, 'eventId' | 'at' | 'trackingNumber'> : never

/**
 * The life of one card. `available` is what the card can spend, as far as the processor knows. The order of the random
 * numbers decides the events, so it must not change.
 */
function simulateCard(card: SimulatedCard, index: number, simulation: Simulation): FeedEvent[] {
  const { seed, from, days, currency, useChance = 0.45 } = simulation
  const random = createRandom(seed * 1_000_003 + index)
  const events: FeedEvent[] = []
  let available = card.availableCents
  let nextNumber = 0
  const end = from.getTime() + days * DAY_MS - MINUTE_MS
  /** Adds an event, unless it is after the last day. Returns its id in both cases. */
  const add = (at: number, event: PlainEvent): string => {
    const eventId = `sim-${seed}-${index}-${nextNumber}`
    nextNumber += 1
    const isAfterLastDay = at > end
    if (!isAfterLastDay)
      events.push({ ...event, eventId, at: new Date(at).toISOString(), trackingNumber: card.trackingNumber })
    return eventId
  }
  /** The fields that connect the events of a new authorisation. */
  const newAuthorisation = () => ({
    authorisation: `sim-${seed}-${index}-a${nextNumber}`,
    authNumber: random.digits(6),
  })
  const toFields = ({ merchant, merchantId, merchantCategory }: Shop) => ({ merchant, merchantId, merchantCategory })
  const drawAmount = (usualCents: number) => random.integer(Math.ceil(usualCents / 3), usualCents * 2)
  /** A random time from `minHours` to `maxHours` after `at`. */
  const later = (at: number, minHours: number, maxHours: number) =>
    at + random.integer(minHours * 60, maxHours * 60) * MINUTE_MS

  /** Adds a declined payment. */
  const decline = (at: number, where: Shop, amount: number, why: { readonly code: string; readonly reason: string }) =>
    add(at, {
      kind: 'decline',
      amount,
      currency,
      ...toFields(where),
      ...why,
      method: 'Purchase',
      manager: 'Card network',
      balance: available,
    })
  /** True if the card can pay the amount. Otherwise adds a declined payment. */
  const canPay = (at: number, where: Shop, amount: number): boolean => {
    if (amount <= available) return true
    decline(at, where, amount, { code: '51', reason: 'Insufficient funds' })
    return false
  }

  /** What can happen to the card on a day, by the names in `weights`. */
  const happenings: Readonly<Record<Happening, (at: number) => void>> = {
    purchase(at) {
      const where = random.pick(homeShops)
      const amount = drawAmount(where.usualCents)
      if (!canPay(at, where, amount)) return
      const numbers = newAuthorisation()
      add(at, { kind: 'authorisation', ...numbers, amount, currency, ...toFields(where) })
      // In a restaurant, some guests add a tip, which is not authorised.
      const hasTip = where.merchantCategory === RESTAURANT && random.chance(0.4)
      const settled = hasTip ? Math.round(amount * 1.1) : amount
      available -= settled
      const settledAt = later(at, 20, 60)
      const clearing = add(settledAt, { kind: 'clearing', ...numbers, amount: settled, currency, ...toFields(where) })
      // Of 100 purchases, 4 are refunded, 2 are reversed and 2 are charged back.
      const outcome = random.integer(1, 100)
      if (outcome <= 4) {
        const refund = random.chance(0.5) ? settled : Math.ceil(settled / 2)
        add(later(settledAt, 24, 96), { kind: 'refund', amount: refund, currency, ...toFields(where) })
        available += refund
      } else if (outcome <= 6) {
        add(later(settledAt, 1, 30), { kind: 'reversal', original: clearing, amount: settled, currency })
        available += settled
      } else if (outcome <= 8) {
        chargeBack(settledAt, clearing, settled)
      }
    },
    abroad(at) {
      const where = random.pick(foreignShops)
      const amount = drawAmount(where.usualCents)
      // 2.5 %, but at least 0.50.
      const fee = Math.max(50, Math.round(amount / 40))
      if (!canPay(at, where, amount + fee)) return
      const numbers = newAuthorisation()
      add(at, { kind: 'authorisation', ...numbers, amount: amount + fee, currency, ...toFields(where) })
      available -= amount + fee
      add(later(at, 20, 70), {
        kind: 'clearing',
        ...numbers,
        amount,
        currency,
        ...toFields(where),
        foreign: {
          amount: Math.max(1, Math.round(amount / Number(where.rate))),
          currency: where.currency,
          rate: where.rate,
        },
        fee,
      })
    },
    fuel(at) {
      // The amount is known only after filling up, so a fixed amount is authorised first.
      if (!canPay(at, petrolStation, FUEL_HOLD_CENTS)) return
      const numbers = newAuthorisation()
      const amount = drawAmount(petrolStation.usualCents)
      add(at, { kind: 'authorisation', ...numbers, amount: FUEL_HOLD_CENTS, currency, ...toFields(petrolStation) })
      const { authorisation } = numbers
      add(at + 6 * MINUTE_MS, { kind: 'completion', authorisation, amount, currency })
      add(later(at, 20, 50), { kind: 'clearing', ...numbers, amount, currency, ...toFields(petrolStation) })
      available -= amount
    },
    hotel(at) {
      const where = homeShops[2] ?? petrolStation
      const amount = drawAmount(20_000)
      if (!canPay(at, where, amount)) return
      const numbers = newAuthorisation()
      const { authorisation } = numbers
      add(at, { kind: 'authorisation', ...numbers, amount, currency, ...toFields(where) })
      // The hotel authorises more during the stay, and settles in two parts. The total includes some extras.
      add(later(at, 1, 12), { kind: 'increment', authorisation, amount: 2_000, currency })
      const total = amount + 1_500
      const firstPart = Math.ceil(amount / 2)
      const clearing = { kind: 'clearing', ...numbers, currency, ...toFields(where) } as const
      add(later(at, 24, 40), { ...clearing, amount: firstPart, isPartial: true })
      add(later(at, 41, 70), { ...clearing, amount: total - firstPart })
      available -= total
    },
    withdrawal(at) {
      const amount = random.integer(1, 10) * 2_000
      if (!canPay(at, cashMachine, amount)) return
      const numbers = newAuthorisation()
      add(at, { kind: 'authorisation', ...numbers, amount, currency, ...toFields(cashMachine) })
      add(later(at, 2, 20), { kind: 'clearing', ...numbers, amount, currency, ...toFields(cashMachine), isCash: true })
      available -= amount
    },
    offline(at) {
      const where = homeShops[0] ?? petrolStation
      // The processor is not asked, so the balance can go below zero.
      const amount = drawAmount(where.usualCents)
      add(at, { kind: 'clearing', amount, currency, ...toFields(where) })
      available -= amount
    },
    /** An authorisation that is never settled. */
    released(at) {
      const where = random.pick(homeShops)
      const amount = drawAmount(where.usualCents)
      if (!canPay(at, where, amount)) return
      const numbers = newAuthorisation()
      const { authorisation } = numbers
      add(at, { kind: 'authorisation', ...numbers, amount, currency, ...toFields(where) })
      const isPartlyReleased = random.chance(0.5)
      if (isPartlyReleased)
        add(later(at, 1, 3), { kind: 'release', authorisation, amount: Math.ceil(amount / 3), currency })
      // Released by the merchant, or expired after a week.
      if (random.chance(0.7)) add(later(at, 4, 9), { kind: 'release', authorisation })
      else add(later(at, 168, 169), { kind: 'expiry', authorisation })
    },
    topUp(at) {
      const amount = random.integer(1, 4) * topUpTerminal.usualCents
      add(at, { kind: 'load', amount, currency, ...toFields(topUpTerminal) })
      available += amount
    },
    wrongPin(at) {
      const where = random.pick(homeShops)
      const amount = random.integer(500, 9_000)
      decline(at, where, amount, { code: '55', reason: 'Incorrect PIN' })
    },
    block(at) {
      if (simulation.stopReason === undefined) return
      add(at, { kind: 'cardStatus', status: 'stopped', stopReason: simulation.stopReason })
      // No card stays stopped after the last day.
      add(Math.min(end, later(at, 2, 30)), { kind: 'cardStatus', status: 'unstopped' })
    },
  }

  /** Adds the events of a chargeback of a purchase. `original`: the event id of its clearing. */
  const chargeBack = (settledAt: number, original: string, amount: number) => {
    const chargeback = `CB-${seed}-${index}-${nextNumber}`
    const requestedAt = later(settledAt, 48, 120)
    const usdAmount = Math.round(amount * 0.74)
    add(requestedAt, {
      kind: 'chargebackRequested',
      chargeback,
      original,
      amount,
      currency,
      requestAmount: amount,
      usdAmount,
      transactionUsdAmount: usdAmount,
      ...random.pick(chargebackReasons),
      notes: random.pick(['Cardholder has sent the receipt.', 'Merchant did not answer within 10 days.', '']),
      posEntryMode: random.pick(['051', '071']),
      networkReference: `MCC${random.digits(9)}`,
      claimId: `CLM${random.digits(7)}`,
    })
    const processedAt = later(requestedAt, 24, 72)
    if (random.chance(0.8)) add(processedAt, { kind: 'chargebackProcessed', chargeback })
    // One chargeback in four is rejected, one is reversed, and one is presented again.
    const outcome = random.integer(0, 3)
    if (outcome === 1) add(later(processedAt, 24, 48), { kind: 'chargebackRejected', chargeback })
    if (outcome === 2) add(later(processedAt, 24, 48), { kind: 'chargebackReversed', chargeback })
    if (outcome === 3)
      add(later(processedAt, 24, 48), { kind: 'secondPresentment', chargeback, amount, usdAmount, reasonCode: '2700' })
  }

  for (let day = 0; day < days; day++) {
    const midnight = from.getTime() + day * DAY_MS
    if (day === 14 && simulation.monthlyFeeType !== undefined) {
      add(midnight + HOUR_MS, {
        kind: 'fee',
        amount: 150,
        currency,
        feeType: simulation.monthlyFeeType,
        description: '',
      })
      available -= 150
    }
    if (!random.chance(useChance)) continue
    // Around noon, so that the event is on this day in every time zone.
    const at = midnight + random.integer(400, 900) * MINUTE_MS
    happenings[pickHappening(random)](at)
  }
  return events
}

const FUEL_HOLD_CENTS = 15_000

/** How often each happening occurs, compared with the others. */
const weights = {
  purchase: 52,
  abroad: 12,
  fuel: 5,
  hotel: 3,
  withdrawal: 8,
  offline: 4,
  released: 6,
  topUp: 3,
  wrongPin: 5,
  block: 1,
} as const

type Happening = keyof typeof weights

/** Picks a happening at random, by the weights. */
function pickHappening(random: Random): Happening {
  const entries = Object.entries(weights) as [Happening, number][]
  const totalWeight = entries.reduce((sum, [, weight]) => sum + weight, 0)
  let remaining = random.integer(0, totalWeight - 1)
  for (const [name, weight] of entries) {
    if (remaining < weight) return name
    remaining -= weight
  }
  throw new Error('the weights do not add up')
}

const chargebackReasons = [
  { reasonCode: '4837', description: 'No cardholder authorisation' },
  { reasonCode: '4853', description: 'Goods not received' },
  { reasonCode: '4834', description: 'Processed twice' },
] as const
