// Inserts demo cards with their accounts and tags, thousands at a time: a few statements for each portion.
import { sql } from 'kysely'
import { maskPan } from '#domain/cards/identifiers.ts'
import type { Db } from '#server/context.ts'
import { pinToHash } from '#server/pins.ts'
import type { Secrets } from '#server/secrets.ts'
import { columnsToSet } from '#server/db/sets.ts'
import { cardTags } from './campaigns.ts'
import type { DemoCardRow } from './cards.ts'

/** Days before today on which stopped and retired cards became so. */
const STOPPED_DAYS_AGO = 5
const RETIRED_DAYS_AGO = 11

/** `midnight` is the start of today. */
export async function insertCards(
  db: Db,
  secrets: Secrets,
  cards: readonly DemoCardRow[],
  midnight: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(midnight.getTime() - days * 86_400_000)
  const issued = cards.map((card) => new Date(`${card.issuedOn}T02:00:00Z`))
  const set = columnsToSet([
    ['bigint', cards.map((card) => card.id)],
    ['bigint', cards.map((card) => card.campaign.ownerId)],
    ['bigint', cards.map((card) => card.campaign.id)],
    ['bytea', cards.map((card) => secrets.encrypt(card.pan))],
    ['bytea', cards.map((card) => secrets.panIndex(card.pan))],
    ['bytea', cards.map((card) => secrets.panPrefixIndex(card.pan))],
    ['text', cards.map((card) => maskPan(card.pan))],
    ['text', cards.map((card) => card.trackingNumber)],
    ['text', cards.map((card) => card.sequenceNumber)],
    ['text', cards.map((card) => card.customerReference)],
    ['text', cards.map((card) => card.customerId)],
    ['text', cards.map((card) => card.phone)],
    ['text', cards.map((card) => card.idNumber)],
    ['text', cards.map((card) => card.name)],
    ['bytea', cards.map((card) => secrets.encrypt(card.cvv))],
    ['bytea', cards.map((card) => (card.pin === undefined ? null : pinToHash(secrets, card.id, card.pin)))],
    ['date', cards.map((card) => card.expiresOn)],
    ['timestamptz', issued],
    ['timestamptz', cards.map((card, at) => (card.state === 'notActivated' ? null : (issued[at] ?? null)))],
    ['timestamptz', cards.map((card) => (card.state === 'stopped' ? daysAgo(STOPPED_DAYS_AGO) : null))],
    ['integer', cards.map((card) => card.stopReasonId)],
    ['timestamptz', cards.map((card) => (card.state === 'retired' ? daysAgo(RETIRED_DAYS_AGO) : null))],
    ['boolean', cards.map((card) => card.kycPassed)],
    ['boolean', cards.map((card) => card.magstripe)],
    ['text', cards.map((card) => card.customerReference)],
  ])
  await sql`
    INSERT INTO card (id, owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
      sequence_number, customer_reference, customer_id, phone, id_number, name, cvv_cipher, pin_hash, expires_on, issued_at,
      activated_at, stopped_at, stop_reason_id, retired_at, kyc_passed, magstripe_enabled, activation_data)
    SELECT s.* FROM ${set} AS s
  `.execute(db)
  const accounts = columnsToSet([
    ['bigint', cards.map((card) => card.accountId)],
    ['bigint', cards.map((card) => card.id)],
  ])
  await sql`
    INSERT INTO account (id, owner_id, currency, kind, card_id)
    SELECT s.id, c.owner_id, p.currency, 'card', s.card_id
    FROM ${accounts} AS s (id, card_id) JOIN card c ON c.id = s.card_id JOIN programme p ON p.owner_id = c.owner_id
  `.execute(db)
  await insertTags(db, cards)
}

async function insertTags(db: Db, cards: readonly DemoCardRow[]): Promise<void> {
  const tags = cards.flatMap((card) =>
    card.tags.flatMap((value, index) => (value === undefined ? [] : [{ card, name: cardTags[index] ?? '', value }])),
  )
  const set = columnsToSet([
    ['bigint', tags.map((tag) => tag.card.id)],
    ['bigint', tags.map((tag) => tag.card.campaign.ownerId)],
    ['text', tags.map((tag) => tag.name)],
    ['text', tags.map((tag) => tag.value)],
  ])
  await sql`
    INSERT INTO card_tag_value (card_id, tag_id, value)
    SELECT s.card_id, t.id, s.value FROM ${set} AS s (card_id, owner_id, name, value)
    JOIN card_tag t ON t.owner_id = s.owner_id AND t.name = s.name
  `.execute(db)
}
