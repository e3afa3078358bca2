// The columns of Find User (batches §2), on screen and in its files.
import type { ListedUser } from '#contract/users.ts'
import type { Column } from '#domain/columns.ts'
import { shownLogin } from '#domain/users/rules.ts'

export type UserRow = ListedUser

export const listedToRow = (user: ListedUser): UserRow => ({ ...user, lastLogin: shownLogin(user.lastLogin) })

export const userColumns: readonly Column<UserRow>[] = [
  { key: 'userID', label: 'User ID', format: 'status' },
  { key: 'userName', label: 'User name', format: 'status' },
  { key: 'firstName', label: 'First name', format: 'status' },
  { key: 'lastName', label: 'Last name', format: 'status' },
  { key: 'email', label: 'Email', format: 'status' },
  { key: 'userGroups', label: 'Groups', format: 'text' },
  { key: 'lastLogin', label: 'Last login', format: 'instant' },
  { key: 'isLocked', label: 'Locked', format: 'yesNo' },
  { key: 'isActivated', label: 'Activated', format: 'yesNo' },
]
