// The events in a card's history: every action adds an event. The CHECK of card_event.kind in the database must have the
// same types. A test compares the two.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { cardStatuses, type StoredCardStatus, storedCardStatuses } from './status.ts'

interface EventRow {
  readonly label: string
  /** The status that the event ends. */
  readonly ends?: StoredCardStatus
}

/** Each stored status needs an event of its name, which sets the status. Other events can be added. */
type EventRows = Readonly<Record<StoredCardStatus, EventRow>> & Readonly<Record<string, EventRow>>

const eventRows = withTexts({
  activated: statusEvent('activated'),
  stopped: statusEvent('stopped'),
  unstopped: { label: textOf(m.cards_unstopped), ends: 'stopped' },
  retired: statusEvent('retired'),
  pinChanged: { label: textOf(m.cards_pinChanged) },
  magstripeOn: { label: textOf(m.common_magneticStripeEnabled) },
  magstripeOff: { label: textOf(m.cards_magneticStripeDisabled) },
  devalued: { label: textOf(m.common_devaluedLabel) },
  feeInserted: { label: textOf(m.cards_feeInserted) },
  feeReversed: { label: textOf(m.cards_feeReversed) },
} as const satisfies EventRows)

export type CardEventType = keyof typeof eventRows
export const cardEvents: Readonly<Record<CardEventType, EventRow>> = eventRows
export const cardEventTypes = Object.keys(eventRows) as readonly CardEventType[]

/** The status that an event sets (true) or ends (false): `{ stopped: false }` for 'unstopped', {} for most events. */
export function eventToStatuses(event: CardEventType): Readonly<Partial<Record<StoredCardStatus, boolean>>> {
  const { ends } = cardEvents[event]
  if (ends !== undefined) return { [ends]: false }
  return isStoredStatus(event) ? { [event]: true } : {}
}

const isStoredStatus = (event: string): event is StoredCardStatus =>
  storedCardStatuses.some((status) => status === event)

/** The event that sets a status, with the label of the status. */
function statusEvent(status: StoredCardStatus): EventRow {
  return { label: textOf(() => cardStatuses[status].label) }
}

/** Maximum number of events shown, more than any card has. */
export const MAX_CARD_EVENTS = 500
