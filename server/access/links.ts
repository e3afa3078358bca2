// The operations of mailed links: check a link, set a password, activate the account. The link determines the user. A
// user id in the call must be the id of this user.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { ActivationData } from '#contract/access.ts'
import { codes } from '#contract/codes.ts'
import { type Db, type Handler, type LinkContext, type Refusal, refuse } from '#server/operations/context.ts'
import {
  invalidateLinks,
  findLink,
  type Link,
  type LinkType,
  linkState,
  redeemLink,
} from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { hashPassword } from '#server/sessions/passwords.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { clearWrongPasswordsOfUser } from '#server/sessions/wrong-passwords.ts'
import { validateNewPassword } from './validate-password.ts'

/** The texts that the specification requires, verbatim. */
const texts = withTexts({
  reset: {
    expired: textOf(m.access_resetLinkExpired),
    used: textOf(m.access_linkIsInvalid),
    invalid: textOf(m.access_linkIsInvalid),
  },
  activation: {
    expired: textOf(m.access_activationExpired),
    used: textOf(m.access_accountAlreadyActive),
    invalid: textOf(m.access_activationInvalid),
  },
} as const)

export const getResetPasswordInfo: Handler<'getResetPasswordInfo'> = async (context, { userUUID }) => {
  const link = await findLink(context.db, context.client.ownerId, userUUID, 'reset')
  return linkToInfo(link, context.now(), context.settings.passwordMin)
}

export const getActivationInfo: Handler<'getActivationInfo'> = async (context, { userUUID }) => {
  const link = await findLink(context.db, context.client.ownerId, userUUID, 'activation')
  return linkToInfo(link, context.now(), context.settings.passwordMin)
}

export const savePassword: Handler<'savePassword'> = async (context, params) => {
  const { db, settings, now } = context
  const kind: LinkType = params.reset ? 'reset' : 'activation'
  const link = await lockUsableLink(context, {
    kind,
    secret: params.userUUID,
    userId: params.userId,
    ownerId: params.ownerId,
  })
  if ('refusalCode' in link) return link
  const { password, confirmPassword: confirmation } = params
  const refusal = validateNewPassword({ password, confirmation, username: link.username }, settings)
  if (refusal) return refusal
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password), password_changed_at: new Date(now()) })
    .where('id', '=', link.userId)
    .execute()
  // An activation link is used up later by activateUser. Until then the password can be set again.
  if (kind === 'activation') return {}
  await redeemLink(db, params.userUUID, now())
  await invalidateLinks(db, link.userId, 'reset', now())
  await endSessionsOf(db, link.userId, now())
  await unlockByReset(db, link.userId, settings.lockAfter)
  await enqueueMail(context, db, { kind: 'passwordChanged', to: userToRecipient(link) })
  context.afterCommit(() => context.jobs.wake())
  return {}
}

/**
 * Ends a lock by wrong passwords (`wrong_password`, `failed_attempts`). The wrong passwords were guesses of the old
 * password, which is no longer valid. A lock by wrong codes (`code_failures`) stays, because it protects the second
 * factor from someone who reads the user's mail. A lock by an administrator (`locked_at`) stays too.
 */
async function unlockByReset(db: Db, userId: number, lockAfter: number): Promise<void> {
  await clearWrongPasswordsOfUser(db, userId)
  await db
    .updateTable('user_account')
    .set({ failed_attempts: 0, locked_until: null })
    .where('id', '=', userId)
    .where('code_failures', '<', lockAfter)
    .execute()
}

export const activateUser: Handler<'activateUser'> = async (context, { user, token }) => {
  const { db, now, client } = context
  const link = await lockUsableLink(context, {
    kind: 'activation',
    secret: token,
    userId: user,
    ownerId: client.ownerId,
  })
  if ('refusalCode' in link) return link
  if (link.passwordHash === null) return refuse(codes.refusedState, m.access_setPasswordFirst)
  await db
    .updateTable('user_account')
    .set({ activated_at: new Date(now()) })
    .where('id', '=', link.userId)
    .where('activated_at', 'is', null)
    .execute()
  await redeemLink(db, token, now())
  return {}
}

interface LinkUse {
  readonly kind: LinkType
  readonly secret: string
  /** The user in the call, who must be the user of the link. */
  readonly userId: string
  /** The owner in the call, who must be the owner of the link. */
  readonly ownerId: number
}

/** Returns the link and locks it until the transaction ends. Refuses a link that cannot be used for this user. */
async function lockUsableLink(
  context: LinkContext,
  { kind, secret, userId, ownerId }: LinkUse,
): Promise<Link | Refusal> {
  const { db, client, now, setActor } = context
  const text = texts[kind]
  const link = await findLink(db, client.ownerId, secret, kind, { lock: true })
  const isOfUser = link !== undefined && ownerId === link.ownerId && userId === String(link.userId)
  // A link of another user is refused like an unknown link, so that the refusal reveals nothing.
  if (!isOfUser) return refuse(codes.notFound, () => text.invalid)
  setActor(link)
  if (isActive(link)) return refuse(codes.refusedState, () => text.used)
  const state = linkState(link, now())
  return state === 'usable' ? link : refuse(codes.refusedState, () => text[state])
}

/** True if the link activates an account that is active already. The age of the link does not matter. */
const isActive = (link: Link): boolean => link.kind === 'activation' && link.activatedAt !== null

const linkToUser = ({ userId, ownerId, username }: Link) => ({
  USERID: String(userId),
  OWNERID: ownerId,
  USERNAME: username,
})

/** 'done': the link was used, or its account is active already. */
function linkToStatus(link: Link | undefined, now: number): 'valid' | 'expired' | 'done' | 'unknown' {
  if (!link) return 'unknown'
  const state = linkState(link, now)
  if (isActive(link) || state === 'used') return 'done'
  return state === 'usable' ? 'valid' : 'expired'
}

/** The specified form: resultText = {"userActivationData": "<JSON string>"}. */
function linkToInfo(link: Link | undefined, now: number, passwordMin: number) {
  const status = linkToStatus(link, now)
  const isValid = status === 'valid'
  const data: ActivationData = {
    ISVALID: isValid,
    ISEXPIRED: status === 'expired',
    ISPASSWORDSET: status === 'done',
    ...(isValid && { PASSWORDMIN: passwordMin }),
    // Only a valid link names its user.
    USER: link && isValid ? linkToUser(link) : { USERID: '', OWNERID: null, USERNAME: '' },
  }
  return { resultText: { userActivationData: JSON.stringify(data) } }
}
