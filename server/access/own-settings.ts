// A user's own settings: e-mails, language and sessions.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { deviceToWords } from '#domain/access/devices.ts'
import { hourToText, mailAlertTypes } from '#domain/access/mail-alerts.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { endSession } from '#server/sessions/sessions.ts'

export const mailAlerts: Handler<'mailAlerts'> = async ({ db, viewer, settings }) => {
  const { mails_off: off, mails_daily: daily } = await db
    .selectFrom('user_account')
    .select(['mails_off', 'mails_daily'])
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow()
  return { off: mailAlertTypes.filter((kind) => off.includes(kind)), daily, dailyAt: hourToText(settings.digestHour) }
}

export const setMailAlerts: Handler<'setMailAlerts'> = async (context, { off, daily }) => {
  const { db, viewer } = context
  context.setSubject('user', viewer.userId)
  const { mails_off: previousMailsOff, mails_daily: wasDaily } = await db
    .selectFrom('user_account')
    .select(['mails_off', 'mails_daily'])
    .where('id', '=', viewer.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const newMailsOff = mailAlertTypes.filter((kind) => off.includes(kind))
  const isDaily = daily ?? wasDaily
  context.recordChange({
    before: { mailsOff: mailAlertTypes.filter((kind) => previousMailsOff.includes(kind)), mailsDaily: wasDaily },
    after: { mailsOff: newMailsOff, mailsDaily: isDaily },
  })
  await db
    .updateTable('user_account')
    .set({ mails_off: newMailsOff, mails_daily: isDaily })
    .where('id', '=', viewer.userId)
    .execute()
  return {}
}

export const setLanguage: Handler<'setLanguage'> = async (context, { language }) => {
  const { db, viewer } = context
  context.setSubject('user', viewer.userId)
  const { language: previousLanguage } = await db
    .selectFrom('user_account')
    .select('language')
    .where('id', '=', viewer.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  context.recordChange({ before: { language: previousLanguage }, after: { language } })
  await db.updateTable('user_account').set({ language }).where('id', '=', viewer.userId).execute()
  return {}
}

/** The user's valid sessions, most recent activity first. */
export const mySessions: Handler<'mySessions'> = async ({ db, viewer, settings, now }) => {
  const rows = await db
    .selectFrom('user_session')
    .select(['jti', 'device', 'address', 'created_at', 'last_active_at'])
    .where('user_id', '=', viewer.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now()))
    .where('last_active_at', '>', new Date(now() - settings.idleMinutes * MINUTE_MS))
    .orderBy('last_active_at', 'desc')
    .execute()
  return {
    sessions: rows.map((row) => ({
      sessionId: row.jti,
      device: deviceToWords(row.device),
      address: row.address,
      startedAt: row.created_at.toISOString(),
      lastActiveAt: row.last_active_at.toISOString(),
      isThis: row.jti === viewer.sessionId,
    })),
  }
}

export const endMySession: Handler<'endMySession'> = async (context, { sessionId }) => {
  const { db, viewer, now } = context
  context.setSubject('user', viewer.userId)
  // Other users' sessions are not found.
  const ownSession = await db
    .selectFrom('user_session')
    .select(['device', 'address', 'created_at'])
    .where('jti', '=', sessionId)
    .where('user_id', '=', viewer.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!ownSession) return refuse(codes.notFound, m.access_thisSessionHasEndedAlready)
  const refusal = await refuseWithoutRecentPassword(context)
  if (refusal) return refusal
  await endSession(db, sessionId, now())
  context.recordChange({
    before: {
      sessionDevice: ownSession.device,
      sessionAddress: ownSession.address,
      sessionStarted: ownSession.created_at.toISOString(),
    },
  })
  return {}
}
