// Reports whether the user's data on this device can be decrypted.
import { useSyncExternalStore } from 'react'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { isDraftKeyMissing, watchDraftKeys } from '#storage/keys.ts'

/** True while no draft can be decrypted because the key has not arrived yet. */
export const useAreDraftsLocked = (): boolean => useSyncExternalStore(watchDraftKeys, areDraftsLocked)

export function areDraftsLocked(): boolean {
  const session = sessionStore.get()
  return session !== undefined && isDraftKeyMissing(ownerUserOf(session))
}
