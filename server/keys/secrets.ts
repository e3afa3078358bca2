// Encryption and keyed hashes. Card numbers and other sensitive values are encrypted, and searched by keyed hashes.
// Codes that must not be recovered are only hashed. key-files.ts stores the keys. database-keys.ts checks that they fit
// the database.
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
} from 'node:crypto'

export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Half of an HMAC-SHA256: no collisions among a billion cards, and a small index. */
const INDEX_BYTES = 16

/** The keys in use. Each has one purpose, so that each can be protected separately. A rotation replaces all of them. */
export const keyNames = ['token', 'data', 'index', 'draft'] as const
/** `KeySet.generation` of the keys that a new database gets. */
export const FIRST_GENERATION = 1
export type KeyName = (typeof keyNames)[number]

/** `generation` counts the rotations from 1. It is the first byte of everything that is encrypted with these keys. */
export interface KeySet extends Readonly<Record<KeyName, Buffer>> {
  readonly generation: number
}

/** Identifies the keys that are needed to read the database, and reveals nothing about them. */
export type KeyMarks = Readonly<Record<Exclude<KeyName, 'token'>, Buffer>>

export interface Secrets {
  /**
   * Encrypts with AES-256-GCM, and returns generation, nonce, ciphertext and tag. The same text gives a different
   * ciphertext each time.
   */
  readonly encrypt: (plain: string | Uint8Array) => Buffer
  readonly decrypt: (cipher: Uint8Array) => Buffer
  /** The inverse of `encrypt`, for text. */
  readonly decryptText: (cipher: Uint8Array) => string
  /** Keyed hash of a whole card number, 16 bytes. Finds a card whose number is not stored in clear. */
  readonly panIndex: (digits: string) => Buffer
  /** Keyed hash of the first nine digits, 16 bytes. Finds cards by the beginning of their number. */
  readonly panPrefixIndex: (digits: string) => Buffer
  /** `panIndex` of each number, concatenated, so that a query about 5,000 cards has one parameter. */
  readonly panIndexes: (numbers: readonly string[]) => Buffer
  /** Keyed hash of a value that the database stores only as this hash (a code, a PIN, parameters), 16 bytes. */
  readonly oneWay: (text: string) => Buffer
  /** Keyed hash as 64 hexadecimal digits, which users also compare by eye. */
  readonly fingerprint: (text: string) => string
  /**
   * The forms that a fingerprint of an unknown generation can have now. Each rotation after that generation has hashed
   * the fingerprint again, so there is one form for each possible generation.
   */
  readonly fingerprintsSince: (fingerprint: string) => readonly string[]
  /** The generation of the keys in use. */
  readonly generation: number
  /**
   * The generation of the index key, for the chain over the audit trail. A rotation while servers run keeps the index
   * key, so it does not change this number.
   */
  readonly chainGeneration: number
  /**
   * Keyed hash for the chain over the audit trail, 32 bytes. Keys of earlier generations still verify their own
   * entries. Undefined for an unknown generation.
   */
  readonly chainHash: (generation: number, text: string) => Buffer | undefined
  /** HS256 key of the session tokens. */
  readonly tokenKey: Uint8Array
  /** Signs Web Push messages. Derived from the token key, so a rotation replaces both. */
  readonly pushKey: PushKey
  /** Encrypts the draft keys of users, with a separate key, since draft keys reach the browser. */
  readonly wrapDraftKey: (key: Uint8Array) => Buffer
  readonly unwrapDraftKey: (wrapped: Uint8Array) => Buffer
  readonly marks: KeyMarks
}

/** A P-256 key pair. */
export interface PushKey {
  /** The uncompressed point in base64url. Browsers use it to subscribe. */
  readonly publicKey: string
  readonly privateKey: JsonWebKey
}

/** Derives secrets from a text, for tests and benchmarks. The same text gives the same keys. */
export const textToSecrets = (text: string): Secrets => keysToSecrets(textToKeys(text))

/** The keys of `textToSecrets`. */
export function textToKeys(text: string): KeySet {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', text, '', purpose, KEY_BYTES))
  return { generation: 1, token: key('token'), data: key('data'), index: key('index'), draft: key('draft') }
}

/**
 * The keys with which values are encrypted. The keys of another generation cannot decrypt a value, because GCM
 * authenticates.
 */
export type EncryptionKeys = Pick<KeySet, 'data' | 'draft'>
/** Finds the keys of another generation while values are being encrypted again. */
export type FindKeys = (generation: number) => EncryptionKeys | undefined

/**
 * `earlierIndexKeys`: the index keys of earlier generations, oldest first.
 * Values that are stored only as a hash (`oneWay`, `fingerprint`) cannot be recovered, so a rotation hashes the old
 * hash with the new key. A value to search for is therefore hashed with all keys in turn. Card numbers are hashed with
 * the current key alone.
 */
export function keysToSecrets(
  keys: KeySet,
  earlierIndexKeys: readonly Buffer[] = [],
  findKeys: FindKeys = () => undefined,
): Secrets {
  const { generation } = keys
  const otherKeys = new Map<number, EncryptionKeys>()
  /** The keys with which a value was encrypted: its first byte names their generation. */
  const keysOf = (cipher: Uint8Array): EncryptionKeys => {
    const usedGeneration = cipher[0] ?? 0
    if (usedGeneration === generation) return keys
    const found = otherKeys.get(usedGeneration) ?? findKeys(usedGeneration)
    if (!found) throw new Error('This ciphertext was encrypted with a key that the server does not have')
    otherKeys.set(usedGeneration, found)
    return found
  }
  const indexHash = (text: string) => shortHash(keys.index, text)
  const [firstKey, ...laterKeys] = [...earlierIndexKeys, keys.index] as const
  const chainKeys = [firstKey, ...laterKeys].map((key) => createHmac('sha256', key).update('audit chain').digest())
  const decrypt = (cipher: Uint8Array) => decryptWith(keysOf(cipher).data, cipher)
  return {
    encrypt: (plain) => encryptWith(generation, keys.data, plain),
    decrypt,
    decryptText: (cipher) => decrypt(cipher).toString('utf8'),
    panIndex: indexHash,
    // Prefixed, so that a hash of nine digits never equals the hash of a whole number.
    panPrefixIndex: (digits) => indexHash(`prefix:${digits.slice(0, 9)}`),
    panIndexes: (numbers) => {
      const packed = Buffer.allocUnsafe(numbers.length * INDEX_BYTES)
      numbers.forEach((digits, position) => indexHash(digits).copy(packed, position * INDEX_BYTES))
      return packed
    },
    oneWay: (text) => laterKeys.reduce((hash, key) => rehash(key, hash), shortHash(firstKey, text)),
    fingerprint: (text) => {
      // Keyed, because an unkeyed hash of a one-row file could be reversed by trying all card numbers.
      const firstFingerprint = createHash('sha256').update(shortHash(firstKey, text)).digest('hex')
      return laterKeys.reduce((fingerprint, key) => refingerprint(key, fingerprint), firstFingerprint)
    },
    fingerprintsSince: (fingerprint) =>
      [firstKey, ...laterKeys].map((_, index) => {
        const rotationsSince = laterKeys.slice(index)
        return rotationsSince.reduce((earlier, key) => refingerprint(key, earlier), fingerprint)
      }),
    generation,
    chainGeneration: earlierIndexKeys.length + 1,
    chainHash: (keyGeneration, text) => {
      const chainKey = chainKeys[keyGeneration - 1]
      return chainKey && createHmac('sha256', chainKey).update(text).digest()
    },
    tokenKey: keys.token,
    pushKey: toPushKey(keys.token),
    wrapDraftKey: (key) => encryptWith(generation, keys.draft, key),
    unwrapDraftKey: (wrapped) => decryptWith(keysOf(wrapped).draft, wrapped),
    marks: { data: markOf(keys.data), index: markOf(keys.index), draft: markOf(keys.draft) },
  }
}

function toPushKey(key: Buffer): PushKey {
  const pair = createECDH('prime256v1')
  const trySetPrivateKey = (attempt: number): boolean => {
    try {
      pair.setPrivateKey(Buffer.from(hkdfSync('sha256', key, '', `web push ${attempt}`, KEY_BYTES)))
      return true
    } catch {
      return false
    }
  }
  // Nearly every 32-byte number is a valid private key. If a number is not, the next attempt derives another.
  let attempt = 0
  while (!trySetPrivateKey(attempt)) attempt += 1
  // The first byte of the point says that it is uncompressed. Its coordinates follow.
  const point = pair.getPublicKey()
  const x = point.subarray(1, 1 + KEY_BYTES).toString('base64url')
  const y = point.subarray(1 + KEY_BYTES).toString('base64url')
  // getPrivateKey drops leading zeros, but JWK needs a fixed length.
  const padded = Buffer.concat([Buffer.alloc(KEY_BYTES), pair.getPrivateKey()])
  const d = padded.subarray(-KEY_BYTES).toString('base64url')
  return { publicKey: point.toString('base64url'), privateKey: { kty: 'EC', crv: 'P-256', d, x, y } }
}

/** The `oneWay` hash after a rotation to this index key, from the hash before it. */
export const rehash = (indexKey: Buffer, hash: Uint8Array): Buffer => shortHash(indexKey, hash)

/** The `fingerprint` after a rotation to this index key, from the fingerprint before it. */
export const refingerprint = (indexKey: Buffer, fingerprint: string): string =>
  createHmac('sha256', indexKey).update(fingerprint).digest('hex')

const shortHash = (key: Buffer, value: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(value).digest().subarray(0, INDEX_BYTES)

const markOf = (key: Buffer): Buffer => createHmac('sha256', key).update('mark of this key').digest()

// The first byte is the generation of the keys, so that a rotation can distinguish old and new ciphertexts.
function encryptWith(generation: number, key: Buffer, plain: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const encryptor = createCipheriv('aes-256-gcm', key, nonce)
  const body = typeof plain === 'string' ? encryptor.update(plain, 'utf8') : encryptor.update(plain)
  return Buffer.concat([Buffer.of(generation), nonce, body, encryptor.final(), encryptor.getAuthTag()])
}

function decryptWith(key: Buffer, encrypted: Uint8Array): Buffer {
  const bodyStart = 1 + NONCE_BYTES
  const bodyEnd = encrypted.length - TAG_BYTES
  const nonce = encrypted.subarray(1, bodyStart)
  const decryptor = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decryptor.setAuthTag(encrypted.subarray(bodyEnd))
  return Buffer.concat([decryptor.update(encrypted.subarray(bodyStart, bodyEnd)), decryptor.final()])
}
