// A month of events of the card processor: the life of some cards as the simulator draws it, and the rare cases that it
// does not draw. Every kind of event is in it.
import { type FeedEvent, feedEvent } from '#contract/feed.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCard, type DemoCard } from '#server/demo/cards.ts'
import { simulate } from '#server/demo/simulate.ts'
import { merchant, type PlainEvent, unusedCards } from './feed-server.ts'

const DAYS = 27

/** The active cards whose life is simulated. */
export const simulatedCards: readonly DemoCard[] = Array.from({ length: 40 }, (_, index) => demoCard(index)).filter(
  ({ campaign, state }) => campaign.ownerId === VOYAGER && state === 'active',
)

/** The events in order of time, as received at `now`. The same seed gives the same month. */
export function monthOfEvents(seed: number, now: number): readonly FeedEvent[] {
  const simulated = simulate(
    simulatedCards.map(({ trackingNumber }) => ({ trackingNumber, availableCents: 60_000 })),
    {
      seed,
      currency: 'SGD',
      from: new Date(now - DAYS * DAY_MS - HOUR_MS),
      days: DAYS,
      monthlyFeeType: 2,
      stopReason: 1,
    },
  )
  return [...simulated, ...rareEvents(now)].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const money = (amount: number) => ({ amount, currency: 'SGD' })
const thread = (authorisation: string) => ({ authorisation, authNumber: '654321' })
const paid = (amount: number, more: object = {}): PlainEvent => ({
  kind: 'clearing',
  ...money(amount),
  ...merchant,
  ...more,
})
const held = (amount: number, id: string, more: object = {}): PlainEvent => ({
  kind: 'authorisation',
  ...thread(id),
  ...money(amount),
  ...merchant,
  ...more,
})
const reversed = (original: string, amount: number, more: object = {}): PlainEvent => ({
  kind: 'reversal',
  original,
  ...money(amount),
  ...more,
})
const chargedBack = (original: string, amount: number): PlainEvent => ({
  kind: 'chargebackRequested',
  chargeback: `of-${original}`,
  original,
  ...money(amount),
  requestAmount: amount,
  usdAmount: amount,
  reasonCode: '4853',
  description: 'Goods not received',
})

/** Each case is the life of an own card: the days ago, and the event. */
const rareCases: readonly (readonly (readonly [number, PlainEvent])[])[] = [
  // Clocks differ: the clearing has an earlier time than its authorisation.
  [
    [9, paid(700, thread('late'))],
    [8, held(700, 'late')],
  ],
  // Two authorisations under one number.
  [
    [9, held(500, 'double')],
    [8, held(900, 'double')],
    [7, paid(200, { ...thread('double'), isPartial: true })],
  ],
  // A check of the account, which becomes a hold that stays open, and two that expire or are released in parts.
  [
    [6, held(0, 'check')],
    [5, { kind: 'increment', authorisation: 'check', ...money(1_200) }],
    [20, held(4_000, 'forgotten')],
    [6, held(3_000, 'parts')],
    [4, { kind: 'release', authorisation: 'parts', ...money(1_000) }],
    [3, { kind: 'release', authorisation: 'parts', ...money(9_000) }],
    [2, { kind: 'increment', authorisation: 'parts', ...money(150) }],
  ],
  // A completion with nothing to pay, a hold that the processor has ended, and a clearing afterwards.
  [
    [9, held(8_000, 'cancelled')],
    [8, { kind: 'completion', authorisation: 'cancelled', ...money(0) }],
    [9, held(2_000, 'ended')],
    [8, { kind: 'expiry', authorisation: 'ended' }],
    [7, paid(2_500, thread('ended'))],
  ],
  // Older than 30 days, with a reversal of the same age and a later one.
  [
    [40, paid(1_100, { eventId: 'rare-old' })],
    [39, reversed('rare-old', 1_100)],
    [35, paid(300, { eventId: 'rare-old-2', fee: 9 })],
    [12, reversed('rare-old-2', 300)],
  ],
  // Everything that can be reversed.
  [
    [9, { kind: 'fee', eventId: 'rare-fee', ...money(150), feeType: 2 }],
    [8, reversed('rare-fee', 150)],
    [9, { kind: 'load', eventId: 'rare-load', ...money(5_000), ...merchant }],
    [8, reversed('rare-load', 5_000)],
    [7, { kind: 'refund', eventId: 'rare-refund', ...money(800), ...merchant }],
    [6, reversed('rare-refund', 800)],
    [
      7,
      paid(6_000, {
        eventId: 'rare-abroad',
        fee: 120,
        foreign: { amount: 660_000, currency: 'JPY', rate: '0.0091' },
      }),
    ],
    [6, reversed('rare-abroad', 6_000)],
  ],
  // All steps of a chargeback; a second request and a second step that contradict; steps that wait for ever.
  [
    [20, paid(4_400, { eventId: 'rare-purchase', isCash: true })],
    [15, chargedBack('rare-purchase', 4_400)],
    [14, chargedBack('rare-purchase', 4_300)],
    [13, { kind: 'chargebackProcessed', chargeback: 'of-rare-purchase' }],
    [12, { kind: 'chargebackProcessed', chargeback: 'of-rare-purchase' }],
    [11, { kind: 'chargebackRejected', chargeback: 'of-rare-purchase' }],
    [10, { kind: 'secondPresentment', chargeback: 'of-rare-purchase', amount: 4_400, reasonCode: '2700' }],
    [9, { kind: 'chargebackReversed', chargeback: 'of-rare-purchase' }],
    [9, { kind: 'chargebackProcessed', chargeback: 'never-requested' }],
    [8, reversed('never-sent', 100)],
  ],
  // The processor changes the card, twice at the same moment.
  [
    [9, { kind: 'cardStatus', status: 'activated' }],
    [8, { kind: 'cardStatus', status: 'stopped', stopReason: 2 }],
    [7, { kind: 'cardStatus', status: 'unstopped' }],
    [6, { kind: 'cardStatus', status: 'stopped', stopReason: 1 }],
    [6, { kind: 'cardStatus', status: 'unstopped' }],
    [
      5,
      {
        kind: 'decline',
        ...money(4_000),
        ...merchant,
        code: '62',
        reason: 'Restricted card',
        balance: 0,
      },
    ],
    [3, { kind: 'cardStatus', status: 'retired' }],
  ],
  // Events that cannot be applied.
  [
    [4, paid(10, { currency: 'USD' })],
    [4, { kind: 'fee', ...money(10), feeType: 9_998 }],
    [4, { kind: 'cardStatus', status: 'stopped', stopReason: 9_998 }],
    [-1, paid(11)],
    [4, paid(1_000, { eventId: 'rare-part' })],
    [3, reversed('rare-part', 400)],
    [3, chargedBack('rare-abroad', 6_000)],
  ],
]

function rareEvents(now: number): FeedEvent[] {
  return rareCases.flatMap((events, index) =>
    events.map(([daysAgo, event], number) =>
      feedEvent.parse({
        eventId: `rare-${index}-${number}`,
        // Whole minutes, so that events of different cards can have the same time.
        at: new Date(Math.floor((now - daysAgo * DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString(),
        trackingNumber: unusedCards[index]?.trackingNumber,
        ...event,
      }),
    ),
  )
}

/** The cards of the rare cases, in their order. */
export const rareCards: readonly DemoCard[] = unusedCards.slice(0, rareCases.length)
