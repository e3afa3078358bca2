// Reloads the signed-in user and their permissions, so that a withdrawn permission takes effect without a new sign-in.
// The response also contains the draft key for a page that was opened or reloaded.
import { toPermissionMap } from '#domain/access/permissions.ts'
import { request } from '#services/server/api.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { storage } from './session-storage.ts'

export async function refreshUser(): Promise<void> {
  const before = sessionStore.get()
  if (!before) return
  const ownerUser = ownerUserOf(before)
  const response = await request('userInfo', {})
  const { reportKeyUnavailable, storeMissingDraftKey } = await storage()
  if (!response.ok) return reportKeyUnavailable(ownerUser)
  const session = sessionStore.get()
  // A session that ended or changed meanwhile is not restored.
  if (!session || session.token !== before.token) return
  const { user, permissions, approvalHold, draftKey = '' } = response.result
  await storeMissingDraftKey(ownerUser, draftKey)
  const fresh = {
    token: session.token,
    user,
    permissions: toPermissionMap(permissions),
    approvalHold,
  }
  if (JSON.stringify(fresh) !== JSON.stringify(session)) sessionStore.set(fresh)
}
