// The handlers of user administration.
import type { userOperations } from '#contract/users.ts'
import type { Handlers } from '#server/operations/context.ts'
import { auditLog } from './audit-log.ts'
import { deleteUser, lockUser, reset2FAEnrolment, resendActivation, unlockUser } from './change-user.ts'
import { AllUserGroups } from './groups.ts'
import { saveUser } from './save.ts'
import { confirmUserChange, pendingUserChanges } from './user-changes.ts'
import { searchUser } from './search.ts'

export const userHandlers: Pick<Handlers, keyof typeof userOperations> = {
  AllUserGroups,
  searchUser,
  saveUser,
  deleteUser,
  lockUser,
  unlockUser,
  resendActivation,
  reset2FAEnrolment,
  pendingUserChanges,
  confirmUserChange,
  auditLog,
}
