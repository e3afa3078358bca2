// Inserts new cards with their accounts, tags and messages. The number of statements does not depend on the number of
// cards. Numbers and CVVs are encrypted like those of all cards.
import { sql } from 'kysely'
import { maskPan } from '#domain/cards/identifiers.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { createTagNames } from '#server/db/tag-names.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import type { NewNumbers } from './card-numbers.ts'

export interface NewCard extends NewNumbers {
  /** The number of the order's row. It identifies the card among the new cards. */
  readonly rowNo: number
  readonly customerReference: string
  readonly name: string
  readonly label: string
  readonly phone: string
  readonly expiresOn: CalendarDate
  readonly tags: readonly NewTag[]
  /** The number for the message that the card is ready. Undefined if no message is sent. */
  readonly notificationNumber: string | undefined
}

export interface NewTag {
  readonly name: string
  readonly value: string
}

interface IssueInfo {
  readonly ownerId: number
  readonly campaignId: number
  readonly currency: string
  readonly issuedAt: Date
}

/** A new card with its account and its row of the order. */
export interface InsertedCard {
  readonly rowNo: number
  readonly cardId: number
  readonly accountId: number
}

/**
 * Inserts cards that are not activated and have no balance. The database refuses a number that is in use (error 23505).
 * The statement draws the cards' ids (`input`), inserts the cards (`inserted`) and opens their accounts
 * (`opened_account`).
 */
export async function insertIssued(
  trx: Db,
  secrets: Secrets,
  { ownerId, campaignId, currency, issuedAt }: IssueInfo,
  cards: readonly NewCard[],
): Promise<InsertedCard[]> {
  const rowsTable = columnsToTable('s', {
    row_no: ['integer', cards.map((card) => card.rowNo)],
    pan_cipher: ['bytea', cards.map((card) => secrets.encrypt(card.pan))],
    pan_hash: ['bytea', cards.map((card) => secrets.panIndex(card.pan))],
    pan_prefix_hash: ['bytea', cards.map((card) => secrets.panPrefixIndex(card.pan))],
    pan_masked: ['text', cards.map((card) => maskPan(card.pan))],
    tracking_number: ['text', cards.map((card) => card.trackingNumber)],
    cvv_cipher: ['bytea', cards.map((card) => secrets.encrypt(card.cvv))],
    customer_reference: ['text', cards.map((card) => card.customerReference)],
    phone: ['text', cards.map((card) => card.phone)],
    name: ['text', cards.map((card) => card.name)],
    label: ['text', cards.map((card) => card.label)],
    expires_on: ['date', cards.map((card) => card.expiresOn)],
  })
  const { rows } = await sql<{ row_no: number; card_id: number; account_id: number }>`
    WITH input AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('card', 'id')) AS id, s.* FROM ${rowsTable}
    ),
    inserted AS (
      -- The sequence number is the card's id with at least seven digits. The activation data is the customer reference.
      INSERT INTO card (
        id, owner_id, campaign_id, issued_at,
        sequence_number, activation_data,
        pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number, cvv_cipher,
        customer_reference, phone, name, label, expires_on
      )
      SELECT
        id, ${ownerId} AS owner_id, ${campaignId} AS campaign_id, ${issuedAt} AS issued_at,
        lpad(id::text, greatest(7, length(id::text)), '0') AS sequence_number, customer_reference AS activation_data,
        pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number, cvv_cipher,
        customer_reference, phone, name, label, expires_on
      FROM input
      RETURNING id
    ),
    opened_account AS (
      INSERT INTO account (owner_id, currency, kind, card_id)
      SELECT ${ownerId}, ${currency}, 'card', id FROM inserted ORDER BY id
      RETURNING id, card_id
    )
    SELECT input.row_no, input.id AS card_id, opened_account.id AS account_id FROM input JOIN opened_account ON opened_account.card_id = input.id
  `.execute(trx)
  const cardIdByRow = new Map(rows.map((row) => [row.row_no, row.card_id]))
  const cardIdOf = ({ rowNo }: NewCard) => {
    const id = cardIdByRow.get(rowNo)
    if (id === undefined) throw new Error(`no card was inserted for row ${rowNo}`)
    return id
  }
  const taggedCards = cards.map((card) => ({ cardId: cardIdOf(card), tags: card.tags }))
  await insertTags(trx, ownerId, taggedCards)
  const notifications: CardNotification[] = []
  for (const card of cards) {
    const { notificationNumber } = card
    if (notificationNumber !== undefined) notifications.push({ cardId: cardIdOf(card), number: notificationNumber })
  }
  await insertNotifications(trx, notifications, issuedAt)
  return rows.map((row) => ({ rowNo: row.row_no, cardId: row.card_id, accountId: row.account_id }))
}

interface TaggedCard {
  readonly cardId: number
  readonly tags: readonly NewTag[]
}

/** Ignores tags without a name or a value. */
async function insertTags(trx: Db, ownerId: number, cards: readonly TaggedCard[]): Promise<void> {
  const tags = cards.flatMap((card) => card.tags.map((tag) => ({ cardId: card.cardId, ...tag })))
  const filledTags = tags.filter(({ name, value }) => name !== '' && value !== '')
  if (filledTags.length === 0) return
  const tagNames = filledTags.map(({ name }) => name)
  const { idOf } = await createTagNames(trx, ownerId, tagNames)
  const rowSet = columnsToTable('s', {
    card_id: ['bigint', filledTags.map(({ cardId }) => cardId)],
    tag_id: ['bigint', filledTags.map(({ name }) => idOf(name) ?? null)],
    value: ['text', filledTags.map(({ value }) => value)],
  })
  await sql`
    INSERT INTO card_tag_value (card_id, tag_id, value) SELECT * FROM ${rowSet}
    ON CONFLICT (card_id, tag_id) DO NOTHING`.execute(trx)
}

interface CardNotification {
  readonly cardId: number
  /** The telephone number. */
  readonly number: string
}

async function insertNotifications(trx: Db, notifications: readonly CardNotification[], at: Date): Promise<void> {
  if (notifications.length === 0) return
  const rowSet = columnsToTable('s', {
    card_id: ['bigint', notifications.map(({ cardId }) => cardId)],
    number: ['text', notifications.map(({ number }) => number)],
  })
  await sql`
    INSERT INTO card_notification (card_id, number, created_at) SELECT card_id, number, ${at} FROM ${rowSet}
  `.execute(trx)
}
