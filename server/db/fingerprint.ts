// The fingerprint of a batch: what two files with the same rows have in common.
import { createHash } from 'node:crypto'
import type { BatchType } from '#domain/batch/kinds.ts'
import { batchToFingerprintText } from '#domain/batch/verdicts.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { Secrets } from '#server/secrets.ts'

/**
 * 64 hexadecimal digits. Keyed first: a plain hash of a file of one row could be turned back into its card number by trying
 * them all (threats T19).
 */
export function fingerprintOf(
  secrets: Secrets,
  type: BatchType,
  identifierType: IdentifierType,
  elements: Parameters<typeof batchToFingerprintText>[2],
): string {
  const text = batchToFingerprintText(type, identifierType, elements)
  return createHash('sha256')
    .update(secrets.panIndex(`batch:${text}`))
    .digest('hex')
}
