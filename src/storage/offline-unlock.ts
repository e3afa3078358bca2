// Stores the draft key, encrypted with the secret of a passkey, for users who chose on this device to unlock their drafts
// offline. Without the passkey, the stored value is useless. It expires some days after the server last confirmed the
// user.
import { client } from '#brand/current.ts'
import { DAY_MS } from '#domain/units.ts'

const STORAGE_KEY = `portal:${client.basePath}:unlock`
const NONCE_BYTES = 12
/** How long drafts can be unlocked without the server. Short, because the server may have locked the user meanwhile. */
export const OFFLINE_UNLOCK_DAYS = 7

export interface OfflineUnlock {
  readonly credentialId: string
  readonly salt: string
  /** In base64: the nonce and the encrypted draft key. */
  readonly nonce: string
  readonly wrappedKey: string
  /** Epoch milliseconds. */
  readonly until: number
}

const watchers = new Set<() => void>()
/** By user (`ownerUser`). */
type AllUnlocks = Readonly<Record<string, OfflineUnlock>>
/** The last stored text and its parsed value. As long as the text stays the same, the value is the same object. */
let cached: { readonly text: string; readonly all: AllUnlocks } = { text: '', all: {} }

export function watchOfflineUnlock(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Undefined if the user has not chosen the offline unlock on this device, or if it has expired. */
export function readOfflineUnlock(ownerUser: string): OfflineUnlock | undefined {
  const stored = readAll()[ownerUser]
  return stored && stored.until > Date.now() ? stored : undefined
}

/** `draftKey`: the key in base64. */
export async function storeOfflineUnlock(
  ownerUser: string,
  passkey: Pick<OfflineUnlock, 'credentialId' | 'salt'>,
  secret: Uint8Array<ArrayBuffer>,
  draftKey: string,
): Promise<void> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const encryptedKey = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(ownerUser) },
    await toWrappingKey(secret),
    fromBase64(draftKey),
  )
  const { credentialId, salt } = passkey
  const wrapped = { nonce: toBase64(nonce), wrappedKey: toBase64(new Uint8Array(encryptedKey)) }
  writeAll({ ...readAll(), [ownerUser]: { credentialId, salt, ...wrapped, until: newExpiry() } })
}

/** The draft key in base64. Undefined if the secret is wrong. */
export async function unwrapOfflineUnlock(
  ownerUser: string,
  { nonce, wrappedKey }: OfflineUnlock,
  secret: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  try {
    const key = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(nonce), additionalData: new TextEncoder().encode(ownerUser) },
      await toWrappingKey(secret),
      fromBase64(wrappedKey),
    )
    return toBase64(new Uint8Array(key))
  } catch {
    return undefined
  }
}

/** Called when the server has confirmed the user. */
export function renewOfflineUnlock(ownerUser: string): void {
  const stored = readAll()[ownerUser]
  if (stored) writeAll({ ...readAll(), [ownerUser]: { ...stored, until: newExpiry() } })
}

export function deleteOfflineUnlock(ownerUser: string): void {
  const { [ownerUser]: _deleted, ...others } = readAll()
  writeAll(others)
}

const newExpiry = () => Date.now() + OFFLINE_UNLOCK_DAYS * DAY_MS

async function toWrappingKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('draft key')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

function readAll(): AllUnlocks {
  try {
    const text = localStorage.getItem(STORAGE_KEY) ?? '{}'
    if (text !== cached.text) cached = { text, all: JSON.parse(text) as AllUnlocks }
    return cached.all
  } catch {
    // There is no storage, or its value was not written by the portal.
    return {}
  }
}

function writeAll(all: AllUnlocks): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(all))
  } catch {
    // Without storage the drafts are unlocked by the server only.
  }
  for (const watcher of watchers) watcher()
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
