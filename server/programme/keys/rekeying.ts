// Converts a single value from the old keys to the new ones.
import type { OpenedKeys } from '#server/keys/database-keys.ts'
import { refingerprint, rehash, keysToSecrets, type KeySet, type Secrets } from '#server/keys/secrets.ts'

export interface Rekeying {
  readonly oldSecrets: Secrets
  readonly newSecrets: Secrets
  /** Decrypts with the old key and encrypts with the new one. Throws if the value cannot be decrypted. */
  readonly reencrypt: (cipher: Uint8Array) => Buffer
  /** Like `reencrypt`, for base64 text in JSON. */
  readonly reencryptText: (cipher: string) => string
  readonly rewrapDraftKey: (wrapped: Uint8Array) => Buffer
  /** Hashes an existing one-way hash with the new key. */
  readonly rehash: (hash: Uint8Array) => Buffer
  /** Hashes an existing fingerprint with the new key. */
  readonly refingerprint: (fingerprint: string) => string
}

export function createRekeying({ keys, secrets: oldSecrets, earlierIndexKeys }: OpenedKeys, next: KeySet): Rekeying {
  const newSecrets = keysToSecrets(next, [...earlierIndexKeys, keys.index])
  const reencrypt = (cipher: Uint8Array) => newSecrets.encrypt(oldSecrets.decrypt(cipher))
  return {
    oldSecrets,
    newSecrets,
    reencrypt,
    reencryptText: (cipher) => reencrypt(Buffer.from(cipher, 'base64')).toString('base64'),
    rewrapDraftKey: (wrapped) => newSecrets.wrapDraftKey(oldSecrets.unwrapDraftKey(wrapped)),
    rehash: (hash) => rehash(next.index, hash),
    refingerprint: (fingerprint) => refingerprint(next.index, fingerprint),
  }
}

/** Changes the value. Null stays null. */
export const mapUnlessNull = <T, U>(value: T | null, change: (value: T) => U): U | null =>
  value === null ? null : change(value)
