// saveUser: changes a user, or adds one, who gets a link by e-mail to choose a password. All values are saved or none.
// A changed address is reported to the old and the new address.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { Params } from '#contract/operations.ts'
import { tidyUser, type UserFaults, userFaults, userFields } from '#domain/users/fields.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { endLinks } from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { limitsToSet } from './campaign-limits.ts'
import { groupById, isWithinViewer, mayGrant } from './groups.ts'
import { insertUser, sendActivation } from './insert-user.ts'
import { gainedKinds, recordUserChange } from './user-changes.ts'
import { lockUsers, isOtherWayIn, takenBy, userById, type UserRow, userToFacts } from './queries.ts'

type Given = Params<'saveUser'>['user']
type Group = NonNullable<Awaited<ReturnType<typeof groupById>>>

export const saveUser: Handler<'saveUser'> = async (context, { user: given }) => {
  const { db, viewer } = context
  if (given.userId !== undefined) context.concerns('user', given.userId)
  // Returns "not found" for other owners.
  if (given.ownerId !== viewer.ownerId) return refuse(codes.notFound, m.users_noSuchOwner())
  if (given.isNew === (given.userId !== undefined)) return refuse(codes.refusedParameters, m.dates_someOfValues())
  const user = {
    ...given,
    ...tidyUser({ username: given.username, firstname: given.firstname, lastname: given.lastname, email: given.email }),
  }

  await lockUsers(db, viewer.ownerId)
  const known = given.userId === undefined ? undefined : await userById(db, viewer.ownerId, given.userId)
  if (given.userId !== undefined && !known) return refuse(codes.notFound, m.common_thereIsNoSuchUser())
  // The rules of campaigns are checked later, with their ids.
  const faults = userFaults({ ...user, campaignIds: '' }, known)
  if (Object.keys(faults).length > 0) return refuseFields(codes.refusedParameters, faults)
  const group = await groupById(db, viewer.ownerId, user.groupId)
  if (!group) return refuseFields(codes.notFound, { groupId: m.users_noSuchGroup() })
  const refused =
    refuseMorePermissions(context, known, user) ??
    (await refuseGroup(context, known, group)) ??
    (await refuseTaken(context, known, user))
  if (refused) return refused
  const limits = await limitsToSet(context, { known, group, given: given.campaignIds })
  if (limits.fault !== undefined) return refuseFields(limits.code, { campaignIds: limits.fault })

  const saved = { ...user, campaignIds: limits.ids }
  const gained = known && (await gainedKinds(context, known, afterSaving(saved, group)))
  const id = known ? await change(context, known, saved, group) : await add(context, saved, group)
  context.concerns('user', id)
  const after = userToFacts({ ...user, group_name: group.name, campaign_ids: limits.ids })
  const before = known ? userToFacts(known) : {}
  context.records(after, before)
  await recordUserChange(context, {
    userId: id,
    kinds: gained ? [...(known.email === user.email ? [] : (['email'] as const)), ...gained] : ['created'],
    before: known,
    facts: { before, after },
  })
  context.afterCommit(() => context.jobs.wake())
  return { userId: String(id), resultText: known ? m.users_userSavedSuccessfully() : m.users_userHasBeenCreated() }
}

/** Checks that the viewer can assign this group to this user. An unchanged group needs no check. */
async function refuseGroup(
  { db, viewer }: SessionContext,
  known: UserRow | undefined,
  group: Group,
): Promise<Refusal | undefined> {
  if (known?.group_id === group.id) return undefined
  if (known?.id === viewer.userId) return refuseFields(codes.refusedState, { groupId: m.users_cannotChangeOwnGroup() })
  if (!mayGrant(viewer, group.permissions))
    return refuseFields(codes.refusedState, { groupId: m.users_thisGroupMayDoMoreThan() })
  const losesWay = known !== undefined && !group.permissions.includes('User.write')
  if (losesWay && !(await isOtherWayIn(db, viewer.ownerId, known.id)))
    return refuseFields(codes.refusedState, { groupId: m.users_nobodyElseManagesUsers() })
  return undefined
}

/** No one can change a user who has permissions that they lack themselves. */
function refuseMorePermissions(
  { viewer }: SessionContext,
  known: UserRow | undefined,
  user: Given,
): Refusal | undefined {
  if (!known || isWithinViewer(viewer, known)) return undefined
  const campaignsOf = (ids: readonly (number | string)[] | null) => (ids ?? []).map(String).toSorted().join()
  const before = { ...known, groupId: String(known.group_id), campaignIds: campaignsOf(known.campaign_ids) }
  const after = { ...user, campaignIds: campaignsOf(user.campaignIds ?? known.campaign_ids) }
  const changed = userFields.filter((field) => after[field] !== before[field])
  if (changed.length === 0) return undefined
  return refuseFields(
    codes.refusedState,
    Object.fromEntries(changed.map((field) => [field, m.users_thisUserMayDoMoreThan()])),
  )
}

async function refuseTaken(
  { db, viewer }: SessionContext,
  known: UserRow | undefined,
  user: Pick<Given, 'username' | 'email'>,
): Promise<Refusal | undefined> {
  const taken = await takenBy(db, viewer.ownerId, user, known?.id)
  // Existing users may share an address: it must be unique only when it changes.
  const isNewAddress = known?.email.toLowerCase() !== user.email.toLowerCase()
  const faults = {
    ...(taken.username && { username: m.users_usernameTaken() }),
    ...(taken.email && isNewAddress && { email: m.users_emailTaken() }),
  }
  return Object.keys(faults).length > 0 ? refuseFields(codes.refusedState, faults) : undefined
}

type Saved = Omit<Given, 'campaignIds'> & { readonly campaignIds: number[] | null }

const afterSaving = ({ campaignIds }: Saved, { permissions, campaign_ids }: Group) => ({
  permissions,
  campaign_ids: campaignIds,
  group_campaign_ids: campaign_ids,
})

const add = (context: SessionContext, user: Saved, group: Group): Promise<number> =>
  insertUser(context, context.db, { ...user, ownerId: context.viewer.ownerId, groupId: group.id })

async function change(context: SessionContext, known: UserRow, user: Saved, group: Group): Promise<number> {
  const { db, now } = context
  const { username, firstname, lastname, email } = user
  await db
    .updateTable('user_account')
    .set({ username, firstname, lastname, email, group_id: group.id, campaign_ids: user.campaignIds })
    .where('id', '=', known.id)
    .execute()
  const changed = { id: known.id, username, firstname, lastname, email }
  if (group.id !== known.group_id)
    await enqueueMail(context, db, { kind: 'groupChanged', to: userToRecipient(changed), group: group.name })
  if (email === known.email) return known.id
  for (const address of [known.email, email])
    await enqueueMail(context, db, {
      kind: 'emailChanged',
      to: { ...userToRecipient(changed), email: address },
      newEmail: email,
    })
  // Someone who reads the old mailbox must not get in with a link or code that was sent there.
  await endLinks(db, known.id, 'reset', now())
  await db
    .updateTable('email_code')
    .set({ expires_at: new Date(now()) })
    .where('user_id', '=', known.id)
    .execute()
  if (known.activated_at === null) await sendActivation(context, db, changed)
  return known.id
}

/** The errors by field. The first of them is the message of the response. */
function refuseFields(
  code: typeof codes.refusedParameters | typeof codes.refusedState | typeof codes.notFound,
  faults: UserFaults,
): Refusal {
  const errors = userFields.flatMap((field) => {
    const message = faults[field]
    return message === undefined ? [] : [{ path: `user.${field}`, message }]
  })
  return refuse(code, errors[0]?.message ?? m.dates_someOfValues(), { errors })
}
