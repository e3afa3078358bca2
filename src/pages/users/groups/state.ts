// The unsaved values of the form of a group. This device stores them encrypted, for this tab only, so that a reload
// loses nothing.
import type { UserGroup } from '#contract/users.ts'
import { textsToPermissions } from '#domain/access/permission-words.ts'
import { campaignsToText } from '#domain/users/fields.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export interface GroupForm {
  /** The group that is being changed, 'new' for a new group, or '' while the form is closed. */
  readonly groupId: string
  readonly name: string
  readonly permissions: readonly string[]
  /** In the format of `campaignsToText`. '' means all campaigns. */
  readonly campaigns: string
  /** 'yyyy-mm-dd', or '' for no end. */
  readonly lastDay: string
}

export const CLOSED_FORM: GroupForm = { groupId: '', name: '', permissions: [], campaigns: '', lastDay: '' }

/** A new group begins with the permission to change one's own settings, which every user has. */
export const NEW_GROUP: GroupForm = { ...CLOSED_FORM, groupId: 'new', permissions: ['User.settings'] }

export const groupForm = createPersistedState('group', CLOSED_FORM, parseGroupForm)

export const groupToForm = (group: UserGroup): GroupForm => ({
  groupId: group.GROUPID,
  name: group.GROUPDESCRIPTION,
  permissions: group.PERMISSIONS,
  campaigns: campaignsToText(group.CAMPAIGNIDS ?? []),
  lastDay: group.LASTDAY ?? '',
})

/** Undefined if another version of the portal has stored a different shape. */
function parseGroupForm(stored: unknown): GroupForm | undefined {
  const { groupId, name, permissions, campaigns, lastDay } = (stored ?? {}) as Partial<Record<keyof GroupForm, unknown>>
  if (typeof groupId !== 'string' || typeof name !== 'string') return undefined
  if (typeof campaigns !== 'string' || typeof lastDay !== 'string') return undefined
  const permissionTexts = Array.isArray(permissions) ? permissions.map(String) : []
  return { groupId, name, permissions: textsToPermissions(permissionTexts), campaigns, lastDay }
}
