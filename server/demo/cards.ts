// The demo programme's cards. Each is computed from its index, so its number is the same whatever the encryption keys, the
// number of demo cards and the date are.
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
const NINE_DIGIT_NUMBERS = 1_000_000_000

/** Returns the card with this index, counted from 0. */
export function demoCard(index: number): DemoCard {
  // Multiplying by a number coprime to 10^9 distributes the indexes over all numbers, each used once.
  // Tracking numbers do the same with the prime 99,999,989.
  const panWithoutCheckDigit = `${DEMO_PREFIX}${String((index * 387_420_489 + 104_729) % NINE_DIGIT_NUMBERS).padStart(9, '0')}`
  const trackingNumber = `7${String(Number((BigInt(index) * 48_271n) % 99_999_989n) + 1).padStart(8, '0')}${String(index % 1_000_000).padStart(6, '0')}`
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
  // The stride differs from that of `indexToCampaign`, so that every campaign has cards in every state.
  let remaining = (index * 37 + 11) % 100
  for (const [state, share] of shares) {
    if (remaining < share) return state
    remaining -= share
  }
  return 'active'
}

// Of 20 consecutive cards, 8, 5, 3 and 3 are in Voyager's campaigns and one is in Harbour's.
const campaignBySlot = [0, 0, 1, 0, 2, 0, 1, 3, 0, 1, 0, 2, 3, 0, 1, 0, 2, 1, 3, 4]

function indexToCampaign(index: number): DemoCampaign {
  const campaign = demoCampaigns[campaignBySlot[(index + Math.floor(index / 20)) % 20] ?? 0]
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
