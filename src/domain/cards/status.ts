// The table of card statuses, and what follows from the statuses of a card: the status that is shown, and the badges.
// For a new status, the compiler asks for its event in the card's history, its name in card files, and its color. It also
// asks what a row of a batch does with such a card, and whether reports show the status. The audit trail, export, import
// and the shown status need no change. If an action sets the status, a migration adds a column for the time of the action
// and an event with the name of the status. tests/server/db/checks.test.ts and
// tests/server/programme/round-trip.test.ts report what is missing. Rules: docs/rules/cards.md, "Card status".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { CalendarDate } from '#domain/calendar.ts'

interface StatusRow {
  readonly label: string
  /** The letter in the result list. */
  readonly badge: string
  /** The badge's full name. */
  readonly badgeName: string
  /**
   * 'stored': an action sets the status. The database and card files have a column for the time of the action, and the
   * event in the card's history has the name of the status. 'derived': the status follows from other facts.
   */
  readonly source: 'stored' | 'derived'
}

// In order of precedence: the first status that applies to a card is shown.
const statusRows = withTexts({
  stopped: { label: textOf(m.cards_stopped), badge: 'S', badgeName: textOf(m.cards_stopped), source: 'stored' },
  retired: {
    label: textOf(m.common_retiredLabel),
    badge: 'R',
    badgeName: textOf(m.common_retiredLabel),
    source: 'stored',
  },
  expired: { label: textOf(m.common_expired), badge: 'E', badgeName: textOf(m.common_expired), source: 'derived' },
  activated: {
    label: textOf(m.common_activatedLabel),
    badge: 'A',
    badgeName: textOf(m.cards_active),
    source: 'stored',
  },
  notActivated: {
    label: textOf(m.cards_notActivated),
    badge: 'I',
    badgeName: textOf(m.cards_inactive),
    source: 'derived',
  },
} as const satisfies Readonly<Record<string, StatusRow>>)

type StatusRows = typeof statusRows
export type CardStatus = keyof StatusRows
/** The statuses whose row has the source 'stored': actions set them. */
export type StoredCardStatus = {
  [S in CardStatus]: StatusRows[S]['source'] extends 'stored' ? S : never
}[CardStatus]
export type CardBadge = StatusRows[CardStatus]['badge']

export const cardStatuses: Readonly<Record<CardStatus, StatusRow & { readonly badge: CardBadge }>> = statusRows
const statusesByPrecedence = Object.keys(statusRows) as readonly CardStatus[]
/** In order of precedence. */
export const storedCardStatuses = statusesByPrecedence.filter(
  (status): status is StoredCardStatus => statusRows[status].source === 'stored',
)

/** Which statuses apply to a card. 'notActivated' is the opposite of `activated`. */
export type CardFlags = Readonly<Record<Exclude<CardStatus, 'notActivated'>, boolean>>

export interface CardState extends Readonly<Record<StoredCardStatus, boolean>> {
  readonly expiry: CalendarDate
}

/** True from the day after the expiry date. On its expiry date, a card is still valid. */
export const isExpired = (expiry: CalendarDate, today: CalendarDate): boolean => expiry < today

/** All statuses that apply to a card, in order of precedence. */
export const flagsToStatuses = (flags: CardFlags): CardStatus[] =>
  statusesByPrecedence.filter((status) => (status === 'notActivated' ? !flags.activated : flags[status]))

/** The status that is shown: the first that applies, in order of precedence. */
export const cardToStatus = (card: CardState, today: CalendarDate): CardStatus =>
  flagsToStatuses({ ...card, expired: isExpired(card.expiry, today) })[0] ?? 'notActivated'

/** All badges of a row: A or I, then the others from the lowest precedence to the highest. */
export const cardToBadges = (flags: CardFlags): CardBadge[] =>
  flagsToStatuses(flags)
    .map((status) => cardStatuses[status].badge)
    .toReversed()

/** The full name of a badge. */
export const badgeToName = (badge: CardBadge): string =>
  Object.values(cardStatuses).find((row) => row.badge === badge)?.badgeName ?? badge
