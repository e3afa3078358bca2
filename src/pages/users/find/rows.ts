// The columns of Find User, on screen and in files.
import { m } from '#words/messages.js'
import type { ListedUser } from '#contract/users.ts'
import type { Column } from '#domain/columns.ts'
import { shownLogin } from '#domain/users/rules.ts'

export type UserRow = ListedUser

export const listedToRow = (user: ListedUser): UserRow => ({ ...user, lastLogin: shownLogin(user.lastLogin) })

export const userColumns: readonly Column<UserRow>[] = [
  { key: 'userID', label: m.users_userId(), format: 'shortText', wideOnly: true },
  { key: 'userName', label: m.common_username(), format: 'shortText' },
  { key: 'firstName', label: m.common_firstName(), format: 'shortText' },
  { key: 'lastName', label: m.common_lastName(), format: 'shortText' },
  { key: 'email', label: m.common_email(), format: 'shortText', wideOnly: true },
  { key: 'userGroups', label: m.common_groups(), format: 'text' },
  { key: 'lastLogin', label: m.users_lastLogin(), format: 'instant', wideOnly: true },
  { key: 'isLocked', label: m.common_locked(), format: 'yesNo' },
  { key: 'isActivated', label: m.common_activatedLabel(), format: 'yesNo' },
]
