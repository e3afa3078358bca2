// The unsaved values of the form of a group: encrypted on this device, only for this tab, so that a reload loses nothing.
import type { UserGroup } from '#contract/users.ts'
import { textsToPermissions } from '#domain/access/permission-words.ts'
import { campaignsToText } from '#domain/users/fields.ts'
import { createPersistedState } from '#flows/persisted-state.ts'

export interface GroupForm {
  /** The group that is being changed, 'new' for a new group, or '' while the form is closed. */
  readonly groupId: string
  readonly name: string
  readonly permissions: readonly string[]
  /** In the format of `campaignsToText`; '' means all campaigns. */
  readonly campaigns: string
  /** 'yyyy-mm-dd', or '' for no end. */
  readonly lastDay: string
}

export const CLOSED_FORM: GroupForm = { groupId: '', name: '', permissions: [], campaigns: '', lastDay: '' }

/** Every user can change their own settings, so a new group begins with it. */
export const NEW_GROUP: GroupForm = { ...CLOSED_FORM, groupId: 'new', permissions: ['User.settings'] }

export const groupForm = createPersistedState('group', CLOSED_FORM, parseGroupForm)

export const groupToForm = (group: UserGroup): GroupForm => ({
  groupId: group.GROUPID,
  name: group.GROUPDESCRIPTION,
  permissions: group.PERMISSIONS,
  campaigns: campaignsToText(group.CAMPAIGNIDS ?? []),
  lastDay: group.LASTDAY ?? '',
})

// Another version of the portal may have stored a different shape.
function parseGroupForm(stored: unknown): GroupForm | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { groupId, name, permissions, campaigns, lastDay } = stored as Record<string, unknown>
  const texts = [groupId, name, campaigns, lastDay].map((value) => (typeof value === 'string' ? value : undefined))
  const [idText, nameText, campaignsText, dayText] = texts
  if (idText === undefined || nameText === undefined || campaignsText === undefined || dayText === undefined)
    return undefined
  const permissionTexts = Array.isArray(permissions) ? permissions.map(String) : []
  return {
    groupId: idText,
    name: nameText,
    permissions: textsToPermissions(permissionTexts),
    campaigns: campaignsText,
    lastDay: dayText,
  }
}
