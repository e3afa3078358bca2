// The key under which a user's drafts and kept answers are sealed. It comes from the host at sign-in, is imported so that no
// script can read it out, and stays in the database as a CryptoKey, so that a reload without a line still opens a draft.
// Logout destroys it here, and every other tab drops its copy when its own session ends (contract "Local data").
import { inDb } from './db.ts'

const KEY_BYTES = 32
const inMemory = new Map<string, CryptoKey>()

/**
 * Takes the user's key (base64 of 32 bytes from `userInfo`). False where this browser cannot encrypt (plain http on a name
 * that is not localhost) or the key is malformed: then nothing of this user is kept.
 */
export async function storeDraftKey(ownerUser: string, base64: string): Promise<boolean> {
  const bytes = base64ToBytes(base64)
  if (bytes?.length !== KEY_BYTES || globalThis.crypto?.subtle === undefined) return false
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  bytes.fill(0)
  inMemory.set(ownerUser, key)
  await inDb((db) => db.keys.put({ ownerUser, key }))
  return true
}

/** The user's key, or undefined where there is none (any more). */
export async function draftKeyOf(ownerUser: string): Promise<CryptoKey | undefined> {
  const known = inMemory.get(ownerUser)
  if (known) return known
  const stored = await inDb((db) => db.keys.get(ownerUser))
  const key = stored.ok ? stored.value?.key : undefined
  if (key) inMemory.set(ownerUser, key)
  return key
}

/** Puts the keys of whoever is signed in back, where the browser has cleared the database under an open page. */
export async function keepDraftKeys(): Promise<void> {
  const rows = [...inMemory].map(([ownerUser, key]) => ({ ownerUser, key }))
  // A sign-out that comes meanwhile takes them away after this.
  if (rows.length > 0) await inDb((db) => db.keys.bulkPut(rows))
}

/**
 * Destroys every key but that of `stays`, the user who has signed in meanwhile: at once in this tab's memory, then in the
 * database. Drafts stay as ciphertext.
 */
export async function destroyDraftKeys(stays?: string): Promise<void> {
  for (const ownerUser of inMemory.keys()) if (ownerUser !== stays) inMemory.delete(ownerUser)
  await inDb((db) => db.keys.filter(({ ownerUser }) => ownerUser !== stays).delete())
}

function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
