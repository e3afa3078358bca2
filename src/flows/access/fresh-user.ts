// Asks the server who is signed in and what they can do, so that a permission that was taken away disappears without a new sign-in. The
// answer also brings the draft key to a page that was opened or reloaded.
import { useSyncExternalStore } from 'react'
import { readPermissions } from '#domain/access/permissions.ts'
import { ask } from '#services/server/api.ts'
import { connectionState, subscribeConnection } from '#services/server/connection.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { draftKeyDidNotCome, isDraftKeyHeld, isDraftKeyMissing, onDraftKeys, storeDraftKey } from '#storage/keys.ts'

export async function refreshUser(): Promise<void> {
  const asked = sessionStore.get()
  if (!asked) return
  const ownerUser = ownerUserOf(asked)
  const answer = await ask('userInfo', {})
  if (!answer.ok) return draftKeyDidNotCome(ownerUser)
  const session = sessionStore.get()
  // A session that ended or changed meanwhile is not brought back.
  if (!session || session.token !== asked.token) return
  const { user, permissions, draftKey = '' } = answer.result
  if (!isDraftKeyHeld(ownerUser)) await storeDraftKey(ownerUser, draftKey)
  const fresh = { token: session.token, user, permissions: readPermissions(permissions) }
  if (JSON.stringify(fresh) !== JSON.stringify(session)) sessionStore.set(fresh)
}

/** Asks for a missing draft key as soon as the connection is back; returns the way to stop. */
export const watchForDraftKey = (): (() => void) =>
  subscribeConnection(() => {
    if (connectionState().online && areDraftsLocked()) void refreshUser()
  })

/** True while nothing that the user has on this device can be opened, since its key has not come. */
export const useAreDraftsLocked = (): boolean => useSyncExternalStore(onDraftKeys, areDraftsLocked)

function areDraftsLocked(): boolean {
  const session = sessionStore.get()
  return session !== undefined && isDraftKeyMissing(ownerUserOf(session))
}
