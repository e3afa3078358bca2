// The fingerprints of batches and orders: what two files with the same rows have in common.
import { createHash } from 'node:crypto'
import type { BatchType } from '#domain/batch/kinds.ts'
import { batchToFingerprintText, batchToNamedText, type RowToFingerprint } from '#domain/batch/verdicts.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { orderToFingerprintText } from '#domain/order/fingerprint.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import type { Secrets } from '#server/secrets.ts'

/** Each of 64 hexadecimal digits. */
export interface Fingerprints {
  readonly fingerprint: string
  /** What the same rows have where they were stored before cards themselves counted; goes once no such batch is 30 days old. */
  readonly before: string
}

export function fingerprintsOf(
  secrets: Secrets,
  type: BatchType,
  identifierType: IdentifierType,
  rows: readonly RowToFingerprint[],
): Fingerprints {
  const hashOf = (text: string) => keyedHash(secrets, `batch:${text}`)
  return {
    fingerprint: hashOf(batchToFingerprintText(type, identifierType, rows)),
    before: hashOf(batchToNamedText(type, identifierType, rows)),
  }
}

/** Of campaign, kind and rows; the texts and amounts of each row in the order of its fields. 64 hexadecimal digits. */
export const orderFingerprint = (
  secrets: Secrets,
  type: OrderType,
  campaignId: number,
  rows: readonly (readonly (string | number)[])[],
): string => keyedHash(secrets, `order:${orderToFingerprintText(type, campaignId, rows)}`)

/**
 * Keyed first: a plain hash of a file of one row could be turned back into its card number by trying them all (threats T19).
 */
const keyedHash = (secrets: Secrets, text: string): string =>
  createHash('sha256').update(secrets.panIndex(text)).digest('hex')
