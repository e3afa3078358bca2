// The session: logging out, the remaining time, and the signed-in user and their permissions.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { endToDay } from '#domain/users/last-day.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { approvalHoldText } from '#server/operations/user-changes.ts'
import { logoutAddress } from '#server/sso/provider.ts'
import { endSession, isNotEnded, textsToPermissions } from '#server/sessions/sessions.ts'
import { findUser } from './queries.ts'

export const logOut: Handler<'logOut'> = async (context, { keepsNotices }) => {
  const { db, viewer, now, settings } = context
  const session = await db
    .selectFrom('user_session')
    .select(['issuer', 'id_token'])
    .where('jti', '=', viewer.sessionId)
    .executeTakeFirst()
  await endSession(db, viewer.sessionId, now(), { keepsNotices })
  if (!session?.id_token) return {}
  const isOfCurrentProvider = session.issuer === settings.provider?.issuer
  if (!isOfCurrentProvider) return {}
  // The session of the portal has ended, even if the provider cannot be reached.
  const logoutUrl = await logoutAddress(context, session.id_token).catch(() => undefined)
  return logoutUrl === undefined ? {} : { logoutUrl }
}

export const userInfo: Handler<'userInfo'> = async (context, { id }) => {
  const { db, viewer, secrets, settings, client } = context
  const isOwn = id === undefined || id === String(viewer.userId)
  // Other owners' users are not found.
  const user = await findUser(db, viewer.ownerId, isOwn ? viewer.userId : Number(id))
  if (!user) return refuse(codes.notFound, m.common_thereIsNoSuchUser)
  const hold = isOwn ? await approvalHoldText(context) : undefined
  return {
    user: {
      userId: String(user.id),
      username: user.username,
      firstname: user.firstname,
      lastname: user.lastname,
      email: user.email,
    },
    // With an id, administrators get all permissions of the user's group. Without an id, viewers get their own
    // permissions, except those that a second administrator must confirm first.
    permissions: textsToPermissions(id === undefined ? user.granted_permissions : user.permissions),
    ...(id !== undefined && {
      groupId: String(user.group_id),
      campaignIds: (user.campaign_ids ?? []).map(String),
      ...(user.ends_at && { lastDay: endToDay(user.ends_at, client) }),
    }),
    approvalHold: hold,
    ...(isOwn && {
      draftKey: secrets.unwrapDraftKey(user.draft_key).toString('base64'),
      idleMinutes: settings.idleMinutes,
      language: user.language ?? undefined,
    }),
  }
}

/**
 * The remaining time, for the dialog that warns before the session ends. The portal polls this operation, so calling it
 * is no activity.
 */
export const sessionState: Handler<'sessionState'> = async ({ db, viewer, settings, now }) => {
  const session = await db
    .selectFrom('user_session')
    .select(['last_active_at', 'expires_at'])
    .where('jti', '=', viewer.sessionId)
    .executeTakeFirstOrThrow()
  const idleEnd = session.last_active_at.getTime() + settings.idleMinutes * MINUTE_MS
  const sessionEnd = session.expires_at.getTime()
  const secondsLeft = Math.floor((Math.min(idleEnd, sessionEnd) - now()) / 1000)
  return { secondsLeft: Math.max(0, secondsLeft), endsBy: idleEnd < sessionEnd ? 'idle' : 'limit' }
}

/** Lets an open portal notice immediately that its session has ended, or that its overview has changed. */
export const awaitChange: Handler<'awaitChange'> = async ({ db, viewer, heldCalls }, { seconds }) => {
  const call = heldCalls.hold(viewer.userId)
  if (!call) return { outcome: 'notHeld' }
  try {
    // The session can have ended after it was checked and before the call was held.
    if (!(await isNotEnded(db, viewer.sessionId))) return { outcome: 'changed' }
    return { outcome: await call.wait(seconds * 1000) }
  } finally {
    call.release()
  }
}
