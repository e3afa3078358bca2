// Whether what the user has on this device can be opened, for the screens.
import { useSyncExternalStore } from 'react'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { isDraftKeyMissing, onDraftKeys } from '#storage/keys.ts'

/** True while nothing can be opened, since the key has not come. */
export const useAreDraftsLocked = (): boolean => useSyncExternalStore(onDraftKeys, areDraftsLocked)

export function areDraftsLocked(): boolean {
  const session = sessionStore.get()
  return session !== undefined && isDraftKeyMissing(ownerUserOf(session))
}
