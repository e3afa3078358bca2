// The demo programme's cards. Each card is computed from its index. So its number does not depend on the encryption
// keys, on the number of demo cards or on the date.
import { withCheckDigit } from '#domain/cards/identifiers.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { DEMO_PREFIX, type DemoCampaign, demoCampaigns } from './campaigns.ts'
import { createRandom } from './random.ts'

/** 'empty': active, without a balance. 'unidentified': active, but the holder has not passed KYC. */
export type DemoState = 'active' | 'notActivated' | 'stopped' | 'retired' | 'expired' | 'empty' | 'unidentified'

export interface DemoCard {
  readonly index: number
  readonly id: number
  readonly accountId: number
  readonly campaign: DemoCampaign
  readonly state: DemoState
  /** 16 digits, Luhn-valid, with the prefix 900001, which no issuer uses. */
  readonly pan: string
  readonly trackingNumber: string
}

/** The values of a card's row on a given day. */
export interface DemoCardRow extends DemoCard {
  readonly sequenceNumber: string
  readonly name: string
  readonly customerReference: string
  readonly customerId: string
  readonly phone: string
  readonly idNumber: string
  readonly cvv: string
  readonly pin: string | undefined
  readonly issuedOn: CalendarDate
  readonly expiresOn: CalendarDate
  readonly stopReasonId: number | null
  readonly kycPassed: boolean
  readonly magstripe: boolean
  /** Values in the order of `cardTags`. Undefined if the card has no such tag. */
  readonly tags: readonly (string | undefined)[]
}

const FIRST_CARD_ACCOUNT = 101
/** How many numbers of nine digits there are. */
const NINE_DIGIT_NUMBERS = 1_000_000_000

/** Returns the card with this index, counted from 0. */
export function demoCard(index: number): DemoCard {
  // The factor is coprime to 10^9. So the indexes are distributed over all numbers, and no number occurs twice.
  const panNumber = (index * 387_420_489 + 104_729) % NINE_DIGIT_NUMBERS
  const panWithoutCheckDigit = `${DEMO_PREFIX}${String(panNumber).padStart(9, '0')}`
  // The indexes are distributed in the same way over the numbers below a prime, 99,999,989.
  const trackingStart = Number((BigInt(index) * 48_271n) % 99_999_989n) + 1
  const trackingEnd = index % 1_000_000
  const trackingNumber = `7${String(trackingStart).padStart(8, '0')}${String(trackingEnd).padStart(6, '0')}`
  return {
    index,
    id: index + 1,
    accountId: index + FIRST_CARD_ACCOUNT,
    campaign: indexToCampaign(index),
    state: indexToState(index),
    pan: withCheckDigit(panWithoutCheckDigit),
    trackingNumber,
  }
}

/** How many of a hundred cards are in each state. */
const shares: readonly (readonly [DemoState, number])[] = [
  ['active', 74],
  ['notActivated', 8],
  ['stopped', 4],
  ['retired', 3],
  ['expired', 4],
  ['empty', 4],
  ['unidentified', 3],
]

function indexToState(index: number): DemoState {
  // The stride of 37 differs from the stride of `indexToCampaign`, so that every campaign has cards in every state.
  let remaining = (index * 37 + 11) % 100
  for (const [state, share] of shares) {
    if (remaining < share) return state
    remaining -= share
  }
  return 'active'
}

// The campaigns of 20 consecutive cards, as positions in `demoCampaigns`. Voyager's four campaigns have 8, 5, 3 and 3 of
// these cards. Harbour's campaign has one.
const campaignBySlot = [0, 0, 1, 0, 2, 0, 1, 3, 0, 1, 0, 2, 3, 0, 1, 0, 2, 1, 3, 4]

function indexToCampaign(index: number): DemoCampaign {
  // Each group of 20 cards begins one slot later.
  const slot = (index + Math.floor(index / 20)) % 20
  const campaign = demoCampaigns[campaignBySlot[slot] ?? 0]
  if (!campaign) throw new Error('no such campaign')
  return campaign
}

const firstNames = [
  'Aisha',
  'Ben',
  'Chloe',
  'Daniel',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Ines',
  'Jun',
  'Kavya',
  'Liam',
  'Mei',
  'Noah',
  'Olga',
  'Priya',
  'Quentin',
  'Rosa',
  'Siti',
  'Tomas',
]
const lastNames = [
  'Abdullah',
  'Becker',
  'Chen',
  'Diaz',
  'Eng',
  'Fernandez',
  'Goh',
  'Hassan',
  'Ito',
  'Jansen',
  'Kumar',
  'Lee',
  'Martin',
  'Nair',
  'Ong',
  'Pereira',
  'Rossi',
  'Sim',
  'Teo',
  'Wong',
]
const departments = ['Sales', 'Operations', 'Finance', 'Events', 'Support']
const trips = ['Tokyo spring', 'London summit', 'Bali retreat', 'Sydney roadshow', 'Paris fair']

/** The values of the card's row. The order of the random numbers decides them, so it must not change. */
export function demoCardRow(card: DemoCard, today: CalendarDate): DemoCardRow {
  const random = createRandom(card.index)
  const { state, index } = card
  const issuedOn = addDays(today, -random.integer(60, 540))
  const number = String(index + 1).padStart(7, '0')
  return {
    ...card,
    sequenceNumber: number,
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    customerReference: `${card.campaign.name.slice(0, 3).toUpperCase()}-${issuedOn.slice(0, 7)}-${number}-${random.digits(2)}`,
    customerId: `C${random.digits(2)}-${number}`,
    phone: `658${random.digits(7)}`,
    idNumber: `S${random.digits(7)}${random.pick(['A', 'B', 'C', 'D', 'E'])}`,
    cvv: random.digits(3),
    pin: card.campaign.pinLength > 0 ? random.digits(card.campaign.pinLength) : undefined,
    issuedOn,
    expiresOn: state === 'expired' ? addDays(today, -random.integer(1, 50)) : addDays(today, random.integer(200, 1400)),
    stopReasonId: state === 'stopped' ? random.integer(1, 5) : null,
    kycPassed: state !== 'unidentified' && state !== 'notActivated',
    magstripe: random.chance(0.9),
    tags: [
      random.chance(0.6) ? `BK${random.digits(8)}` : undefined,
      random.chance(0.25) ? random.pick(departments) : undefined,
      random.chance(0.15) ? random.pick(trips) : undefined,
    ],
  }
}
