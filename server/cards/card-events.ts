// The history of a card: what was done to it, when and by whom. It only grows (migration 0004).
import type { CardEventKind } from '#domain/cards/history.ts'
import type { SessionContext } from '#server/context.ts'

interface CardEvent {
  readonly cardId: number
  readonly kind: CardEventKind
  readonly stopReasonId?: number
  /** The ledger transaction of a movement of money. */
  readonly transactionId?: number
}

export async function writeCardEvents(context: SessionContext, events: readonly CardEvent[]): Promise<void> {
  if (events.length === 0) return
  await context.db
    .insertInto('card_event')
    .values(
      events.map((event) => ({
        card_id: event.cardId,
        at: new Date(context.now()),
        user_id: context.viewer.userId,
        kind: event.kind,
        stop_reason_id: event.stopReasonId ?? null,
        transaction_id: event.transactionId ?? null,
      })),
    )
    .execute()
}
