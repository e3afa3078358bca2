// Writes the message of an event once for each endpoint that receives the event, and enqueues a job for each delivery.
// Call this in the transaction of the change. Rules: docs/rules/webhooks.md, "Delivery".
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type TEST_EVENT, type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import { columnsToTable } from '#server/db/sets.ts'
import type { Db } from '#server/operations/context.ts'

export const DELIVER = 'deliver-webhook'

export interface WebhookContent {
  /** The same if the change is tried again, or if the job that writes the message runs again. */
  readonly messageId: string
  readonly ownerId: number
  readonly at: Date
  readonly type: WebhookEvent | typeof TEST_EVENT
  /** Ids, states, counts and sums. Never a card number. */
  readonly data: Readonly<Record<string, unknown>>
  /** The only endpoint that receives the message, even if it is disabled. */
  readonly endpointId?: number
}

/** Runs one statement, whether there are endpoints or not. Call `jobs.wake` after the commit to deliver immediately. */
export async function addWebhook(trx: Db, content: WebhookContent): Promise<void> {
  const { messageId, ownerId, at, type, data, endpointId } = content
  const text = JSON.stringify({ type, timestamp: at.toISOString(), data })
  const receiverCondition =
    endpointId === undefined ? sql`e.disabled_at IS NULL AND ${type} = ANY (e.events)` : sql`e.id = ${endpointId}`
  await sql`
    WITH added AS (
      INSERT INTO webhook_delivery (endpoint_id, message_id, type, payload, created_at, next_at)
      SELECT e.id, ${messageId}, ${type}, ${text}, ${at}, ${at} FROM webhook_endpoint e
      WHERE e.owner_id = ${ownerId} AND e.deleted_at IS NULL AND e.confirmed_at IS NOT NULL AND ${receiverCondition}
      ON CONFLICT (endpoint_id, message_id) DO NOTHING RETURNING id
    )
    INSERT INTO job (owner_id, kind, payload, singleton_key, run_at, created_at)
    SELECT ${ownerId}, ${DELIVER}, jsonb_build_object('deliveryId', id), id::text, ${at}, ${at} FROM added
    ON CONFLICT (kind, singleton_key, owner_id) WHERE attempts = 0 DO NOTHING`.execute(trx)
}

export interface CardsWebhook {
  readonly ownerId: number
  readonly at: Date
  /** 'activated', 'stopped', 'unstopped' or 'retired'. Other events of a card have no message. */
  readonly event: string
  readonly cardIds: readonly number[]
}

/**
 * Adds one message for all cards that changed together. Adds none if the event of the card has no message, or if no
 * endpoint receives it.
 */
export async function addCardsWebhook(trx: Db, { ownerId, at, event, cardIds }: CardsWebhook): Promise<void> {
  const type = webhookEvents.find((name) => name === `card.${event}`)
  if (type === undefined || cardIds.length === 0) return
  if (!(await hasReceivers(trx, ownerId, type))) return
  const { rows: cards } = await sql<{ cardId: string; trackingNumber: string }>`
    SELECT id::text AS "cardId", tracking_number AS "trackingNumber" FROM card WHERE id = ANY (${cardIds}::bigint[])
    ORDER BY id`.execute(trx)
  await addWebhook(trx, { messageId: `card-${randomUUID()}`, ownerId, at, type, data: { cards } })
}

export interface TransactionsWebhook {
  readonly ownerId: number
  readonly at: Date
  readonly transactions: readonly { readonly transactionId: number; readonly cardId: number }[]
}

/**
 * Adds one message for all transactions that were posted together, if an endpoint receives it. Do not call this for the
 * rows of a batch, because the message about the batch reports them.
 */
export async function addTransactionsWebhook(
  trx: Db,
  { ownerId, at, transactions }: TransactionsWebhook,
): Promise<void> {
  const type = 'card.transaction'
  if (transactions.length === 0) return
  if (!(await hasReceivers(trx, ownerId, type))) return
  const transactionIds = transactions.map(({ transactionId }) => transactionId)
  const input = columnsToTable('s', {
    transaction_id: ['bigint', transactionIds],
    card_id: ['bigint', transactions.map(({ cardId }) => cardId)],
  })
  const { rows } = await sql<{ transactionId: string; kind: string; cardId: string; trackingNumber: string }>`
    SELECT t.id::text AS "transactionId", t.kind, c.id::text AS "cardId", c.tracking_number AS "trackingNumber"
    FROM ${input}
    JOIN ledger_transaction t ON t.id = s.transaction_id JOIN card c ON c.id = s.card_id
    ORDER BY t.id, c.id`.execute(trx)
  const messageId = `transactions-${Math.min(...transactionIds)}`
  await addWebhook(trx, { messageId, ownerId, at, type, data: { transactions: rows } })
}

/** True if an endpoint receives the event. Ask this before reading the content of a message. */
export async function hasReceivers(trx: Db, ownerId: number, type: WebhookEvent): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM webhook_endpoint WHERE owner_id = ${ownerId} AND deleted_at IS NULL
      AND confirmed_at IS NOT NULL AND disabled_at IS NULL AND ${type} = ANY (events)) AS has`.execute(trx)
  return rows[0]?.has === true
}
