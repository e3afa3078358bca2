// The handlers of user administration.
import type { machineOperations } from '#contract/machines.ts'
import type { userOperations } from '#contract/users.ts'
import type { Handlers } from '#server/operations/context.ts'
import { auditLog } from './audit-log.ts'
import { deleteUser, lockUser, reset2FAEnrolment, resendActivation, unlockUser } from './change-user.ts'
import { AllUserGroups } from './groups.ts'
import {
  confirmMachineUser,
  createMachineUser,
  machineUsers,
  revokeMachineUser,
  unlockMachineUser,
} from './machine-users.ts'
import { saveUser } from './save.ts'
import { confirmUserChange, pendingUserChanges } from './user-changes.ts'
import { searchUser } from './search.ts'

export const userHandlers: Pick<Handlers, keyof typeof userOperations | keyof typeof machineOperations> = {
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
  machineUsers,
  createMachineUser,
  confirmMachineUser,
  unlockMachineUser,
  revokeMachineUser,
}
