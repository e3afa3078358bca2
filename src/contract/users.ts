// User administration and the audit trail. Rules: docs/rules/users.md.
import * as z from 'zod'
import { permissions } from '#domain/access/permissions.ts'
import { groupFieldLimits } from '#domain/users/groups.ts'
import { date, id, instant, nothing, pageParams, pageResult, requestId, text } from './fields.ts'

/** A changed value as text. `before` is null if there was no value before. `after` is null if there is no value now. */
const changedValue = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })

/** A user in Find User. `lastLogin` is null if the user has never logged in. */
export const listedUser = z.object({
  userID: id,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The name of the user's group. */
  userGroups: z.string(),
  groupId: id,
  /**
   * The campaigns that the user is limited to. Empty if the user has no limit. The group can limit the user further.
   */
  campaignIds: z.array(id).optional(),
  lastLogin: instant,
  /** After this day the user has no access. Omitted for a user without an end. */
  lastDay: date.optional(),
  isLocked: z.boolean(),
  isActivated: z.boolean(),
  /** `isEnrolled`: true if the second factor is set up. */
  secondFactor: z.enum(['none', 'app', 'email']),
  isEnrolled: z.boolean(),
  /** True if the user has a permission that this viewer lacks. The viewer then cannot change the user. */
  mayMore: z.boolean().optional(),
  /** True if a change to the user waits for another administrator (pendingUserChanges). */
  isHeld: z.boolean().optional(),
})
export type ListedUser = z.output<typeof listedUser>

/** A user or a machine user in the access review. */
export const reviewedUser = z.object({
  userID: id,
  kind: z.enum(['person', 'machine']),
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  /** '' for a machine user. */
  group: z.string(),
  /** The permissions in effect now, as 'Area.action'. For a machine user, its scopes. */
  permissions: z.array(z.string()),
  /** The names of the campaigns that the user is limited to. Omitted for a user without a limit. */
  campaigns: z.array(z.string()).optional(),
  /** The machine users whose key this user has made. Machine users that have ended are left out. */
  keys: z.array(z.string()),
  /** For a machine user, the time of its last call. */
  lastLogin: instant,
  /** The time of the user's newest entry in the audit trail, without logins and logouts. */
  lastAct: instant,
  secondFactors: z.array(z.enum(['app', 'email', 'passkey'])),
  /** After this day the user has no access. Omitted for no end. */
  lastDay: date.optional(),
  /** 'notReady': not activated, or a key that waits for its confirmation. 'lockedUnused': locked as unused. */
  state: z.enum(['active', 'notReady', 'locked', 'lockedUnused', 'ended']),
  /** The day on which the user will be locked as unused. Omitted before the user was warned by e-mail. */
  lockDay: date.optional(),
})
export type ReviewedUser = z.output<typeof reviewedUser>

/**
 * A change to a user that is in effect. Until another administrator confirms the change, the user cannot call some
 * operations.
 */
export const heldChange = z.object({
  changeID: id,
  /** The change as sentences: what is blocked and until when, and who changed what. */
  title: z.string(),
  text: z.string(),
  changes: z.array(changedValue),
  /** Why this viewer cannot confirm the change. Omitted if the viewer can confirm it. */
  refusal: z.string().optional(),
})
export type HeldChange = z.output<typeof heldChange>

export const userGroup = z.object({
  GROUPID: id,
  GROUPDESCRIPTION: z.string(),
  /** 'Area.action' entries. */
  PERMISSIONS: z.array(z.string()),
  /** True if this viewer has all permissions of the group. Only then can the viewer put users into the group. */
  GRANTABLE: z.boolean(),
  /** The campaigns that its users are limited to. Empty if they are not limited. */
  CAMPAIGNIDS: z.array(id).optional(),
  /** The number of users, without deleted users. */
  USERS: z.int().optional(),
  /** After this day its users can only change their own settings. Omitted for a group without an end. */
  LASTDAY: date.optional(),
  /** True if LASTDAY is over. */
  HASENDED: z.boolean().optional(),
})
export type UserGroup = z.output<typeof userGroup>

/** A change of a group that waits for another administrator. */
export const pendingGroupChange = z.object({
  changeID: id,
  /** Omitted for a new group. */
  groupId: id.optional(),
  name: z.string(),
  proposedBy: z.string(),
  proposedAt: z.string(),
  changes: z.array(changedValue),
  /** Why this viewer cannot confirm the change. Omitted if the viewer can confirm it. */
  refusal: z.string().optional(),
})
export type PendingGroupChange = z.output<typeof pendingGroupChange>

/** An action that a user took or tried. */
export const auditEntry = z.object({
  id,
  at: z.string(),
  /** Null if no user was logged in. */
  userId: z.nullable(id),
  who: z.string(),
  method: z.string(),
  /** The action as text: 'approved batch 43'. */
  what: z.string(),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  resultCode: z.string(),
  /** The changed or disclosed values, as texts. */
  changes: z.array(changedValue).optional(),
  /** The message that was shown with a refusal. */
  refusal: z.nullable(z.string()).optional(),
  /** The caller's network address. '' if unknown. */
  address: z.string().optional(),
  /** The caller's device. For a command, the command line and the operating system's user. '' if unknown. */
  device: z.string().optional(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const userOperations = {
  AllUserGroups: { params: z.strictObject({ ownerId: z.int() }), result: z.object({ userGroups: z.array(userGroup) }) },
  /**
   * Creates a group, or changes the group `groupId`. The change waits for another administrator (`isWaiting`) if the
   * settings require two administrators, or if the group has permissions that the viewer lacks. A later change of the same
   * group replaces a change that waits.
   */
  saveGroup: {
    params: z.strictObject({
      requestId,
      group: z.strictObject({
        groupId: id.optional(),
        name: text(groupFieldLimits.name),
        permissions: z.array(z.enum(permissions)).max(permissions.length),
        /** Empty for all campaigns. */
        campaignIds: z.array(id).max(1000),
        /** Omitted for a group without an end. */
        lastDay: date.optional(),
      }),
    }),
    result: z.object({ changeID: id, groupId: id.optional(), isWaiting: z.boolean() }),
  },
  /** Deletes a group that has no users and that no approval rule names. */
  deleteGroup: { params: z.strictObject({ requestId, deleteGroupID: id }), result: z.object({}) },
  pendingGroupChanges: { params: nothing, result: z.object({ changes: z.array(pendingGroupChange) }) },
  /** Applies a change that another administrator proposed. The viewer needs all permissions of the group. */
  confirmGroupChange: { params: z.strictObject({ requestId, changeID: id }), result: z.object({}) },
  withdrawGroupChange: { params: z.strictObject({ requestId, changeID: id }), result: z.object({}) },
  /** Finds users by a part of username, first or last name or e-mail. An empty keyword returns all users. */
  searchUser: {
    params: z.strictObject({ keyword: text(100) }),
    result: z.object({ users: z.array(listedUser), truncated: z.boolean().optional() }),
  },
  /** All users and machine users with their rights and their last use, to review who still needs them. */
  accessReview: { params: nothing, result: z.object({ users: z.array(reviewedUser) }) },
  /** With `isNew`, creates a user and sends the activation e-mail. Otherwise changes the user `userId`. */
  saveUser: {
    params: z.strictObject({
      requestId,
      user: z.strictObject({
        userId: id.optional(),
        username: text(100),
        firstname: text(100),
        lastname: text(100),
        email: text(254),
        ownerId: z.int(),
        groupId: id,
        /**
         * The campaigns that the user is limited to. Empty for no limit. If omitted, an existing user's limits stay,
         * and a new user has none.
         */
        campaignIds: z.array(id).max(1000).optional(),
        /**
         * After this day the user has no access. Null for no end. If omitted, an existing user's end stays, and a new
         * user has none.
         */
        lastDay: z.nullable(date).optional(),
        isNew: z.boolean(),
      }),
    }),
    result: z.object({ userId: id }),
  },
  deleteUser: { params: z.strictObject({ requestId, deleteUserID: id }), result: z.object({}) },
  lockUser: {
    params: z.strictObject({ requestId, lockUserID: id, reason: text(255).optional() }),
    result: z.object({}),
  },
  unlockUser: { params: z.strictObject({ requestId, unlockUserID: id }), result: z.object({}) },
  resendActivation: { params: z.strictObject({ requestId, resendActivationUserID: id }), result: z.object({}) },
  reset2FAEnrolment: {
    params: z.strictObject({ requestId, reset2FAUserID: id, reset2FAOwnerID: z.int() }),
    result: z.object({}),
  },
  /** The pending changes to a user. Empty for an unknown user. */
  pendingUserChanges: {
    params: z.strictObject({ userID: id }),
    result: z.object({ changes: z.array(heldChange) }),
  },
  /** Confirms a change that another administrator made. The user can then call all operations again. */
  confirmUserChange: { params: z.strictObject({ requestId, changeID: id }), result: z.object({}) },
  auditLog: {
    params: z.strictObject({
      subjectType: text(40).optional(),
      subjectId: text(40).optional(),
      userId: id.optional(),
      method: text(60).optional(),
      /** 'views': data that was only viewed in the portal. 'changes': everything else. Both by default. */
      kind: z.enum(['changes', 'views']).optional(),
      startDate: date,
      endDate: date,
      ...pageParams,
    }),
    result: z.object({
      entries: z.array(auditEntry),
      ...pageResult,
      /** True if the server stopped counting at `total`, because there are too many entries to count. */
      isTotalMinimum: z.literal(true).optional(),
    }),
  },
}
