// The key under which everything of a user on this device is encrypted. It comes from the server with `userInfo`, at sign-in and at
// each page load, and is in memory only: deleted values can be read in the files of a browser's database long after, so that a key
// that was ever stored there would open the drafts after a logout. Pages hand it to each other, and the service worker keeps it while
// a page reloads (key-channel.ts).
import { expectedKeys } from './expected-keys.ts'
import { openKeyChannel } from './key-channel.ts'

const KEY_BYTES = 32
/** Other pages and the service worker answer within milliseconds. */
const PAGES_ANSWER_MS = 300
/** On a slower connection the page goes on as if it had none, until the key comes. */
const SERVER_ANSWERS_MS = 5_000

const held = new Map<string, CryptoKey>()
/** Users whose key other pages and the server are being asked for, each with a function that stops the waiting. */
const sought = new Map<string, () => void>()
/** Users whose key could not be had yet. */
const missing = new Set<string>()
/** Users for whom this browser cannot encrypt. */
const unable = new Set<string>()
const watchers = new Set<(isOpenNow: boolean) => void>()

const channel = openKeyChannel(import.meta.env.BASE_URL, (message) => {
  if (message.kind === 'key' && isWanted(message.ownerUser)) hold(message.ownerUser, message.key)
  if (message.kind === 'request') handOver(message.ownerUser)
})
// A reload: the service worker, which has just given the next page, gives it the key too.
globalThis.addEventListener?.('pagehide', () => held.forEach((_, ownerUser) => handOver(ownerUser)))

/** The server could not be asked for the key. */
export function draftKeyDidNotCome(ownerUser: string): void {
  seek(ownerUser)
  if (sought.has(ownerUser)) setTimeout(() => giveUp(ownerUser), PAGES_ANSWER_MS)
}

/**
 * Takes the user's key (base64 of 32 bytes from `userInfo`). False if this browser cannot encrypt (plain http on a name
 * that is not localhost) or the key is malformed: then nothing of this user is kept.
 */
export async function storeDraftKey(ownerUser: string, base64: string): Promise<boolean> {
  const bytes = base64ToBytes(base64)
  if (bytes?.length !== KEY_BYTES || globalThis.crypto?.subtle === undefined) {
    unable.add(ownerUser)
    stopSeeking(ownerUser)
    listener()
    return false
  }
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  bytes.fill(0)
  hold(ownerUser, key)
  return true
}

/**
 * The user's key as soon as it is available; undefined if there is none, or if it cannot be fetched without a
 * connection.
 */
export function draftKeyOf(ownerUser: string): Promise<CryptoKey | undefined> {
  seek(ownerUser)
  if (!sought.has(ownerUser)) return Promise.resolve(held.get(ownerUser))
  return new Promise((resolve) => {
    const stop = onDraftKeys(() => {
      if (sought.has(ownerUser)) return
      stop()
      resolve(held.get(ownerUser))
    })
  })
}

export const isDraftKeyHeld = (ownerUser: string): boolean => held.has(ownerUser)

/** True while what is on this device cannot be opened because its key has not come. */
export const isDraftKeyMissing = (ownerUser: string): boolean => missing.has(ownerUser)

/**
 * Called after each change of which keys are available or missing, with true if something can be decrypted now that
 * could not be before. Returns a function to stop it.
 */
export function onDraftKeys(watcher: (isOpenNow: boolean) => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Forgets every key except that of `stays`, the user who has signed in meanwhile. Drafts stay encrypted. */
export function destroyDraftKeys(stays?: string): void {
  for (const ownerUser of [...held.keys(), ...sought.keys(), ...missing, ...expectedKeys]) {
    if (ownerUser === stays) continue
    held.delete(ownerUser)
    stopSeeking(ownerUser)
  }
  channel?.postMessage({ kind: 'gone', stays })
  listener()
}

/** Asks other pages for an expected key; `storeDraftKey` brings what the server answers. */
function seek(ownerUser: string): void {
  if (!expectedKeys.delete(ownerUser) || held.has(ownerUser) || unable.has(ownerUser)) return
  const timer = setTimeout(() => giveUp(ownerUser), SERVER_ANSWERS_MS)
  sought.set(ownerUser, () => clearTimeout(timer))
  channel?.postMessage({ kind: 'request', ownerUser })
}

const isWanted = (ownerUser: string): boolean => sought.has(ownerUser) || missing.has(ownerUser)

function hold(ownerUser: string, key: CryptoKey): void {
  const wasMissing = missing.has(ownerUser)
  held.set(ownerUser, key)
  unable.delete(ownerUser)
  stopSeeking(ownerUser)
  listener(wasMissing)
}

function handOver(ownerUser: string): void {
  const key = held.get(ownerUser)
  try {
    if (key) channel?.postMessage({ kind: 'key', ownerUser, key })
  } catch {
    // A browser that cannot send keys: the other page gets it from the server.
  }
}

function giveUp(ownerUser: string): void {
  if (!sought.has(ownerUser)) return
  stopSeeking(ownerUser)
  missing.add(ownerUser)
  listener()
}

function stopSeeking(ownerUser: string): void {
  expectedKeys.delete(ownerUser)
  sought.get(ownerUser)?.()
  sought.delete(ownerUser)
  missing.delete(ownerUser)
}

function listener(isOpenNow = false): void {
  for (const watcher of watchers) watcher(isOpenNow)
}

function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
