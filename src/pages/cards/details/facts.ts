// A card as the rules of its actions look at it.
import type { Result } from '#contract/operations.ts'
import type { ActionFacts } from '#domain/cards/actions.ts'
import { type CardStatus, cardToStatus, isExpired } from '#domain/cards/status.ts'
import { type CalendarDate, dateToLongText, textToDate } from '#domain/dates.ts'
import { cents, wireToCents } from '#domain/money.ts'

export type Card = Result<'cardDetails'>['card']

export const cardToFacts = (card: Card, today: CalendarDate): ActionFacts => ({
  activated: card.STATUS !== '',
  expired: isExpired(expiryOf(card), today),
  retired: card.RETIRED === 1,
  stopped: card.ISSTOPPED === 1,
  balanceCents: wireToCents(card.CARDBALANCE) ?? cents(0),
  heldCents: wireToCents(card.AUTHORIZEDAMOUNT) ?? cents(0),
  requiresPin: card.CAMPAIGNCARDREQUIREPIN === 1,
})

/** cards §4: Activated or Not Activated, then Expired, Retired, Stopped. */
export const statusOf = (card: Card, today: CalendarDate): CardStatus =>
  cardToStatus(
    {
      activated: card.STATUS !== '',
      expiry: expiryOf(card),
      retired: card.RETIRED === 1,
      stopped: card.ISSTOPPED === 1,
    },
    today,
  )

/** cards §2: dd mmmm yyyy. */
export function expiryText(card: Card): string {
  const date = textToDate(card.EXPIRYDATE)
  return date === undefined ? card.EXPIRYDATE : dateToLongText(date)
}

const expiryOf = (card: Card): CalendarDate => (textToDate(card.EXPIRYDATE) ?? card.EXPIRYDATE) as CalendarDate
