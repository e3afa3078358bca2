// Requires the password again before a change to how a user logs in. So an unattended computer or a stolen token is not
// enough for such a change. Rules: docs/rules/access.md, "The password again".
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { refuse, type Refusal, type SessionContext } from './context.ts'
import { isDemoProgrammeSql } from './orderers.ts'

/** How long a login, or a password that was entered again, is recent. */
const RECENT_MS = 5 * MINUTE_MS

/**
 * Refuses a user who has not entered the password recently in this session. In the demo programme, no one is refused.
 */
export async function refuseWithoutRecentPassword(context: SessionContext): Promise<Refusal | undefined> {
  const { db, viewer, now, settings } = context
  const { rows } = await sql<{ isRecent: boolean; isDemo: boolean; isByProvider: boolean }>`
    SELECT greatest(created_at, confirmed_at) > ${new Date(now() - RECENT_MS)} AS "isRecent",
      ${isDemoProgrammeSql(context)} AS "isDemo",
      issuer IS NOT NULL AS "isByProvider"
    FROM user_session WHERE jti = ${viewer.sessionId}`.execute(db)
  const [session] = rows
  if (session?.isRecent || session?.isDemo) return undefined
  // A user of the company's login may have no password here, so this user has to log in again.
  const provider = session?.isByProvider ? settings.provider?.name : undefined
  if (provider !== undefined) return refuse(codes.refusedState, () => m.access_loginAgainNeeded({ provider }))
  return refuse(codes.refusedState, m.access_passwordNeeded, { fields: { passwordNeeded: true } })
}
