// The key material: made on first start, kept in a folder apart from the database, never in a log or an answer.
// One file a key, so that each can be rotated, backed up and guarded alone.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './settings.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Half of an HMAC-SHA256: no two of a billion cards meet, and an index of it stays small. */
const INDEX_BYTES = 16

export interface Secrets {
  /** AES-256-GCM; the answer is version, nonce, ciphertext, tag. The same text gives another ciphertext each time. */
  readonly encrypt: (plain: string | Uint8Array) => Buffer
  readonly decrypt: (cipher: Uint8Array) => Buffer
  /** The text that `encrypt` was given. */
  readonly decryptText: (cipher: Uint8Array) => string
  /** Keyed hash of a whole card number, 16 bytes: equality search without the number. */
  readonly panIndex: (digits: string) => Buffer
  /** Keyed hash of the first nine digits, 16 bytes: prefix search (contract cardSearch). */
  readonly panPrefixIndex: (digits: string) => Buffer
  /** `panIndex` of each number, packed one after another: one parameter for 5,000 cards. */
  readonly panIndexes: (numbers: readonly string[]) => Buffer
  /** HS256 key of the session tokens. */
  readonly tokenKey: Uint8Array
  /** Wraps the draft keys of users (contract "Local data"); a key of its own, since they reach the browser. */
  readonly wrapDraftKey: (key: Uint8Array) => Buffer
  readonly unwrapDraftKey: (wrapped: Uint8Array) => Buffer
}

/**
 * Reads the keys in `folder`, making those that are missing; without `keep` these are in memory alone. Throws a StartError for a
 * key that others can read.
 */
export function openSecrets(folder: string, { keep = true } = {}): Secrets {
  if (keep) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  }
  const key = (name: string) => {
    const file = join(folder, name)
    return keep || exists(file) ? readOrMakeKey(file) : randomBytes(KEY_BYTES)
  }
  return keysToSecrets(key('token.key'), key('data.key'), key('index.key'), key('draft.key'))
}

/** Secrets from one text, for tests and benches: the same text gives the same keys. */
export function textToSecrets(text: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', text, '', purpose, KEY_BYTES))
  return keysToSecrets(key('token'), key('data'), key('index'), key('draft'))
}

function keysToSecrets(tokenKey: Buffer, dataKey: Buffer, indexKey: Buffer, draftKey: Buffer): Secrets {
  const index = (text: string) => createHmac('sha256', indexKey).update(text).digest().subarray(0, INDEX_BYTES)
  const decrypt = (cipher: Uint8Array) => open(dataKey, cipher)
  return {
    encrypt: (plain) => seal(dataKey, plain),
    decrypt,
    decryptText: (cipher) => decrypt(cipher).toString('utf8'),
    panIndex: index,
    // Marked, so that nine digits can never equal the hash of a whole number.
    panPrefixIndex: (digits) => index(`prefix:${digits.slice(0, 9)}`),
    panIndexes: (numbers) => {
      const packed = Buffer.allocUnsafe(numbers.length * INDEX_BYTES)
      numbers.forEach((digits, at) => index(digits).copy(packed, at * INDEX_BYTES))
      return packed
    },
    tokenKey,
    wrapDraftKey: (key) => seal(draftKey, key),
    unwrapDraftKey: (wrapped) => open(draftKey, wrapped),
  }
}

// The first byte names the key's generation, so that a rotation can tell old ciphertexts from new ones.
const GENERATION = 1

function seal(key: Buffer, plain: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  return Buffer.concat([Buffer.of(GENERATION), nonce, body, cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, sealed: Uint8Array): Buffer {
  if (sealed[0] !== GENERATION) throw new Error('This ciphertext was made with a key that the host does not have')
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, end)), decipher.final()])
}

function readOrMakeKey(file: string): Buffer {
  try {
    // Written aside and linked into place: of two hosts starting at once one wins, and none reads half a key.
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    if (!exists(file)) {
      writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
      try {
        linkSync(draft, file)
      } catch (error) {
        if (!exists(file)) throw error
      } finally {
        rmSync(draft, { force: true })
      }
    }
  } catch {
    throw new StartError(`The key ${file} could not be written: give the host a folder it may write, by SECRETS_DIR.`)
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`The key ${file} can be read by others: run chmod 600 on it.`)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES)
    throw new StartError(
      `The key ${file} is damaged: put its backup back. Without it stored card numbers cannot be read.`,
    )
  return key
}

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined
