// The fingerprint of a batch: what two files with the same rows have in common.
import { createHash } from 'node:crypto'
import type { BatchType } from '#domain/batch/kinds.ts'
import { batchToFingerprintText, batchToNamedText, type RowToFingerprint } from '#domain/batch/verdicts.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { Secrets } from '#server/secrets.ts'

/** Each of 64 hexadecimal digits. */
export interface Fingerprints {
  readonly fingerprint: string
  /** What the same rows have where they were stored before cards themselves counted; goes once no such batch is 30 days old. */
  readonly before: string
}

/**
 * Keyed first: a plain hash of a file of one row could be turned back into its card number by trying them all (threats T19).
 */
export function fingerprintsOf(
  secrets: Secrets,
  type: BatchType,
  identifierType: IdentifierType,
  rows: readonly RowToFingerprint[],
): Fingerprints {
  const hashOf = (text: string) =>
    createHash('sha256')
      .update(secrets.panIndex(`batch:${text}`))
      .digest('hex')
  return {
    fingerprint: hashOf(batchToFingerprintText(type, identifierType, rows)),
    before: hashOf(batchToNamedText(type, identifierType, rows)),
  }
}
