// Computes the fingerprints of batches and orders. Two files with the same rows have the same fingerprint.
import type { BatchType } from '#domain/batch/types.ts'
import { batchToFingerprintText, type RowToFingerprint } from '#domain/batch/fingerprint.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { orderToFingerprintText } from '#domain/order/fingerprint.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { advisoryLocks } from './advisory-locks.ts'

/** Computes the fingerprint of a batch from its type and rows, as 64 hexadecimal digits. */
export const batchFingerprint = (
  secrets: Secrets,
  type: BatchType,
  identifierType: IdentifierType,
  rows: readonly RowToFingerprint[],
): string => secrets.fingerprint(`batch:${batchToFingerprintText(type, identifierType, rows)}`)

/**
 * Computes the fingerprint of an order from its campaign, type and rows, as 64 hexadecimal digits. Each row is a list
 * of its texts and amounts, in the order of the fields.
 */
export const orderFingerprint = (
  secrets: Secrets,
  type: OrderType,
  campaignId: number,
  rows: readonly (readonly (string | number)[])[],
): string => secrets.fingerprint(`order:${orderToFingerprintText(type, campaignId, rows)}`)

/**
 * Locks the fingerprint until the transaction ends. Of two submissions of the same rows, the second waits and then finds
 * the first.
 */
export async function lockFingerprint(db: Db, fingerprint: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.fingerprint}::integer, hashtext(${fingerprint}))`.execute(db)
}
