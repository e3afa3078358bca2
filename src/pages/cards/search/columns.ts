// The fourteen columns of the result list (cards §2), and a found card as a row of it.
import { client } from '#brand/current.ts'
import type { FoundCard } from '#contract/cards.ts'
import { type CardBadge, cardBadgeNames, cardToBadges } from '#domain/cards/status.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { instantToDate, textToDate } from '#domain/dates.ts'

export interface FoundRow extends FoundCard {
  readonly badges: readonly CardBadge[]
  /** 'Active, Stopped': the badges in full, for exports and sorting. */
  readonly STATUS: string
}

export function foundToRow(card: FoundCard): FoundRow {
  const badges = cardToBadges({
    activated: card.ACTIVATED === 1,
    expired: card.EXPIRED === 1,
    retired: card.RETIRED === 1,
    stopped: card.STOPPED === 1,
  })
  const STATUS = badges.map((badge) => cardBadgeNames[badge]).join(', ')
  return { ...card, ISSUEDATE: toDay(card.ISSUEDATE), badges, STATUS }
}

export const foundColumns: readonly Column<FoundRow>[] = [
  { key: 'CAMPAIGNNAME', label: 'Campaign Name', format: 'text' },
  { key: 'CUSTOMERREFERENCE', label: 'Customer Ref', format: 'text' },
  { key: 'CARDNUMBER', label: 'Card Number', format: 'pan' },
  { key: 'TRACKINGNUMBER', label: 'Tracking Number', format: 'identifier' },
  { key: 'BOOKINGID', label: 'Booking ID', format: 'text' },
  { key: 'CARDEXPIRY', label: 'Card Expiry', format: 'date' },
  // contract "Cards": a CVV is in no export, not even its stars.
  { key: 'CARDCVV2', label: 'Card CVV', format: 'text', on: 'screen' },
  { key: 'CARDBALANCE', label: 'Card Balance', format: 'amount' },
  { key: 'AVAILABLEFUNDS', label: 'Funds Available', format: 'amount' },
  { key: 'LOADEDAMOUNT', label: 'Loaded Amount', format: 'amount' },
  { key: 'AUTHORIZEDAMOUNT', label: 'Authorized Amount', format: 'amount' },
  { key: 'SETTLEDAMOUNT', label: 'Settled Amount', format: 'amount' },
  { key: 'ISSUEDATE', label: 'Issue Date', format: 'date' },
  { key: 'STATUS', label: 'Status', format: 'status' },
]

const first = ['CARDNUMBER', 'CUSTOMERREFERENCE', 'STATUS', 'CARDBALANCE', 'CARDEXPIRY'] as const
const others = foundColumns.filter(({ key }) => !first.some((each) => each === key))

/** On the screen what tells cards apart comes first, the number staying in view; files keep the order of cards §2. */
export const foundOnScreen: readonly Column<FoundRow>[] = [
  ...first.flatMap((key) => foundColumns.filter((column) => column.key === key)),
  ...others,
]

/** What is not shown until somebody asks for it: it would stand beyond the right edge of a usual screen. */
export const usuallyHidden: readonly string[] = others.map(({ key }) => key)

/** cards §2: amounts carry a '$' prefix. */
export const dollars = (wire: string): string => `$${valueToText(wire, 'amount', client)}`

const toDay = (value: string): string =>
  textToDate(value) ?? (Number.isNaN(Date.parse(value)) ? value : instantToDate(Date.parse(value), client.timeZone))
