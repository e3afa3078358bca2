// Derives the status of a card from its flags. Rules: docs/rules/cards.md, "Card status".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { CalendarDate } from '#domain/calendar.ts'

export type CardStatus = 'activated' | 'notActivated' | 'expired' | 'retired' | 'stopped'

/** The label of each status. */
export const cardStatusLabels = withTexts<Readonly<Record<CardStatus, string>>>({
  activated: textOf(m.common_activatedLabel),
  notActivated: textOf(m.cards_notActivated),
  expired: textOf(m.common_expired),
  retired: textOf(m.common_retiredLabel),
  stopped: textOf(m.cards_stopped),
})

export interface CardState {
  readonly activated: boolean
  readonly expiry: CalendarDate
  readonly retired: boolean
  readonly stopped: boolean
}

/** True from the day after the expiry date; a card is valid through its last day. */
export const isExpired = (expiry: CalendarDate, today: CalendarDate): boolean => expiry < today

type CardFlags = Omit<CardState, 'expiry'> & { readonly expired: boolean }

/** Activated or Not Activated; overridden by Expired, then Retired, then Stopped. */
export const cardToStatus = (card: CardState, today: CalendarDate): CardStatus =>
  flagsToStatus({ ...card, expired: isExpired(card.expiry, today) })

export function flagsToStatus({ activated, expired, retired, stopped }: CardFlags): CardStatus {
  if (stopped) return 'stopped'
  if (retired) return 'retired'
  if (expired) return 'expired'
  return activated ? 'activated' : 'notActivated'
}

export type CardBadge = 'A' | 'I' | 'E' | 'R' | 'S'

/** The letters in the result list, with their full names. */
export const cardBadgeNames = withTexts<Readonly<Record<CardBadge, string>>>({
  A: textOf(m.cards_active),
  I: textOf(m.cards_inactive),
  E: textOf(m.common_expired),
  R: textOf(m.common_retiredLabel),
  S: textOf(m.cards_stopped),
})

/** All badges of a row: A or I, then E, R and S as they apply. */
export function cardToBadges(card: CardFlags): CardBadge[] {
  const badges: CardBadge[] = [card.activated ? 'A' : 'I']
  if (card.expired) badges.push('E')
  if (card.retired) badges.push('R')
  if (card.stopped) badges.push('S')
  return badges
}
