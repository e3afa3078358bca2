// Reloads the signed-in user and their permissions, so that a withdrawn permission takes effect without a new sign-in.
// The response also contains the draft key for a page that was opened or reloaded.
import { toPermissionMap } from '#domain/access/permissions.ts'
import { request } from '#services/server/api.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { loadStorage } from './session-storage.ts'

export async function refreshUser(): Promise<void> {
  const previous = sessionStore.get()
  if (!previous) return
  const ownerUser = ownerUserOf(previous)
  const response = await request('userInfo', {})
  const { reportDraftKeyUnavailable, storeMissingDraftKey } = await loadStorage()
  if (!response.ok) {
    reportDraftKeyUnavailable(ownerUser)
    return
  }
  const session = sessionStore.get()
  // A session that ended or changed meanwhile is not restored.
  if (!session || session.token !== previous.token) return
  const { user, permissions, approvalHold, draftKey = '' } = response.result
  await storeMissingDraftKey(ownerUser, draftKey)
  const updated = {
    token: session.token,
    user,
    permissions: toPermissionMap(permissions),
    approvalHold,
  }
  const hasChanged = JSON.stringify(updated) !== JSON.stringify(session)
  if (hasChanged) sessionStore.set(updated)
}
