// The card of the details page: its status, its texts, and the facts that the rules of its actions need.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import type { CardForRules } from '#domain/cards/actions.ts'
import { type CardStatus, cardToStatus, isExpired, type StoredCardStatus } from '#domain/cards/status.ts'
import { type CalendarDate, dateToLongText, dateToShortText, textToDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { cents, decimalToCents } from '#domain/money.ts'

export type Card = Result<'cardDetails'>['card']

export const toCardForRules = (card: Card, today: CalendarDate): CardForRules => ({
  ...storedStatuses(card),
  expired: isExpired(expiryOf(card), today),
  balanceCents: decimalToCents(card.CARDBALANCE) ?? cents(0),
  heldCents: decimalToCents(card.AUTHORIZEDAMOUNT) ?? cents(0),
  requiresPin: card.CAMPAIGNCARDREQUIREPIN === 1,
})

/** The status to show. */
export const statusOf = (card: Card, today: CalendarDate): CardStatus =>
  cardToStatus({ ...storedStatuses(card), expiry: expiryOf(card) }, today)

const storedStatuses = (card: Card): Readonly<Record<StoredCardStatus, boolean>> => ({
  activated: card.STATUS !== '',
  retired: card.RETIRED === 1,
  stopped: card.ISSTOPPED === 1,
})

/** The text after the badge of the status, of what is known: 'by olive on 22 Nov 2026: Lost', 'Lost' or ''. */
export function statusDetailText(card: Card, status: CardStatus): string {
  if (status === 'expired') return m.cards_sinceExpiry({ card: expiryText(card) })
  const { STATUSDATE, STATUSUSERNAME, STOPREASON } = card
  const parts: string[] = []
  if (STATUSUSERNAME) parts.push(m.cards_byUser({ username: STATUSUSERNAME }))
  if (STATUSDATE) {
    const date = instantToDate(Date.parse(STATUSDATE), client.timeZone)
    parts.push(m.cards_onDate({ date: dateToShortText(date) }))
  }
  const text = parts.join(' ')
  const reason = status === 'stopped' ? (STOPREASON ?? '') : ''
  return [text, reason].filter((part) => part !== '').join(': ')
}

/** Format: '19 February 2028'. */
export function expiryText(card: Card): string {
  const date = textToDate(card.EXPIRYDATE)
  return date === undefined ? card.EXPIRYDATE : dateToLongText(date)
}

// The server sends a date. A text in any other form is used as it is.
const expiryOf = (card: Card): CalendarDate => (textToDate(card.EXPIRYDATE) ?? card.EXPIRYDATE) as CalendarDate
