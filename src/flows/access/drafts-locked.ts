// Reports whether the user's data on this device can be decrypted, and requests a missing key again.
import { useSyncExternalStore } from 'react'
import { onReconnect } from '#services/server/reconnect.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { isDraftKeyMissing, watchDraftKeys } from '#storage/keys.ts'
import { refreshUser } from './fresh-user.ts'

/** True while no draft can be decrypted because the key has not arrived yet. */
export const useAreDraftsLocked = (): boolean => useSyncExternalStore(watchDraftKeys, areDraftsLocked)

function areDraftsLocked(): boolean {
  const session = sessionStore.get()
  return session !== undefined && isDraftKeyMissing(ownerUserOf(session))
}

onReconnect(() => {
  if (areDraftsLocked()) void refreshUser()
})
