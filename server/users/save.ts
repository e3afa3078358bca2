// saveUser: changes a user, or adds a user and mails a link to choose a password. All values are saved or none.
// A changed e-mail address is reported to the old and the new address.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { Params } from '#contract/operations.ts'
import { tidyUser, type UserErrors, type UserField, validateUser, userFields } from '#domain/users/fields.ts'
import type { UserChangeType } from '#domain/users/changes.ts'
import { dayToEnd, endToDay } from '#domain/users/last-day.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { expireSessionsAt, findAccessEnd } from '#server/sessions/sessions.ts'
import { invalidateLinks } from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import type { Phrase } from '#server/stored-text.ts'
import { validateUserCampaigns } from './campaign-limits.ts'
import { findGroupById, type Group, isWithinViewersRights, canGrant } from './groups.ts'
import { insertUser, sendActivationLink } from './insert-user.ts'
import { closeUndoneChanges, findGainedRights, recordUserChange } from './user-changes.ts'
import {
  lockUserChanges,
  hasOtherUserManager,
  findTakenFields,
  findUserById,
  type UserRow,
  userToAuditValues,
} from './queries.ts'

type UserInput = Params<'saveUser'>['user']

export const saveUser: Handler<'saveUser'> = async (context, { user: input }) => {
  const { db, viewer } = context
  if (input.userId !== undefined) context.setSubject('user', input.userId)
  // Other owners are not found.
  if (input.ownerId !== viewer.ownerId) return refuse(codes.notFound, m.users_noSuchOwner)
  const hasId = input.userId !== undefined
  const isIdWrong = input.isNew ? hasId : !hasId
  if (isIdWrong) return refuse(codes.refusedParameters, m.dates_valuesNotValid)
  const user = {
    ...input,
    ...tidyUser({ username: input.username, firstname: input.firstname, lastname: input.lastname, email: input.email }),
  }

  await lockUserChanges(db, viewer.ownerId)
  const existingUser = input.userId === undefined ? undefined : await findUserById(db, viewer.ownerId, input.userId)
  if (input.userId !== undefined && !existingUser) return refuse(codes.notFound, m.common_thereIsNoSuchUser)
  // The campaigns and the last day are empty here. They are checked below, by validateUserCampaigns and validateEnd.
  const checkedUser = { ...user, campaignIds: '', lastDay: '' }
  const fieldsRefusal = refuseFields(codes.refusedParameters, () => validateUser(checkedUser, existingUser))
  if (fieldsRefusal) return fieldsRefusal
  const group = await findGroupById(db, viewer.ownerId, user.groupId)
  if (!group) return refuseField(codes.notFound, 'groupId', m.users_noSuchGroup)
  const endsAt = inputToEnd(context, input.lastDay, existingUser)
  // The first refusal is returned.
  const refusal =
    validatePermissions(context, existingUser, user) ??
    (await validateGroup(context, existingUser, group)) ??
    (await validateEnd(context, existingUser, endsAt)) ??
    (await validateUnique(context, existingUser, user))
  if (refusal) return refusal
  const userCampaigns = await validateUserCampaigns(context, {
    user: existingUser,
    group,
    campaignIds: input.campaignIds,
  })
  if ('error' in userCampaigns) return refuseField(userCampaigns.code, 'campaignIds', userCampaigns.error)

  const changesEmail = existingUser !== undefined && existingUser.email !== user.email
  const passwordRefusal = changesEmail ? await refuseWithoutRecentPassword(context) : undefined
  if (passwordRefusal) return passwordRefusal

  const userToSave = { ...user, campaignIds: userCampaigns.ids, endsAt }
  // The end that is in force. A later end can still wait for its confirmation.
  const confirmedEnd = existingUser && (await findAccessEnd(db, existingUser.id))
  const changeTypes: UserChangeType[] = []
  if (!existingUser) changeTypes.push('created')
  if (changesEmail) changeTypes.push('email')
  if (existingUser) {
    const rights = rightsAfterSaving(userToSave, group)
    changeTypes.push(...(await findGainedRights(context, existingUser, rights)))
    await closeUndoneChanges(context, existingUser, rights)
    const extendsAccess = isExtension({ endsAt, storedEnd: existingUser.ends_at, confirmedEnd })
    if (extendsAccess) changeTypes.push('end')
  }
  const id = existingUser
    ? await updateUser(context, existingUser, userToSave, group)
    : await addUser(context, userToSave, group)
  context.setSubject('user', id)
  if (existingUser) await storeEnd(context, existingUser, endsAt)
  const after = userToAuditValues({
    ...user,
    group_name: group.name,
    campaign_ids: userCampaigns.ids,
    lastDay: toLastDay(endsAt, context),
  })
  const before = existingUser
    ? userToAuditValues({ ...existingUser, lastDay: toLastDay(existingUser.ends_at, context) })
    : {}
  context.recordChange({ before, after })
  await recordUserChange(context, {
    userId: id,
    kinds: changeTypes,
    before: existingUser,
    endsBefore: confirmedEnd === undefined ? undefined : new Date(confirmedEnd),
    facts: { before, after },
  })
  context.afterCommit(() => context.jobs.wake())
  return {
    userId: String(id),
    resultText: existingUser ? m.users_userSavedSuccessfully() : m.users_userHasBeenCreated(),
  }
}

/** Checks that the viewer can assign this group to this user. An unchanged group needs no check. */
async function validateGroup(
  { db, viewer }: SessionContext,
  existingUser: UserRow | undefined,
  group: Group,
): Promise<Refusal | undefined> {
  if (existingUser?.group_id === group.id) return undefined
  if (existingUser?.id === viewer.userId)
    return refuseField(codes.refusedState, 'groupId', m.users_cannotChangeOwnGroup)
  if (!canGrant(viewer, group.permissions)) return refuseField(codes.refusedState, 'groupId', m.users_groupBeyondViewer)
  const needsOtherManager = existingUser !== undefined && !group.permissions.includes('User.write')
  if (needsOtherManager && !(await hasOtherUserManager(db, viewer.ownerId, existingUser.id)))
    return refuseField(codes.refusedState, 'groupId', m.users_lastUserManager)
  return undefined
}

/** The end of the access after saving. Null for no end. Without a last day in the call, the end stays as it is. */
function inputToEnd(
  { client }: Pick<SessionContext, 'client'>,
  lastDay: UserInput['lastDay'],
  existingUser: UserRow | undefined,
): Date | null {
  if (lastDay === undefined) return existingUser?.ends_at ?? null
  if (lastDay === null) return null
  return dayToEnd(lastDay, client) ?? null
}

const toLastDay = (endsAt: Date | null, { client }: Pick<SessionContext, 'client'>) =>
  endsAt ? endToDay(endsAt, client) : undefined

/** Null or undefined stands for an access without an end. */
interface AccessEnds {
  /** The end after saving. */
  readonly endsAt: Date | null
  /** The end before saving. It can be later than the confirmed end, and then still waits for a confirmation. */
  readonly storedEnd: Date | null
  /** The end that is in force, in milliseconds since 1970. */
  readonly confirmedEnd: number | undefined
}

/** True if the call changes the end to a time after the confirmed end. */
function isExtension({ endsAt, storedEnd, confirmedEnd }: AccessEnds): boolean {
  if (isSameTime(endsAt, storedEnd)) return false
  if (confirmedEnd === undefined) return false
  return endsAt === null || endsAt.getTime() > confirmedEnd
}

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/** Checks that the viewer can give this user this end of the access. An unchanged end needs no check. */
async function validateEnd(
  { db, viewer, now }: SessionContext,
  existingUser: UserRow | undefined,
  endsAt: Date | null,
): Promise<Refusal | undefined> {
  if (isSameTime(existingUser?.ends_at ?? null, endsAt)) return undefined
  if (existingUser?.id === viewer.userId) return refuseField(codes.refusedState, 'lastDay', m.users_cannotChangeOwnEnd)
  if (endsAt === null) return undefined
  if (endsAt.getTime() <= now()) return refuseField(codes.refusedParameters, 'lastDay', m.users_lastDayIsOver)
  const managesUsers = existingUser?.permissions.includes('User.write') === true
  if (managesUsers && !(await hasOtherUserManager(db, viewer.ownerId, existingUser.id)))
    return refuseField(codes.refusedState, 'lastDay', m.users_lastUserManager)
  return undefined
}

/** A viewer cannot change a user who has permissions or campaigns that the viewer lacks. */
function validatePermissions(
  { viewer, client }: SessionContext,
  existingUser: UserRow | undefined,
  user: UserInput,
): Refusal | undefined {
  if (!existingUser || isWithinViewersRights(viewer, existingUser)) return undefined
  // The lists become texts, so that the values before and after can be compared with !==.
  const campaignsToText = (ids: readonly (number | string)[] | null) => (ids ?? []).map(String).toSorted().join()
  const dayBefore = toLastDay(existingUser.ends_at, { client }) ?? null
  const valuesBefore = {
    ...existingUser,
    groupId: String(existingUser.group_id),
    campaignIds: campaignsToText(existingUser.campaign_ids),
    lastDay: dayBefore,
  }
  const valuesAfter = {
    ...user,
    campaignIds: campaignsToText(user.campaignIds ?? existingUser.campaign_ids),
    lastDay: user.lastDay === undefined ? dayBefore : user.lastDay,
  }
  const changedFields = userFields.filter((field) => valuesAfter[field] !== valuesBefore[field])
  return refuseFields(codes.refusedState, () =>
    Object.fromEntries(changedFields.map((field) => [field, m.users_userBeyondViewer()])),
  )
}

async function validateUnique(
  { db, viewer }: SessionContext,
  existingUser: UserRow | undefined,
  user: Pick<UserInput, 'username' | 'email'>,
): Promise<Refusal | undefined> {
  const takenFields = await findTakenFields(db, viewer.ownerId, user, existingUser?.id)
  // Existing users can share an e-mail address. So the address must be unique only if it changes.
  const isNewAddress = existingUser?.email.toLowerCase() !== user.email.toLowerCase()
  const isAddressTaken = isNewAddress && takenFields.email
  return refuseFields(codes.refusedState, () => ({
    ...(takenFields.username && { username: m.users_usernameTaken() }),
    ...(isAddressTaken && { email: m.users_emailTaken() }),
  }))
}

interface UserToSave {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly campaignIds: number[] | null
  readonly endsAt: Date | null
}

const rightsAfterSaving = ({ campaignIds, endsAt }: UserToSave, { id, permissions, campaign_ids }: Group) => ({
  ends_at: endsAt,
  group_id: id,
  permissions,
  campaign_ids: campaignIds,
  group_campaign_ids: campaign_ids,
})

const addUser = (context: SessionContext, user: UserToSave, group: Group): Promise<number> =>
  insertUser(context, context.db, { ...user, ownerId: context.viewer.ownerId, groupId: group.id })

type SavingContext = Pick<SessionContext, 'db' | 'jobs' | 'secrets' | 'now' | 'settings'>

/** Stores the values except the end of the access, and mails what changed. Call `jobs.wake` after the commit. */
export async function updateUser(
  context: SavingContext,
  existingUser: UserRow,
  user: Omit<UserToSave, 'endsAt'>,
  group: Pick<Group, 'id' | 'name'>,
): Promise<number> {
  const { db, now } = context
  const { username, firstname, lastname, email } = user
  await db
    .updateTable('user_account')
    .set({ username, firstname, lastname, email, group_id: group.id, campaign_ids: user.campaignIds })
    .where('id', '=', existingUser.id)
    .execute()
  const savedUser = { id: existingUser.id, username, firstname, lastname, email }
  if (group.id !== existingUser.group_id)
    await enqueueMail(context, db, { kind: 'groupChanged', to: userToRecipient(savedUser), group: group.name })
  if (email === existingUser.email) return existingUser.id
  for (const address of [existingUser.email, email])
    await enqueueMail(context, db, {
      kind: 'emailChanged',
      to: { ...userToRecipient(savedUser), email: address },
      newEmail: email,
    })
  // Someone who reads the old mailbox must not log in with a link or code that was sent there.
  await invalidateLinks(db, existingUser.id, 'reset', now())
  await db
    .updateTable('email_code')
    .set({ expires_at: new Date(now()) })
    .where('user_id', '=', existingUser.id)
    .execute()
  if (existingUser.activated_at === null) await sendActivationLink(context, db, savedUser)
  return existingUser.id
}

/**
 * Stores the end of the access. Open sessions end at the same time. If the access had already ended, the count of days
 * without a log-in starts again.
 */
export async function storeEnd(
  { db, now }: Pick<SessionContext, 'db' | 'now'>,
  { id, ends_at: endBefore }: Pick<UserRow, 'id' | 'ends_at'>,
  endsAt: Date | null,
): Promise<void> {
  if (isSameTime(endBefore, endsAt)) return
  const hadEnded = endBefore !== null && endBefore.getTime() <= now()
  await db
    .updateTable('user_account')
    .set({ ends_at: endsAt, ...(hadEnded && { unused_since: new Date(now()), unused_warned_at: null }) })
    .where('id', '=', id)
    .execute()
  if (endsAt) await expireSessionsAt(db, id, endsAt)
}

type FieldCode = typeof codes.refusedParameters | typeof codes.refusedState | typeof codes.notFound

const refuseField = (code: FieldCode, field: UserField, message: Phrase): Refusal =>
  refuse(code, message, { errors: [{ path: `user.${field}`, message: message() }] })

/**
 * Refuses the fields with errors. Undefined if no field has an error. The first error is the message of the response.
 * `findErrors` is called again for the audit trail, whose readers can use other languages.
 */
function refuseFields(code: FieldCode, findErrors: () => UserErrors): Refusal | undefined {
  const errors = findErrors()
  const invalidFields = userFields.filter((field) => errors[field] !== undefined)
  const [firstField] = invalidFields
  if (firstField === undefined) return undefined
  const toText = () => findErrors()[firstField] ?? m.dates_valuesNotValid()
  return refuse(code, toText, {
    errors: invalidFields.map((field) => ({ path: `user.${field}`, message: errors[field] ?? '' })),
  })
}
