// How long the session lasts, for the dialog that warns before it ends (threats T16). Polled, so asking prolongs nothing.
import type { Handler } from '#server/context.ts'

export const sessionState: Handler<'sessionState'> = async ({ db, viewer, settings, now }) => {
  const session = await db
    .selectFrom('user_session')
    .select(['last_active_at', 'expires_at'])
    .where('jti', '=', viewer.sessionId)
    .executeTakeFirstOrThrow()
  const idleEnd = session.last_active_at.getTime() + settings.idleMinutes * 60_000
  const limit = session.expires_at.getTime()
  const left = Math.floor((Math.min(idleEnd, limit) - now()) / 1000)
  return { secondsLeft: Math.max(0, left), endsBy: idleEnd < limit ? 'idle' : 'limit' }
}
