// The key that encrypts all data of a user on this device. The server sends it with `userInfo`, at login and at each page
// load. The key is in memory only, because deleted values can remain readable in a browser's database files for a long
// time. A key that was ever stored there could decrypt the drafts after a logout. Pages pass the key to each other, and
// the service worker keeps it in memory while a page reloads (key-channel.ts).
import { client } from '#brand/current.ts'
import { expectedKeys } from './expected-keys.ts'
import { openKeyChannel } from './key-channel.ts'

const KEY_BYTES = 32
/** How long to wait for a key from other pages and the service worker, which respond within milliseconds. */
const PAGES_RESPONSE_MS = 300
/** How long to wait for the key from the server. Then the page continues without the key, which can still arrive later. */
const SERVER_RESPONSE_MS = 5_000

const keys = new Map<string, CryptoKey>()
/** Users whose key was requested from other pages and the server, each with the timer that ends the waiting. */
const requestedKeys = new Map<string, ReturnType<typeof setTimeout>>()
/** Users whose key has not arrived in time. */
const missingKeys = new Set<string>()
/** Users for whom this browser cannot encrypt, or whose key was malformed. */
const usersWithoutEncryption = new Set<string>()
const watchers = new Set<(hasMissingKeyArrived: boolean) => void>()

const channel = openKeyChannel(client.basePath, (message) => {
  if (message.kind === 'key' && isAwaited(message.ownerUser)) setKey(message.ownerUser, message.key)
  if (message.kind === 'request') sendKey(message.ownerUser)
  // 'gone' is only for the service worker. A page learns of a logout in another tab from the end of the session.
})
// On a reload, the service worker gets the key and passes it to the next page.
globalThis.addEventListener?.('pagehide', () => {
  for (const ownerUser of keys.keys()) sendKey(ownerUser)
})

/** Called if the server could not send the key. Other pages get a moment to send the key instead. */
export function reportDraftKeyUnavailable(ownerUser: string): void {
  requestKey(ownerUser)
  if (requestedKeys.has(ownerUser)) setTimeout(() => giveUp(ownerUser), PAGES_RESPONSE_MS)
}

/**
 * Stores the user's key (base64 of 32 bytes from `userInfo`) in memory. Returns false if the key is malformed, or this
 * browser cannot encrypt (plain http on a name that is not localhost). In both cases nothing of this user is stored.
 */
export async function storeDraftKey(ownerUser: string, base64: string): Promise<boolean> {
  const bytes = base64ToBytes(base64)
  const canEncrypt = globalThis.crypto?.subtle !== undefined
  if (bytes?.length !== KEY_BYTES || !canEncrypt) {
    usersWithoutEncryption.add(ownerUser)
    cancelKeyRequest(ownerUser)
    notifyWatchers()
    return false
  }
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  bytes.fill(0)
  setKey(ownerUser, key)
  return true
}

/** The user's key, once it has arrived. Undefined if the user has no key, or if it cannot be fetched now. */
export function draftKeyOf(ownerUser: string): Promise<CryptoKey | undefined> {
  requestKey(ownerUser)
  if (!requestedKeys.has(ownerUser)) return Promise.resolve(keys.get(ownerUser))
  return new Promise((resolve) => {
    const stop = watchDraftKeys(() => {
      if (requestedKeys.has(ownerUser)) return
      stop()
      resolve(keys.get(ownerUser))
    })
  })
}

export const hasDraftKey = (ownerUser: string): boolean => keys.has(ownerUser)

/** True while the data on this device cannot be decrypted because the key has not arrived. */
export const isDraftKeyMissing = (ownerUser: string): boolean => missingKeys.has(ownerUser)

/**
 * Calls the watcher whenever a key becomes available or missing. `hasMissingKeyArrived` is true if the data on this
 * device, which could not be decrypted before, can be decrypted now. Returns a function to stop it.
 */
export function watchDraftKeys(watcher: (hasMissingKeyArrived: boolean) => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Deletes all keys except that of a user who has logged in meanwhile (`ownerUserToKeep`). Drafts stay encrypted. */
export function destroyDraftKeys(ownerUserToKeep?: string): void {
  for (const ownerUser of [...keys.keys(), ...requestedKeys.keys(), ...missingKeys, ...expectedKeys]) {
    if (ownerUser === ownerUserToKeep) continue
    keys.delete(ownerUser)
    cancelKeyRequest(ownerUser)
  }
  channel?.postMessage({ kind: 'gone', stays: ownerUserToKeep })
  notifyWatchers()
}

/** Requests an expected key from other pages. The server's key arrives through `storeDraftKey`. */
function requestKey(ownerUser: string): void {
  // Each expected key is requested only once.
  const wasExpected = expectedKeys.delete(ownerUser)
  const isSettled = keys.has(ownerUser) || usersWithoutEncryption.has(ownerUser)
  if (!wasExpected || isSettled) return
  const timer = setTimeout(() => giveUp(ownerUser), SERVER_RESPONSE_MS)
  requestedKeys.set(ownerUser, timer)
  channel?.postMessage({ kind: 'request', ownerUser })
}

const isAwaited = (ownerUser: string): boolean => requestedKeys.has(ownerUser) || missingKeys.has(ownerUser)

function setKey(ownerUser: string, key: CryptoKey): void {
  const wasMissing = missingKeys.has(ownerUser)
  keys.set(ownerUser, key)
  usersWithoutEncryption.delete(ownerUser)
  cancelKeyRequest(ownerUser)
  notifyWatchers(wasMissing)
}

function sendKey(ownerUser: string): void {
  const key = keys.get(ownerUser)
  try {
    if (key) channel?.postMessage({ kind: 'key', ownerUser, key })
  } catch {
    // This browser cannot send keys, so the other page gets the key from the server.
  }
}

function giveUp(ownerUser: string): void {
  if (!requestedKeys.has(ownerUser)) return
  cancelKeyRequest(ownerUser)
  missingKeys.add(ownerUser)
  notifyWatchers()
}

function cancelKeyRequest(ownerUser: string): void {
  expectedKeys.delete(ownerUser)
  clearTimeout(requestedKeys.get(ownerUser))
  requestedKeys.delete(ownerUser)
  missingKeys.delete(ownerUser)
}

function notifyWatchers(hasMissingKeyArrived = false): void {
  for (const watcher of watchers) watcher(hasMissingKeyArrived)
}

function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
