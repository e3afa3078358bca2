// Stores a batch with all its rows in one statement; card numbers as ciphertext and keyed hash (threats T19).
import { sql } from 'kysely'
import type { AdditionalValidation, BatchOption, BatchType } from '#domain/batch/kinds.ts'
import { type IdentifierType, PAN } from '#domain/cards/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/context.ts'
import { columnsToSet } from '#server/db/sets.ts'
import type { Secrets } from '#server/secrets.ts'

export interface NewBatch {
  readonly ownerId: number
  readonly kind: BatchType
  readonly identifierType: IdentifierType
  readonly reference: string
  readonly originalName: string
  readonly fingerprint: string
  readonly duplicateReason: string | null
  readonly options: readonly BatchOption[]
  readonly validation: readonly AdditionalValidation[]
  readonly amountCents: Cents
  readonly feeCents: Cents
  readonly uploadedBy: number
  readonly uploadedAt: Date
  /** In the file's order; numbered from 1. */
  readonly rows: readonly NewBatchRow[]
}

export interface NewBatchRow {
  readonly identifier: string
  /** Null where the identifier is not known (noIdentifierValidation). */
  readonly cardId: number | null
  readonly amountCents: Cents
  readonly feeCents: Cents
}

/** Gives the batch's id. The database refuses rows whose count or sums are not the file's. */
export async function insertBatch(db: Db, secrets: Secrets, batch: NewBatch): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH file AS (
      INSERT INTO batch_file (owner_id, currency, kind, identifier_type, reference, original_name, fingerprint, duplicate_reason,
        options, additional_validation, row_count, amount_cents, fee_cents, uploaded_by, uploaded_at)
      SELECT owner_id, currency, ${batch.kind}, ${batch.identifierType}::smallint, ${batch.reference}, ${batch.originalName},
        ${batch.fingerprint}, ${batch.duplicateReason}, ${[...batch.options]}::text[], ${[...batch.validation]}::text[],
        ${batch.rows.length}::integer, ${batch.amountCents}::bigint, ${batch.feeCents}::bigint, ${batch.uploadedBy}::bigint,
        ${batch.uploadedAt}::timestamptz
      FROM programme WHERE owner_id = ${batch.ownerId}
      RETURNING id
    ),
    stored AS (
      INSERT INTO batch_row (batch_id, row_no, identifier, identifier_cipher, identifier_hash, card_id, amount_cents, fee_cents)
      SELECT file.id, s.* FROM file, ${rowsToSet(secrets, batch)} AS s
    )
    SELECT id FROM file
  `.execute(db)
  const [file] = rows
  if (!file) throw new Error(`owner ${batch.ownerId} has no programme`)
  return file.id
}

function rowsToSet(secrets: Secrets, { rows, identifierType }: NewBatch) {
  const isPan = identifierType === PAN
  return columnsToSet([
    ['integer', rows.map((_, index) => index + 1)],
    ['text', rows.map((row) => (isPan ? null : row.identifier))],
    ['bytea', rows.map((row) => (isPan ? secrets.encrypt(row.identifier) : null))],
    ['bytea', rows.map((row) => (isPan ? secrets.panIndex(row.identifier) : null))],
    ['bigint', rows.map((row) => row.cardId)],
    ['bigint', rows.map((row) => row.amountCents)],
    ['bigint', rows.map((row) => row.feeCents)],
  ])
}
