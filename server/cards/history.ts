// The history of a card: actions with their time, user and texts. Entries are never changed.
import { sql } from 'kysely'
import { type CardEventType, MAX_CARD_EVENTS } from '#domain/cards/history.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { storedToText } from '#server/stored-text.ts'
import { addCardsWebhook, addTransactionsWebhook } from '#server/webhooks/add.ts'
import { findCardById, noSuchCard } from './find-cards.ts'
import { descriptionInLanguage, nameInLanguage } from '#server/operations/programme-names.ts'

interface EventRow {
  readonly at: Date
  readonly username: string
  readonly kind: CardEventType
  readonly stop_reason: string | null
  readonly amount_cents: number | null
  readonly description: string | null
  readonly requester_name: string | null
  readonly store_name: string | null
  readonly contact_phone: string | null
  readonly decline_reason: string | null
  readonly comments: string | null
}

export const cardHistory: Handler<'cardHistory'> = async ({ db, viewer }, { voucherID }) => {
  const card = await findCardById(db, viewer, Number(voucherID))
  if (!card) return noSuchCard()
  const { rows } = await sql<EventRow>`
    SELECT v.at, coalesce(u.username, '') AS username, v.kind, ${nameInLanguage('s', 'short')} AS stop_reason, e.amount_cents, ${descriptionInLanguage()} AS description, r.requester_name, r.store_name,
           r.contact_phone, r.decline_reason, r.comments
    FROM card_event v
    LEFT JOIN user_account u ON u.id = v.user_id
    LEFT JOIN stop_reason s ON s.id = v.stop_reason_id
    LEFT JOIN ledger_transaction t ON t.id = v.transaction_id
    LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = ${card.account_id}
    LEFT JOIN fee_reversal r ON r.transaction_id = t.id
    WHERE v.card_id = ${card.id}
    ORDER BY v.at DESC, v.id DESC LIMIT ${MAX_CARD_EVENTS}
  `.execute(db)
  return {
    events: rows.map((row) => ({
      at: row.at.toISOString(),
      username: row.username,
      kind: row.kind,
      stopReason: row.stop_reason ?? '',
      amount: row.amount_cents === null ? null : moneyToApi(row.amount_cents),
      description: storedToText(row.description ?? ''),
      reversal: rowToReversal(row),
    })),
  }
}

/** Null for an action that reversed no fee. Every reversal has a requester. */
function rowToReversal(row: EventRow) {
  if (row.requester_name === null) return null
  return {
    requesterName: row.requester_name,
    storeName: row.store_name ?? '',
    contactPhone: row.contact_phone ?? '',
    declineReason: row.decline_reason ?? '',
    comments: row.comments ?? '',
  }
}

interface CardEvent {
  readonly cardId: number
  readonly kind: CardEventType
  readonly stopReasonId?: number | undefined
  /** The ledger transaction, if the action moved money. */
  readonly transactionId?: number | undefined
}

/** Adds the events to the history of their cards, and enqueues the webhooks about them. */
export async function writeCardEvents(context: SessionContext, events: readonly CardEvent[]): Promise<void> {
  if (events.length === 0) return
  const { db, now, viewer } = context
  const { ownerId, userId } = viewer
  const at = new Date(now())
  await db
    .insertInto('card_event')
    .values(
      events.map((event) => ({
        card_id: event.cardId,
        at,
        user_id: userId,
        kind: event.kind,
        stop_reason_id: event.stopReasonId ?? null,
        transaction_id: event.transactionId ?? null,
      })),
    )
    .execute()
  for (const kind of new Set(events.map((event) => event.kind))) {
    const cardIds = events.filter((event) => event.kind === kind).map(({ cardId }) => cardId)
    await addCardsWebhook(db, { ownerId, at, event: kind, cardIds })
  }
  const transactions: { cardId: number; transactionId: number }[] = []
  for (const { cardId, transactionId } of events)
    if (transactionId !== undefined) transactions.push({ cardId, transactionId })
  await addTransactionsWebhook(db, { ownerId, at, transactions })
}
