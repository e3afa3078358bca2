// The columns of the result list (the fourteen specified ones first), and the conversion of a found card to a row.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { client } from '#brand/current.ts'
import type { FoundCard } from '#contract/cards.ts'
import { badgeToName, type CardBadge, cardToBadges } from '#domain/cards/status.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { textToDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'

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
  const STATUS = commas(badges.map(badgeToName))
  return { ...card, ISSUEDATE: toDay(card.ISSUEDATE), badges, STATUS }
}

export const foundColumns: readonly Column<FoundRow>[] = [
  { key: 'CAMPAIGNNAME', label: m.cards_campaignName(), format: 'text' },
  { key: 'CUSTOMERREFERENCE', label: m.cards_customerRef(), format: 'text' },
  { key: 'CARDNUMBER', label: m.common_cardNumber(), format: 'pan' },
  { key: 'TRACKINGNUMBER', label: m.common_trackingNumber(), format: 'identifier' },
  { key: 'BOOKINGID', label: m.cards_bookingId(), format: 'text' },
  { key: 'CARDEXPIRY', label: m.cards_cardExpiry(), format: 'date', wideOnly: true },
  // The CVV is never exported, not even masked.
  { key: 'CARDCVV2', label: m.cards_cardCvv(), format: 'text', onlyOn: 'screen' },
  { key: 'CARDBALANCE', label: m.cards_cardBalance(), format: 'amount' },
  { key: 'AVAILABLEFUNDS', label: m.cards_fundsAvailable(), format: 'amount' },
  { key: 'LOADEDAMOUNT', label: m.cards_loadedAmount(), format: 'amount' },
  { key: 'AUTHORIZEDAMOUNT', label: m.cards_authorizedAmount(), format: 'amount' },
  { key: 'SETTLEDAMOUNT', label: m.cards_settledAmount(), format: 'amount' },
  { key: 'ISSUEDATE', label: m.cards_issueDate(), format: 'date' },
  { key: 'STATUS', label: m.common_status(), format: 'shortText' },
  { key: 'CARDHOLDERNAME', label: m.common_cardholder(), format: 'text' },
]

const leadingKeys: readonly Column<FoundRow>['key'][] = [
  'CARDNUMBER',
  'CARDHOLDERNAME',
  'CUSTOMERREFERENCE',
  'STATUS',
  'CARDBALANCE',
  'CARDEXPIRY',
]
const leadingColumns = foundColumns
  .filter(({ key }) => leadingKeys.includes(key))
  .toSorted((a, b) => leadingKeys.indexOf(a.key) - leadingKeys.indexOf(b.key))
const otherColumns = foundColumns.filter(({ key }) => !leadingKeys.includes(key))

/** On screen the columns that distinguish cards come first. Files keep the order of `foundColumns`. */
export const screenColumns: readonly Column<FoundRow>[] = [...leadingColumns, ...otherColumns]

/** The keys of the columns that are hidden by default, since a typical screen has no room for them. */
export const hiddenByDefault: readonly string[] = otherColumns.map(({ key }) => key)

/** Formats an amount with a '$' prefix. */
export const toDollars = (decimal: string): string => `$${valueToText(decimal, 'amount', client)}`

/** The date in a text with a date or an instant. Any other text stays as it is. */
function toDay(value: string): string {
  const date = textToDate(value)
  if (date !== undefined) return date
  const epochMs = Date.parse(value)
  return Number.isNaN(epochMs) ? value : instantToDate(epochMs, client.timeZone)
}
