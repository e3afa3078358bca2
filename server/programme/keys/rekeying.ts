// Converts a single value from the old keys to the new ones.
import type { OpenedKeys } from '#server/keys/database-keys.ts'
import { refingerprint, rehash, keysToSecrets, type KeySet, type Secrets } from '#server/keys/secrets.ts'

export interface Rekeying {
  readonly before: Secrets
  readonly after: Secrets
  /** Decrypts and encrypts again. Throws if the value cannot be decrypted. */
  readonly encrypted: (cipher: Uint8Array) => Buffer
  /** As `encrypted`, for base64 text in JSON. */
  readonly encryptedText: (cipher: string) => string
  readonly draftKey: (wrapped: Uint8Array) => Buffer
  readonly oneWay: (hash: Uint8Array) => Buffer
  readonly fingerprint: (print: string) => string
}

export function createRekeying({ keys, secrets: before, earlierIndexKeys }: OpenedKeys, next: KeySet): Rekeying {
  const after = keysToSecrets(next, [...earlierIndexKeys, keys.index])
  const encrypted = (cipher: Uint8Array) => after.encrypt(before.decrypt(cipher))
  return {
    before,
    after,
    encrypted,
    encryptedText: (cipher) => encrypted(Buffer.from(cipher, 'base64')).toString('base64'),
    draftKey: (wrapped) => after.wrapDraftKey(before.unwrapDraftKey(wrapped)),
    oneWay: (hash) => rehash(next.index, hash),
    fingerprint: (print) => refingerprint(next.index, print),
  }
}

export const mapUnlessNull = <T, U>(value: T | null, change: (value: T) => U): U | null =>
  value === null ? null : change(value)
