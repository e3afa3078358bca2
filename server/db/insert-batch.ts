// Stores a batch with all its rows in one statement. Card numbers are stored as ciphertext and keyed hash.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import { type AdditionalValidation, batchTypes, type BatchOption, type StoredBatchType } from '#domain/batch/types.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from '#server/db/sets.ts'
import type { Secrets } from '#server/keys/secrets.ts'

export interface NewBatch {
  readonly ownerId: number
  readonly kind: StoredBatchType
  readonly identifierType: IdentifierType
  readonly reference: string
  readonly originalName: string
  readonly fingerprint: string
  readonly duplicateReason: string | null
  readonly options: readonly BatchOption[]
  readonly validation: readonly AdditionalValidation[]
  readonly retire?: boolean
  readonly amountCents: Cents
  readonly feeCents: Cents
  readonly uploadedBy: number
  /** The campaigns that the uploader is limited to. Undefined for all campaigns. */
  readonly uploaderCampaignIds: readonly number[] | undefined
  readonly uploadedAt: Date
  /** Undefined if no approval rules apply: then one approval is enough. */
  readonly approvalTerms?: ApprovalTerms | undefined
  /** The time that the maker proposes for the run. */
  readonly proposedAt?: Date | undefined
  /** In the order of the file, numbered from 1. */
  readonly rows: readonly NewBatchRow[]
}

export interface NewBatchRow {
  readonly identifier: string
  /** Null if the card is not known (noIdentifierValidation). */
  readonly cardId: number | null
  /** How the file names the second card of a transfer. Null for other types. */
  readonly target?: string | null
  /** The second card of a transfer. Null if it is not known, and for other types. */
  readonly targetCardId?: number | null
  readonly amountCents: Cents
  /** True if the row had no amount and therefore moves the card's whole balance. */
  readonly wholeBalance?: boolean
  /** For a top-up: the balance that the card must not exceed after the load. */
  readonly targetBalanceCents?: Cents | undefined
  readonly feeCents: Cents
}

/** Inserts the batch. The database refuses it if the count or the sums of its rows do not match. */
export async function insertBatch(
  db: Db,
  secrets: Secrets,
  batch: NewBatch,
): Promise<{ readonly id: number; readonly currency: string }> {
  const { rows } = await sql<{ id: number; currency: string }>`
    WITH inserted AS (
      INSERT INTO batch_file (owner_id, currency, kind, identifier_type, reference, original_name, fingerprint, duplicate_reason,
        options, additional_validation, row_count, amount_cents, fee_cents, uploaded_by, uploaded_at, proposed_at, retire, campaign_ids, approval_terms)
      SELECT owner_id, currency, ${batch.kind}, ${batch.identifierType}::smallint, ${batch.reference}, ${batch.originalName},
        ${batch.fingerprint}, ${batch.duplicateReason}, ${[...batch.options]}::text[], ${[...batch.validation]}::text[],
        ${batch.rows.length}::integer, ${batch.amountCents}::bigint, ${batch.feeCents}::bigint, ${batch.uploadedBy}::bigint,
        ${batch.uploadedAt}::timestamptz, ${batch.proposedAt ?? null}::timestamptz, ${batch.retire ?? false}::boolean, ${campaignsToSql(batch)},
        ${batch.approvalTerms ? JSON.stringify(batch.approvalTerms) : null}::jsonb
      FROM programme WHERE owner_id = ${batch.ownerId}
      RETURNING id, currency
    ),
    stored AS (
      INSERT INTO batch_row (batch_id, row_no, identifier, identifier_cipher, identifier_hash, card_id, amount_cents, fee_cents,
        target, target_cipher, target_hash, target_card_id, whole_balance, target_balance_cents)
      SELECT inserted.id, row_no, identifier, identifier_cipher, identifier_hash, card_id, amount_cents, fee_cents,
        target, target_cipher, target_hash, target_card_id, whole_balance, target_balance_cents
      FROM inserted, ${rowsToTable(secrets, batch)}
    )
    SELECT id, currency FROM inserted
  `.execute(db)
  const [insertedBatch] = rows
  if (!insertedBatch) throw new Error(`owner ${batch.ownerId} has no programme`)
  return insertedBatch
}

/**
 * SQL for the campaigns of the batch's cards. A card that is not known yet can be of any campaign that the uploader is
 * limited to, so these are added. NULL if the uploader has no such limit.
 */
function campaignsToSql({ rows, uploaderCampaignIds, kind }: NewBatch) {
  const cardIds = rows.map(({ cardId }) => cardId)
  if (batchTypes[kind].needsTarget) cardIds.push(...rows.map(({ targetCardId = null }) => targetCardId))
  const knownCardIds = [...new Set(cardIds.filter((id) => id !== null))]
  const hasUnknownCards = cardIds.includes(null)
  if (hasUnknownCards && uploaderCampaignIds === undefined) return sql`NULL::bigint[]`
  const possibleCampaignIds = hasUnknownCards ? uploaderCampaignIds : []
  return sql`(
    SELECT coalesce(array_agg(DISTINCT campaign_id), '{}') FROM (
      SELECT campaign_id FROM card WHERE id = ANY(${knownCardIds}::bigint[])
      UNION ALL SELECT unnest(${possibleCampaignIds}::bigint[])
    ) s
  )`
}

interface StoredIdentifier {
  readonly text: string | null
  readonly cipher: Buffer | null
  readonly hash: Buffer | null
}

/** The table `s`: the rows of the batch as columns of batch_row. */
function rowsToTable(secrets: Secrets, { rows, identifierType }: NewBatch) {
  /** A card number is stored as ciphertext and hash, another identifier as text. */
  const toStored = (identifier: string | null): StoredIdentifier => {
    if (identifier === null) return { text: null, cipher: null, hash: null }
    if (identifierType !== PAN) return { text: identifier, cipher: null, hash: null }
    return { text: null, cipher: secrets.encrypt(identifier), hash: secrets.panIndex(identifier) }
  }
  const identifiers = rows.map(({ identifier }) => toStored(identifier))
  const targets = rows.map(({ target = null }) => toStored(target))
  return columnsToTable('s', {
    row_no: ['integer', rows.map((_, index) => index + 1)],
    identifier: ['text', identifiers.map(({ text }) => text)],
    identifier_cipher: ['bytea', identifiers.map(({ cipher }) => cipher)],
    identifier_hash: ['bytea', identifiers.map(({ hash }) => hash)],
    card_id: ['bigint', rows.map((row) => row.cardId)],
    amount_cents: ['bigint', rows.map((row) => row.amountCents)],
    fee_cents: ['bigint', rows.map((row) => row.feeCents)],
    target: ['text', targets.map(({ text }) => text)],
    target_cipher: ['bytea', targets.map(({ cipher }) => cipher)],
    target_hash: ['bytea', targets.map(({ hash }) => hash)],
    target_card_id: ['bigint', rows.map((row) => row.targetCardId ?? null)],
    whole_balance: ['boolean', rows.map((row) => row.wholeBalance ?? false)],
    target_balance_cents: ['bigint', rows.map((row) => row.targetBalanceCents ?? null)],
  })
}
