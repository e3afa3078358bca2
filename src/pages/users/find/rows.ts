// The columns of Find User, on screen and in files.
import type { ListedUser } from '#contract/users.ts'
import type { Column } from '#domain/columns.ts'
import { shownLogin } from '#domain/users/rules.ts'
import * as say from '#words/pages/users/find.ts'

export type UserRow = ListedUser

export const listedToRow = (user: ListedUser): UserRow => ({ ...user, lastLogin: shownLogin(user.lastLogin) })

export const userColumns: readonly Column<UserRow>[] = [
  { key: 'userID', label: say.userId, format: 'status' },
  { key: 'userName', label: say.userName, format: 'status' },
  { key: 'firstName', label: say.firstName, format: 'status' },
  { key: 'lastName', label: say.lastName, format: 'status' },
  { key: 'email', label: say.email, format: 'status' },
  { key: 'userGroups', label: say.groups, format: 'text' },
  { key: 'lastLogin', label: say.lastLogin, format: 'instant' },
  { key: 'isLocked', label: say.locked, format: 'yesNo' },
  { key: 'isActivated', label: say.activated, format: 'yesNo' },
]
