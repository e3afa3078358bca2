// The operations of mailed links: check a link, set a password, activate the account. The link determines the user; a
// user id in the same call must match that user.
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

export const getResetPasswordInfo: Handler<'getResetPasswordInfo'> = ({ db, client, settings, now }, { userUUID }) =>
  findLink(db, client.ownerId, userUUID, 'reset').then((link) => linkToInfo(link, now(), settings.passwordMin))

export const getActivationInfo: Handler<'getActivationInfo'> = ({ db, client, settings, now }, { userUUID }) =>
  findLink(db, client.ownerId, userUUID, 'activation').then((link) => linkToInfo(link, now(), settings.passwordMin))

export const savePassword: Handler<'savePassword'> = async (context, params) => {
  const { db, settings, now } = context
  const kind: LinkType = params.reset ? 'reset' : 'activation'
  const link = await requireUsableLink(context, {
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
 * Resets the count of wrong passwords, because an attacker knows only the old password. A lock by wrong codes stays,
 * because it protects the second factor from someone who reads the user's mail. A lock by an administrator stays too.
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
  const link = await requireUsableLink(context, {
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
  /** The user and owner in the call, which must match those of the link. */
  readonly userId: string
  readonly ownerId: number
}

/** Returns the link, locked until the transaction ends, or a refusal if it cannot be used for this user. */
async function requireUsableLink(
  context: LinkContext,
  { kind, secret, userId, ownerId }: LinkUse,
): Promise<Link | Refusal> {
  const { db, client, now, setActor } = context
  const text = texts[kind]
  const link = await findLink(db, client.ownerId, secret, kind, { lock: true })
  // A link of another user is refused like an unknown link, without revealing whose it is.
  if (!link || ownerId !== link.ownerId || userId !== String(link.userId))
    return refuse(codes.notFound, () => text.invalid)
  setActor(link)
  if (isActive(link)) return refuse(codes.refusedState, () => text.used)
  const state = linkState(link, now())
  return state === 'usable' ? link : refuse(codes.refusedState, () => text[state])
}

/** True however old the link is: an active account needs no activation. */
const isActive = (link: Link): boolean => link.kind === 'activation' && link.activatedAt !== null

/** The specified form: resultText = {"userActivationData": "<JSON string>"}. */
function linkToInfo(link: Link | undefined, now: number, passwordMin: number) {
  const state = link && linkState(link, now)
  const isPasswordSet = link !== undefined && (isActive(link) || state === 'used')
  const isValid = state === 'usable' && !isPasswordSet
  const data: ActivationData = {
    ISVALID: isValid,
    ISEXPIRED: state === 'expired' && !isPasswordSet,
    ISPASSWORDSET: isPasswordSet,
    ...(isValid && { PASSWORDMIN: passwordMin }),
    // The user is included only while the link is valid.
    USER:
      link && isValid
        ? { USERID: String(link.userId), OWNERID: link.ownerId, USERNAME: link.username }
        : { USERID: '', OWNERID: null, USERNAME: '' },
  }
  return { resultText: { userActivationData: JSON.stringify(data) } }
}
