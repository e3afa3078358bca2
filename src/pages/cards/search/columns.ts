// The columns of the result list (the fourteen specified ones first), and the conversion of a found card to a row.
import { client } from '#brand/current.ts'
import type { FoundCard } from '#contract/cards.ts'
import { type CardBadge, cardBadgeNames, cardToBadges } from '#domain/cards/status.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { textToDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import * as say from '#words/pages/cards/search.ts'

export interface FoundRow extends FoundCard {
  readonly badges: readonly CardBadge[]
  /** The badges in full, for exports and sorting: 'Active, Stopped'. */
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
  { key: 'CAMPAIGNNAME', label: say.campaignName, format: 'text' },
  { key: 'CUSTOMERREFERENCE', label: say.customerRef, format: 'text' },
  { key: 'CARDNUMBER', label: say.cardNumber, format: 'pan' },
  { key: 'TRACKINGNUMBER', label: say.trackingNumber, format: 'identifier' },
  { key: 'BOOKINGID', label: say.bookingId, format: 'text' },
  { key: 'CARDEXPIRY', label: say.cardExpiry, format: 'date' },
  // A CVV is never exported, not even masked.
  { key: 'CARDCVV2', label: say.cardCvv, format: 'text', on: 'screen' },
  { key: 'CARDBALANCE', label: say.cardBalance, format: 'amount' },
  { key: 'AVAILABLEFUNDS', label: say.fundsAvailable, format: 'amount' },
  { key: 'LOADEDAMOUNT', label: say.loadedAmount, format: 'amount' },
  { key: 'AUTHORIZEDAMOUNT', label: say.authorizedAmount, format: 'amount' },
  { key: 'SETTLEDAMOUNT', label: say.settledAmount, format: 'amount' },
  { key: 'ISSUEDATE', label: say.issueDate, format: 'date' },
  { key: 'STATUS', label: say.status, format: 'status' },
  { key: 'CARDHOLDERNAME', label: say.cardholder, format: 'text' },
]

const first = ['CARDNUMBER', 'CARDHOLDERNAME', 'CUSTOMERREFERENCE', 'STATUS', 'CARDBALANCE', 'CARDEXPIRY'] as const
const others = foundColumns.filter(({ key }) => !first.some((each) => each === key))

/**
 * On screen the columns that distinguish cards come first, and the number stays visible. Files keep the order of
 * `foundColumns`.
 */
export const foundOnScreen: readonly Column<FoundRow>[] = [
  ...first.flatMap((key) => foundColumns.filter((column) => column.key === key)),
  ...others,
]

/** Columns hidden by default, since they would not fit on a typical screen. */
export const usuallyHidden: readonly string[] = others.map(({ key }) => key)

/** Formats an amount with a '$' prefix. */
export const dollars = (decimal: string): string => `$${valueToText(decimal, 'amount', client)}`

const toDay = (value: string): string =>
  textToDate(value) ?? (Number.isNaN(Date.parse(value)) ? value : instantToDate(Date.parse(value), client.timeZone))
