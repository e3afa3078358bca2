// The events that could not be applied: lists them, records who works on each and how it was resolved, and tries to
// apply them again.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { FeedEvent } from '#contract/feed.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import type { FeedFault } from '#domain/feed/event-types.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { andPositionOrderLimit, cursorColumn, toPage } from '#server/operations/paging.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { lockOwnerAccounts } from '#server/ledger/accounts.ts'
import { readCurrency } from '#server/funding/queries.ts'
import { applyEvents } from './ingest.ts'

interface ExceptionRow {
  readonly id: number
  readonly cursor_us: number
  readonly source: string
  readonly event_id: string
  readonly fault: FeedFault
  readonly found_at: Date
  readonly content: FeedEvent
  readonly card_id: number | null
  readonly taken_by: string | null
  readonly taken_at: Date | null
  readonly resolved_by: string | null
  readonly resolved_at: Date | null
  readonly note: string
}

/**
 * FROM and WHERE of the exceptions that the viewer can see. Events of unknown cards belong to no campaign, so every user
 * with the permission sees them. `t` is the user who took the exception. `r` is the user who resolved it.
 */
const visibleExceptions = (viewer: Scope) => sql`
  feed_exception x
  LEFT JOIN feed_event e ON e.id = x.feed_event_id
  LEFT JOIN card c ON c.id = e.card_id
  LEFT JOIN user_account t ON t.id = x.taken_by
  LEFT JOIN user_account r ON r.id = x.resolved_by
  WHERE x.owner_id = ${viewer.ownerId} AND (c.id IS NULL OR ${inScope(viewer, 'c')})`

export const feedExceptions: Handler<'feedExceptions'> = async ({ db, viewer }, params) => {
  const isOpen = params.status === 'open'
  const inList =
    params.id === undefined ? sql`AND (x.resolved_at IS NULL) = ${isOpen}` : sql`AND x.id = ${Number(params.id)}`
  // Open exceptions have no `resolved_at`, so only a list of resolved exceptions is sorted by it.
  const areAllResolved = !isOpen && params.id === undefined
  const sortFirst = isOpen ? 'oldest' : 'newest'
  const moment = areAllResolved ? sql`x.resolved_at` : sql`x.found_at`
  const { rows } = await sql<ExceptionRow>`
    SELECT x.id, ${cursorColumn(moment)}, x.source, x.event_id, x.fault, x.found_at, x.content, e.card_id, t.username AS taken_by,
           x.taken_at, r.username AS resolved_by, x.resolved_at, x.note
    FROM ${visibleExceptions(viewer)} ${inList}
    ${andPositionOrderLimit({ moment, id: sql`x.id`, page: params, sortFirst })}
  `.execute(db)
  const page = await toPage(rows, params, async () => {
    const counted = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${visibleExceptions(viewer)} ${inList}`.execute(db)
    return counted.rows[0]?.count ?? 0
  })
  return {
    exceptions: page.rows.map(rowToApi),
    total: page.total,
    ...(page.cursor !== undefined && { cursor: page.cursor }),
  }
}

const rowToApi = (row: ExceptionRow) => ({
  id: String(row.id),
  source: row.source,
  eventId: row.event_id,
  fault: row.fault,
  foundAt: row.found_at.toISOString(),
  kind: row.content.kind,
  at: row.content.at,
  trackingNumber: row.content.trackingNumber,
  voucherID: row.card_id === null ? null : String(row.card_id),
  content: JSON.stringify(row.content),
  takenBy: row.taken_by,
  takenAt: instantToApi(row.taken_at),
  resolvedBy: row.resolved_by,
  resolvedAt: instantToApi(row.resolved_at),
  note: row.note,
})

interface LockedException {
  readonly id: number
  readonly source: string
  readonly event_id: string
  readonly fault: FeedFault
  readonly feed_event_id: number | null
  readonly resolved_at: Date | null
}

/** Locks an open exception that the viewer can see. Refused if there is none. */
async function lockOpenException(context: SessionContext, id: string) {
  const { rows } = await sql<LockedException>`
    SELECT x.id, x.source, x.event_id, x.fault, x.feed_event_id, x.resolved_at FROM ${visibleExceptions(context.viewer)}
      AND x.id = ${Number(id)} FOR UPDATE OF x`.execute(context.db)
  const [row] = rows
  if (!row) return refuse(codes.notFound, m.feed_noSuchException)
  context.setSubject('feedException', row.id)
  context.recordValues({ feedSource: row.source, reference: row.event_id })
  return row.resolved_at === null ? row : refuse(codes.refusedState, m.feed_alreadyResolved)
}

export const takeFeedException: Handler<'takeFeedException'> = async (context, { id }) => {
  const exception = await lockOpenException(context, id)
  if ('refusalCode' in exception) return exception
  await context.db
    .updateTable('feed_exception')
    .set({ taken_by: context.viewer.userId, taken_at: new Date(context.now()) })
    .where('id', '=', exception.id)
    .execute()
  return {}
}

export const resolveFeedException: Handler<'resolveFeedException'> = async (context, { id, note }) => {
  if (containsCardNumber(note)) return refuse(codes.refusedParameters, m.common_removeCardNumber)
  const exception = await lockOpenException(context, id)
  if ('refusalCode' in exception) return exception
  context.recordValues({ note })
  await context.db
    .updateTable('feed_exception')
    .set({ resolved_by: context.viewer.userId, resolved_at: new Date(context.now()), note })
    .where('id', '=', exception.id)
    .execute()
  return {}
}

/** Applies the event again, after someone has added what was missing, for example the card or the fee type. */
export const retryFeedException: Handler<'retryFeedException'> = async (context, { id }) => {
  const { db, viewer, now } = context
  const { ownerId } = viewer
  const receivedAt = new Date(now())
  const currency = await readCurrency(db, ownerId)
  // The lock of the owner's accounts comes first, as in every posting.
  await lockOwnerAccounts(db, ownerId, currency)
  const exception = await lockOpenException(context, id)
  if ('refusalCode' in exception) return exception
  if (exception.feed_event_id === null) return refuse(codes.refusedState, m.feed_sentWithOtherContent)
  const { rows } = await sql<{ id: number; card_id: number | null; content: FeedEvent }>`
    SELECT e.id, coalesce(e.card_id, c.id) AS card_id, e.content
    FROM feed_event e LEFT JOIN card c ON c.tracking_number = e.content->>'trackingNumber' AND c.owner_id = e.owner_id
    WHERE e.id = ${exception.feed_event_id}`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error(`exception ${exception.id} has no event`)
  const { id: eventId, card_id: cardId, content: event } = stored
  // The card can have been added since the event arrived.
  await sql`UPDATE feed_event SET card_id = ${cardId} WHERE id = ${eventId} AND card_id IS NULL`.execute(db)
  const target = { ownerId, currency, source: exception.source, receivedAt }
  await applyEvents(db, target, [{ id: eventId, cardId, event, isNew: false }])
  // Applying the event has resolved the exception if the fault is gone.
  const reread = await sql<{ is_open: boolean }>`
    SELECT resolved_at IS NULL AS is_open FROM feed_exception WHERE id = ${exception.id}`.execute(db)
  if (reread.rows[0]?.is_open !== false) return refuse(codes.refusedState, m.feed_stillNotApplied)
  await db.updateTable('feed_exception').set({ resolved_by: viewer.userId }).where('id', '=', exception.id).execute()
  return {}
}
