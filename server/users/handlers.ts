// The handlers of user administration.
import type { approvalOperations } from '#contract/approvals.ts'
import type { machineOperations } from '#contract/machines.ts'
import type { userOperations } from '#contract/users.ts'
import type { Handlers } from '#server/operations/context.ts'
import { approvalChallenge } from '#server/approvals/challenge.ts'
import { approvalRules, confirmApprovalRules, proposeApprovalRules, withdrawApprovalRules } from './approval-rules.ts'
import { auditLog } from './audit-log.ts'
import { deleteUser, lockUser, reset2FAEnrolment, resendActivation, unlockUser } from './change-user.ts'
import {
  confirmGroupChange,
  deleteGroup,
  pendingGroupChanges,
  saveGroup,
  withdrawGroupChange,
} from './group-changes.ts'
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
import { accessReview } from './access-review.ts'
import { searchUser } from './search.ts'

export const userHandlers: Pick<
  Handlers,
  keyof typeof userOperations | keyof typeof machineOperations | keyof typeof approvalOperations
> = {
  AllUserGroups,
  saveGroup,
  deleteGroup,
  pendingGroupChanges,
  confirmGroupChange,
  withdrawGroupChange,
  searchUser,
  accessReview,
  saveUser,
  deleteUser,
  lockUser,
  unlockUser,
  resendActivation,
  reset2FAEnrolment,
  pendingUserChanges,
  confirmUserChange,
  auditLog,
  approvalChallenge,
  approvalRules,
  proposeApprovalRules,
  confirmApprovalRules,
  withdrawApprovalRules,
  machineUsers,
  createMachineUser,
  confirmMachineUser,
  unlockMachineUser,
  revokeMachineUser,
}
