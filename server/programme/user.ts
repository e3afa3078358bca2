// `user add`, `user end`, `user resend-activation`, `user lock`, `user unlock`, `user reset-factor`, `user confirm`:
// for managing users when no administrator can log in. The rules and mails are the same as in the portal.
import { m } from '#words/messages.js'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { dayToEnd, endToDay } from '#domain/users/last-day.ts'
import { tidyUser, validateUser, userFieldLabels, userFields } from '#domain/users/fields.ts'
import {
  activationMailRefusal,
  factorResetRefusal,
  userLockRefusal,
  userUnlockRefusal,
  type UserState,
} from '#domain/users/rules.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { type Change, changesBetween, valuesToChanges } from '#server/audit/audit-fields.ts'
import type { Db } from '#server/operations/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  factorAuditValues,
  lockAccount,
  lockToChange,
  resetFactor,
  resetAuditValues,
  unlockAccount,
} from '#server/users/change-user.ts'
import { insertUser, sendActivationLink } from '#server/users/insert-user.ts'
import { storeEnd } from '#server/users/save.ts'
import { confirmAllChanges, confirmLaterEnds } from '#server/users/user-changes.ts'
import {
  lockUserChanges,
  rowToState,
  findTakenFields,
  findUserByName,
  hasOtherUserManager,
  type UserRow,
  userToAuditValues,
} from '#server/users/queries.ts'
import { defineCommand, type CommandServices, CommandError } from './command.ts'
import { auditCommand, namesToCampaignIds, requireOwner } from './owner.ts'

/** The sentence about a mail to the user. The mail waits in the database until a server sends it. */
export const mailQueuedMessage = (email: string): string => `A mail to ${email} is sent as soon as a server runs.`

export const userAdd = defineCommand({
  name: 'user add',
  summary: 'Adds a user, who gets an activation mail',
  operands: ['USERNAME'],
  options: {
    email: { placeholder: 'ADDRESS', isRequired: true, summary: 'Where the activation mail goes.' },
    group: {
      placeholder: 'NAME',
      isRequired: true,
      summary: 'The name of the group, which decides what the user may do.',
    },
    firstname: { placeholder: 'NAME', summary: 'First name. Default: the username, so that pages can name the user.' },
    lastname: { placeholder: 'NAME', summary: 'Last name.' },
    campaigns: {
      placeholder: 'NAMES',
      summary: 'Limits the user to these campaigns: their names, separated by commas. Default: all campaigns.',
    },
  },
  hasDryRun: true,
  async run({ operands, options, open }) {
    const { email, group, firstname = operands.USERNAME, lastname = '', campaigns } = options
    const programme = await open()
    const user = tidyUser({ username: operands.USERNAME, firstname, lastname, email })
    await inTransaction(programme.db, (trx) =>
      addUser(programme, trx, { ...user, group, limitedTo: campaigns?.split(',').map((name) => name.trim()) }),
    )
    return { lines: [m.users_userHasBeenCreated(), mailQueuedMessage(user.email)] }
  },
})

export interface UserToAdd {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  /** The name of the group. */
  readonly group: string
  /** The names of the campaigns that the user is limited to. Undefined for all campaigns. */
  readonly limitedTo?: readonly string[] | undefined
}

/**
 * Adds a user of the client's owner, enqueues the activation mail, writes the audit entry, and returns the user's id.
 * Throws a CommandError with all errors together.
 */
export async function addUser(programme: CommandServices, trx: Db, userToAdd: UserToAdd): Promise<number> {
  const { group: groupName, limitedTo: campaignNames, ...user } = userToAdd
  const ownerId = await requireOwner(trx, programme.client)
  await lockUserChanges(trx, ownerId)
  const groups = await trx
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .execute()
  const group = groups.find(({ name }) => name === groupName.trim())
  // The validation only requires that a group is given, so the name can take the place of the id.
  const faults = validateUser({ ...user, groupId: groupName })
  const takenFields = await findTakenFields(trx, ownerId, user)
  const sentences: string[] = []
  for (const field of userFields) {
    if (faults[field] !== undefined) sentences.push(`${userFieldLabels[field]}: ${faults[field]}.`)
  }
  if (takenFields.username) sentences.push(`${m.users_usernameTaken()}.`)
  if (takenFields.email) sentences.push(`${m.users_emailTaken()}.`)
  if (!group) {
    const groupNames = groups.map(({ name }) => `'${name}'`).join(', ')
    sentences.push(`There is no group '${groupName}'. The groups are ${groupNames}.`)
  }
  if (!group || sentences.length > 0) throw new CommandError(...sentences)
  const campaigns = await trx
    .selectFrom('campaign')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .execute()
  const campaignIds = campaignNames ? namesToCampaignIds(campaigns, campaignNames) : null
  const id = await insertUser(programme, trx, { ...user, ownerId, groupId: group.id, campaignIds })
  const changes = valuesToChanges(userToAuditValues({ ...user, group_name: group.name, campaign_ids: campaignIds }))
  await auditCommand(programme, trx, { method: 'saveUser', ownerId, changedUserId: id, changes })
  return id
}

export const userResendActivation = defineCommand({
  name: 'user resend-activation',
  summary: 'Sends a new activation mail, if the first was lost or has expired',
  operands: ['USERNAME'],
  hasDryRun: true,
  async run({ operands, open }) {
    const programme = await open()
    const { email } = await changeUser(
      programme,
      { username: operands.USERNAME, findRefusal: activationMailRefusal },
      async (trx, user) => {
        await sendActivationLink(programme, trx, user)
        await auditUser(programme, trx, 'resendActivation', user, valuesToChanges({ email: user.email }))
      },
    )
    return { lines: [`A new link replaces the earlier one. ${mailQueuedMessage(email)}`] }
  },
})

export const userEnd = defineCommand({
  name: 'user end',
  summary: 'Sets the last day on which a user has access, or removes it with NEVER',
  help: ['DAY has the form 2026-12-31. It counts as confirmed by another administrator.'],
  operands: ['USERNAME', 'DAY'],
  hasDryRun: true,
  async run({ operands: { USERNAME: username, DAY: day }, open }) {
    const programme = await open()
    const { client, now } = programme
    const hasNoEnd = day.toUpperCase() === 'NEVER'
    const endsAt = hasNoEnd ? null : dayToEnd(day, client)
    if (endsAt === undefined) throw new CommandError(`'${day}' is no day. Write it like 2026-12-31, or NEVER.`)
    if (endsAt && endsAt.getTime() <= now()) throw new CommandError(`${m.users_lastDayIsOver()}.`)
    await changeUser(programme, { username }, async (trx, user) => {
      const endsUserManager = endsAt !== null && user.permissions.includes('User.write')
      if (endsUserManager && !(await hasOtherUserManager(trx, client.ownerId, user.id)))
        throw new CommandError(`${m.users_lastUserManager()}.`)
      await storeEnd({ db: trx, now }, user, endsAt)
      await confirmLaterEnds(programme, trx, user)
      const endToLastDay = (end: Date | null) => (end ? endToDay(end, client) : undefined)
      const change = { before: { lastDay: endToLastDay(user.ends_at) }, after: { lastDay: endToLastDay(endsAt) } }
      await auditUser(programme, trx, 'saveUser', user, changesBetween(change))
    })
    return { lines: [`${m.users_userSavedSuccessfully()}.`] }
  },
})

export const userLock = defineCommand({
  name: 'user lock',
  summary: 'Locks a user: all sessions end, and no one can log in by that name until the user is unlocked',
  operands: ['USERNAME'],
  options: { reason: { placeholder: 'TEXT', summary: 'Why, for the audit trail.' } },
  hasDryRun: true,
  async run({ operands, options: { reason = '' }, open }) {
    if (containsCardNumber(reason)) throw new CommandError(`${m.common_removeCardNumber()}.`)
    const programme = await open()
    await changeUser(programme, { username: operands.USERNAME, findRefusal: userLockRefusal }, async (trx, user) => {
      await lockAccount(programme, trx, user.id)
      await auditUser(programme, trx, 'lockUser', user, changesBetween(lockToChange(reason)))
    })
    return { lines: [`${m.users_userSuccessfullyLocked()}.`] }
  },
})

export const userUnlock = defineCommand({
  name: 'user unlock',
  summary: 'Unlocks a user, whatever the reason for the lock',
  operands: ['USERNAME'],
  hasDryRun: true,
  async run({ operands, open }) {
    const programme = await open()
    await changeUser(programme, { username: operands.USERNAME, findRefusal: userUnlockRefusal }, async (trx, user) => {
      await unlockAccount(programme, trx, user.id)
      const changes = changesBetween({ before: { locked: true }, after: { locked: false } })
      await auditUser(programme, trx, 'unlockUser', user, changes)
    })
    return { lines: [`${m.users_userSuccessfullyUnlocked()}.`] }
  },
})

export const userResetFactor = defineCommand({
  name: 'user reset-factor',
  summary: 'Removes the second factor of a user, who must set it up again and is notified by mail',
  operands: ['USERNAME'],
  hasDryRun: true,
  async run({ operands, open }) {
    const programme = await open()
    const { email } = await changeUser(
      programme,
      { username: operands.USERNAME, findRefusal: factorResetRefusal },
      async (trx, user) => {
        await resetFactor(programme, trx, user)
        const changes = changesBetween({ before: factorAuditValues(user), after: resetAuditValues(user) })
        await auditUser(programme, trx, 'reset2FAEnrolment', user, changes)
      },
    )
    return { lines: [`${m.users_otpSuccessfullyReset()}.`, mailQueuedMessage(email)] }
  },
})

export const userConfirm = defineCommand({
  name: 'user confirm',
  summary: 'Confirms what an administrator changed of a user, in place of a second administrator',
  operands: ['USERNAME'],
  hasDryRun: true,
  async run({ operands, open }) {
    const programme = await open()
    let lines: string[] = []
    await changeUser(programme, { username: operands.USERNAME }, async (trx, user) => {
      const confirmedChanges = await confirmAllChanges(programme, trx, user)
      if (confirmedChanges.length === 0)
        throw new CommandError(`No change to user '${user.username}' waits for a confirmation.`)
      lines = confirmedChanges.map(({ text }) => `Confirmed: ${text}.`)
      const changes = confirmedChanges.flatMap((confirmedChange) => confirmedChange.changes)
      await auditUser(programme, trx, 'confirmUserChange', user, changes)
    })
    return { lines }
  },
})

const auditUser = (
  programme: CommandServices,
  trx: Db,
  method: AuditedMethod,
  { id }: UserRow,
  changes: readonly Change[],
) => auditCommand(programme, trx, { method, ownerId: programme.client.ownerId, changedUserId: id, changes })

/** A command has no logged-in user, so the rules against changing your own account never apply. */
const NO_VIEWER = ''

interface UserToChange {
  readonly username: string
  /** Returns why the change is refused. Without this function, the change is allowed for every user. */
  readonly findRefusal?: (user: UserState, viewerId: string) => string | undefined
}

/**
 * Changes the user of this name in a transaction, and returns the user as it was before the change. Throws a
 * CommandError if the change is refused, or if there is no such user.
 */
async function changeUser(
  { client, db, ...programme }: CommandServices,
  { username, findRefusal }: UserToChange,
  change: (trx: Db, user: UserRow) => Promise<void>,
): Promise<UserRow> {
  return inTransaction(db, async (trx) => {
    const ownerId = await requireOwner(trx, client)
    await lockUserChanges(trx, ownerId)
    const user = await findUserByName(trx, ownerId, username)
    if (!user) throw new CommandError(`There is no user '${username}'.`)
    const refusal = findRefusal?.(rowToState(user, programme), NO_VIEWER)
    if (refusal !== undefined) throw new CommandError(`${refusal}.`)
    await change(trx, user)
    return user
  })
}
