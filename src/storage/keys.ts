// The key that encrypts all data of a user on this device. It comes from the server with `userInfo`, at login and at
// each page load, and is in memory only. Deleted values can remain readable in a browser's database files for a long
// time, so a key that was ever stored there would open the drafts after a logout. Pages pass the key to each other, and
// the service worker stores it while a page reloads (key-channel.ts).
import { expectedKeys } from './expected-keys.ts'
import { openKeyChannel } from './key-channel.ts'

const KEY_BYTES = 32
/** Other pages and the service worker answer within milliseconds. */
const PAGES_RESPONSE_MS = 300
/** On a slower connection the page continues without a key until the key arrives. */
const SERVER_RESPONSE_MS = 5_000

const held = new Map<string, CryptoKey>()
/** Users whose key was requested from other pages and the server, each with a function that stops the timer. */
const requestedKeys = new Map<string, () => void>()
/** Users whose key has not arrived in time. */
const missing = new Set<string>()
/** Users for whom this browser cannot encrypt. */
const unable = new Set<string>()
const watchers = new Set<(isOpenNow: boolean) => void>()

const channel = openKeyChannel(import.meta.env.BASE_URL, (message) => {
  if (message.kind === 'key' && isWanted(message.ownerUser)) hold(message.ownerUser, message.key)
  if (message.kind === 'request') handOver(message.ownerUser)
})
// On a reload, the service worker gets the key and passes it to the next page.
globalThis.addEventListener?.('pagehide', () => held.forEach((_, ownerUser) => handOver(ownerUser)))

/** Reports that the server could not be asked for the key. */
export function draftKeyDidNotCome(ownerUser: string): void {
  seek(ownerUser)
  if (requestedKeys.has(ownerUser)) setTimeout(() => giveUp(ownerUser), PAGES_RESPONSE_MS)
}

/**
 * Takes the user's key (base64 of 32 bytes from `userInfo`). Returns false if the key is malformed, or this browser
 * cannot encrypt (plain http on a name that is not localhost). In both cases nothing of this user is stored.
 */
export async function storeDraftKey(ownerUser: string, base64: string): Promise<boolean> {
  const bytes = base64ToBytes(base64)
  if (bytes?.length !== KEY_BYTES || globalThis.crypto?.subtle === undefined) {
    unable.add(ownerUser)
    cancelKeyRequest(ownerUser)
    notifyWatchers()
    return false
  }
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  bytes.fill(0)
  hold(ownerUser, key)
  return true
}

/**
 * The user's key as soon as it is available. Undefined if the user has none, or if it cannot be fetched without a
 * connection.
 */
export function draftKeyOf(ownerUser: string): Promise<CryptoKey | undefined> {
  seek(ownerUser)
  if (!requestedKeys.has(ownerUser)) return Promise.resolve(held.get(ownerUser))
  return new Promise((resolve) => {
    const stop = onDraftKeys(() => {
      if (requestedKeys.has(ownerUser)) return
      stop()
      resolve(held.get(ownerUser))
    })
  })
}

export const isDraftKeyHeld = (ownerUser: string): boolean => held.has(ownerUser)

/** True while the data on this device cannot be decrypted because the key has not arrived. */
export const isDraftKeyMissing = (ownerUser: string): boolean => missing.has(ownerUser)

/**
 * Calls the watcher whenever a key becomes available or missing, with true if something can be decrypted now that could
 * not be before. Returns a function to stop it.
 */
export function onDraftKeys(watcher: (isOpenNow: boolean) => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Deletes every key except that of `except`, the user who has logged in meanwhile. Drafts stay encrypted. */
export function destroyDraftKeys(except?: string): void {
  for (const ownerUser of [...held.keys(), ...requestedKeys.keys(), ...missing, ...expectedKeys]) {
    if (ownerUser === except) continue
    held.delete(ownerUser)
    cancelKeyRequest(ownerUser)
  }
  channel?.postMessage({ kind: 'gone', stays: except })
  notifyWatchers()
}

/** Asks other pages for an expected key. The server's key arrives through `storeDraftKey`. */
function seek(ownerUser: string): void {
  if (!expectedKeys.delete(ownerUser) || held.has(ownerUser) || unable.has(ownerUser)) return
  const timer = setTimeout(() => giveUp(ownerUser), SERVER_RESPONSE_MS)
  requestedKeys.set(ownerUser, () => clearTimeout(timer))
  channel?.postMessage({ kind: 'request', ownerUser })
}

const isWanted = (ownerUser: string): boolean => requestedKeys.has(ownerUser) || missing.has(ownerUser)

function hold(ownerUser: string, key: CryptoKey): void {
  const wasMissing = missing.has(ownerUser)
  held.set(ownerUser, key)
  unable.delete(ownerUser)
  cancelKeyRequest(ownerUser)
  notifyWatchers(wasMissing)
}

function handOver(ownerUser: string): void {
  const key = held.get(ownerUser)
  try {
    if (key) channel?.postMessage({ kind: 'key', ownerUser, key })
  } catch {
    // This browser cannot send keys, so the other page gets the key from the server.
  }
}

function giveUp(ownerUser: string): void {
  if (!requestedKeys.has(ownerUser)) return
  cancelKeyRequest(ownerUser)
  missing.add(ownerUser)
  notifyWatchers()
}

function cancelKeyRequest(ownerUser: string): void {
  expectedKeys.delete(ownerUser)
  requestedKeys.get(ownerUser)?.()
  requestedKeys.delete(ownerUser)
  missing.delete(ownerUser)
}

function notifyWatchers(isOpenNow = false): void {
  for (const watcher of watchers) watcher(isOpenNow)
}

function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
