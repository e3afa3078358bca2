// The rows of the list of events that were not applied: query, columns and cells.
import { m } from '#words/messages.js'
import type { FeedEvent, FeedException } from '#contract/feed.ts'
import { canCall } from '#contract/methods.ts'
import type { Column } from '#domain/columns.ts'
import { choiceParam, type QuerySpec } from '#domain/query-specs.ts'
import type { ListSpec } from '#services/lists/useServerList.ts'
import { useSession } from '#services/session/session.ts'
import { CardNumberLink } from '#pages/shared/CardNumberLink.tsx'
import { DoneBy, FreeText, TwoLines } from '#ui/tables/cells.tsx'
import { eventAmountToText, faultTexts, kindLabels } from './words.ts'

export type StatusFilter = 'open' | 'resolved'

export const statusOptions: readonly { readonly value: StatusFilter; readonly label: string }[] = [
  { value: 'open', label: m.feed_open() },
  { value: 'resolved', label: m.feed_resolved() },
]

interface Values {
  readonly status: StatusFilter
}

export const eventsQuery: QuerySpec<Values, { readonly status: StatusFilter }> = {
  params: { status: choiceParam('status', ['open', 'resolved']) },
  defaults: () => ({ status: 'open' }),
  toParams: ({ status }) => ({ ok: true, params: { status } }),
}

export interface EventRow extends FeedException {
  /** 'Purchase'. */
  readonly kindText: string
  /** Why it was not applied: 'Unknown card'. */
  readonly problem: string
  /** 'SGD 12.50'. Empty for an event without an amount. */
  readonly amountText: string
  /** The content of the event, as the processor sent it. */
  readonly event: FeedEvent
}

export function exceptionToRow(exception: FeedException): EventRow {
  const event = JSON.parse(exception.content) as FeedEvent
  return {
    ...exception,
    kindText: kindLabels[exception.kind],
    problem: faultTexts[exception.fault].label,
    amountText: eventAmountToText(event),
    event,
  }
}

export const eventsListSpec: ListSpec<'feedExceptions', Values, EventRow> = {
  name: 'unapplied-events',
  method: 'feedExceptions',
  querySpec: eventsQuery,
  rows: ({ exceptions }) => exceptions.map(exceptionToRow),
  pageSize: 25,
  isPaged: true,
}

const commonColumns: readonly Column<EventRow>[] = [
  { key: 'kindText', label: m.feed_eventColumn(), format: 'text' },
  { key: 'problem', label: m.feed_problem(), format: 'text' },
  { key: 'amountText', label: m.common_amount(), format: 'text' },
  { key: 'trackingNumber', label: m.common_card(), format: 'identifier' },
  { key: 'at', label: m.feed_eventTime(), format: 'instant' },
  { key: 'foundAt', label: m.feed_foundAt(), format: 'instant', wideOnly: true },
]
const fileColumns: readonly Column<EventRow>[] = [
  { key: 'source', label: m.common_cardProcessor(), format: 'text', onlyOn: 'files' },
  { key: 'eventId', label: m.feed_eventId(), format: 'code', onlyOn: 'files' },
]
const openColumns: readonly Column<EventRow>[] = [{ key: 'takenBy', label: m.feed_takenBy(), format: 'text' }]
const resolvedColumns: readonly Column<EventRow>[] = [
  { key: 'resolvedBy', label: m.feed_resolvedBy(), format: 'text' },
  { key: 'resolvedAt', label: m.feed_resolvedAt(), format: 'instant', onlyOn: 'files' },
  { key: 'note', label: m.common_note(), format: 'text' },
]

/**
 * Open events have a column for the user who works on them. Resolved events have columns about their resolution.
 */
export const columnsByStatus: Readonly<Record<StatusFilter, readonly Column<EventRow>[]>> = {
  open: [...commonColumns, ...openColumns, ...fileColumns],
  resolved: [...commonColumns, ...resolvedColumns, ...fileColumns],
}

export const cells = {
  kindText: ({ kindText, eventId }: EventRow) => <TwoLines first={kindText} second={eventId} />,
  trackingNumber: (row: EventRow) => <EventCard row={row} />,
  takenBy: (row: EventRow) => <TakenBy row={row} />,
  resolvedBy: ({ resolvedBy, resolvedAt }: EventRow) => (
    <DoneBy by={resolvedBy ?? m.feed_laterEvent()} at={resolvedAt} />
  ),
  note: ({ note }: EventRow) => (note === '' ? '' : <FreeText text={note} />),
}

/** The tracking number. For users who can read cards, it is a link to the card. */
export function EventCard({ row: { trackingNumber, voucherID } }: { readonly row: EventRow }) {
  const canReadCards = canCall(useSession()?.permissions, 'cardDetails')
  return <CardNumberLink value={trackingNumber} kind="identifier" voucherId={canReadCards ? voucherID : undefined} />
}

export function TakenBy({ row: { takenBy, takenAt } }: { readonly row: EventRow }) {
  return takenBy === null ? (
    <span className="text-muted">{m.feed_noOneYet()}</span>
  ) : (
    <DoneBy by={takenBy} at={takenAt} />
  )
}
