// Opens the drafts of this device with a passkey if the portal was opened without a connection. Only for users who have
// turned this on.
import { m } from '#words/messages.js'
import { useSyncExternalStore } from 'react'
import { createPrfPasskey, secretOfPasskey } from '#services/device/prf-passkey.ts'
import { request } from '#services/server/api.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { storeDraftKey } from '#storage/keys.ts'
import {
  deleteOfflineUnlock,
  OFFLINE_UNLOCK_DAYS,
  readOfflineUnlock,
  storeOfflineUnlock,
  unwrapOfflineUnlock,
  watchOfflineUnlock,
} from '#storage/offline-unlock.ts'

export { OFFLINE_UNLOCK_DAYS }

/** True if a passkey can unlock the drafts of the signed-in user on this device. */
export const useHasOfflineUnlock = (): boolean => useSyncExternalStore(watchOfflineUnlock, hasOfflineUnlock)

function hasOfflineUnlock(): boolean {
  const session = sessionStore.get()
  return session !== undefined && readOfflineUnlock(ownerUserOf(session)) !== undefined
}

/** Returns the error message, or undefined after a success. */
export async function turnOnOfflineUnlock(): Promise<string | undefined> {
  const session = sessionStore.get()
  if (!session) return m.common_cannotConnectToServer()
  const passkey = await createPrfPasskey(session.user.username)
  if (!passkey) return m.account_unlockNotPossible()
  const secret = await secretOfPasskey(passkey)
  if (!secret) return m.account_unlockNotPossible()
  // The browser does not give out a draft key that it holds in memory, so the server sends the key again.
  const response = await request('userInfo', {})
  if (!response.ok) return response.text
  const { draftKey } = response.result
  if (draftKey === undefined) return m.account_unlockNotPossible()
  await storeOfflineUnlock(ownerUserOf(session), passkey, secret, draftKey)
  secret.fill(0)
  return undefined
}

export function turnOffOfflineUnlock(): void {
  const session = sessionStore.get()
  if (session) deleteOfflineUnlock(ownerUserOf(session))
}

/** Returns the error message, or undefined after a success. */
export async function unlockDrafts(): Promise<string | undefined> {
  const session = sessionStore.get()
  if (!session) return m.account_unlockNotPossible()
  const ownerUser = ownerUserOf(session)
  const offlineUnlock = readOfflineUnlock(ownerUser)
  if (!offlineUnlock) return m.account_unlockNotPossible()
  const secret = await secretOfPasskey(offlineUnlock)
  if (!secret) return m.account_passkeyDidNotUnlock()
  const draftKey = await unwrapOfflineUnlock(ownerUser, offlineUnlock, secret)
  // Deletes the secret from memory.
  secret.fill(0)
  if (draftKey === undefined) return m.account_passkeyDidNotUnlock()
  return (await storeDraftKey(ownerUser, draftKey)) ? undefined : m.account_unlockNotPossible()
}
