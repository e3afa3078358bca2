// The authenticator app of a signed-in user: set up, replaced and removed in My Settings. Setting up and removing
// require the password again. The user is notified by e-mail.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { toTypedCode } from '#domain/texts/digits.ts'
import { requiredFactor } from '#domain/access/second-factor.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { type Db, type Handler, refuse } from '#server/operations/context.ts'
import { lockedRefusal } from './credentials.ts'
import { enableApp } from './enrolment.ts'
import { wrongCodeRefusal } from './log-in.ts'
import { findUser } from './queries.ts'
import { validateCurrentPasswordAudited, validateCurrentPassword } from './validate-password.ts'
import { countFactorAttempt } from './second-factor.ts'
import { notifyIfLocked } from './notify-locked.ts'
import { notifyUser } from './notify-user.ts'
import { codeToTimeStep, newSecret, secretToUrl } from '#server/operations/totp.ts'
import type { Settings } from '#server/config/settings.ts'
import { outsideTime } from '#server/sandbox/clock.ts'

/** A new app must be confirmed within this time. */
const OFFER_MS = 10 * MINUTE_MS
const noOfferRefusal = () => refuse(codes.refusedState, m.access_appOfferExpired)
const noAppRefusal = () => refuse(codes.refusedState, m.access_noAuthenticatorApp)
const appRequiredRefusal = () => refuse(codes.refusedState, m.access_appIsRequired)

export const offerAuthenticator: Handler<'offerAuthenticator'> = (context, { password }) =>
  context.db.transaction().execute(async (trx) => {
    const { viewer, client, secrets, now } = context
    // Refusals are recorded automatically only for changes. This operation is no change, so it records its own refusal.
    const refusal = await validateCurrentPasswordAudited({ ...context, db: trx }, password, 'offerAuthenticator')
    if (refusal) return refusal
    // Each call replaces the secret, so that only the newest secret can be confirmed.
    const secret = newSecret()
    await trx
      .updateTable('user_account')
      .set({ second_factor_offer: secrets.encrypt(secret), second_factor_offer_until: new Date(now() + OFFER_MS) })
      .where('id', '=', viewer.userId)
      .execute()
    return { secret, otpauthUrl: secretToUrl(secret, client.name, viewer.username) }
  })

export const confirmAuthenticator: Handler<'confirmAuthenticator'> = async (context, { challenge }) => {
  const { db, viewer, secrets, now } = context
  context.setSubject('user', viewer.userId)
  const user = await findUser(db, viewer.ownerId, viewer.userId)
  const offer = await db
    .selectFrom('user_account')
    .select('second_factor_offer as secret')
    .where('id', '=', viewer.userId)
    .where('second_factor_offer_until', '>', new Date(now()))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || !offer?.secret) return noOfferRefusal()
  const attempt = await countFactorAttempt(context, viewer.userId)
  if (attempt === 'locked') return lockedRefusal()
  const timeStep = codeToTimeStep(secrets.decryptText(offer.secret), toTypedCode(challenge), outsideTime(context))
  // The transaction is committed despite the refusal, so that the attempt stays counted.
  if (timeStep === undefined) {
    await notifyIfLocked(context, db, { userId: viewer.userId, wrongFactor: 'code' })
    context.afterCommit(() => context.jobs.wake())
    return { ...wrongCodeRefusal(), keepsWrites: true }
  }
  const recoveryCodes = await enableApp(db, context, user, { secret: offer.secret, timeStep })
  context.recordChange({ before: { secondFactor: user.second_factor }, after: { secondFactor: 'app' } })
  context.afterCommit(() => context.jobs.wake())
  return { recoveryCodes }
}

export const removeAuthenticator: Handler<'removeAuthenticator'> = async (context, { password }) => {
  const { db, viewer, settings } = context
  context.setSubject('user', viewer.userId)
  const refusal = await validateCurrentPassword(context, password, m.access_passwordIsWrong)
  if (refusal) return refusal
  const app = await findAuthenticator(db, viewer.userId)
  if (!app) return noAppRefusal()
  const nextFactor = factorAfterRemoval(app, settings)
  if (nextFactor === undefined) return appRequiredRefusal()
  await db
    .updateTable('user_account')
    .set({
      second_factor: nextFactor,
      second_factor_secret: null,
      second_factor_enrolled_at: null,
      second_factor_step: null,
      second_factor_before: null,
      second_factor_offer: null,
      second_factor_offer_until: null,
    })
    .where('id', '=', viewer.userId)
    .execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', viewer.userId).execute()
  context.recordChange({ before: { secondFactor: 'app' }, after: { secondFactor: nextFactor } })
  await notifyUser(context, { kind: 'appRemoved' })
  return {}
}

interface App {
  /** The factor that the user had before the app. Null if the user was required to have an app. */
  readonly previousFactor: 'none' | 'email' | null
  readonly hasPasskey: boolean
}

/** The app that the user has set up. Undefined without an app. */
export async function findAuthenticator(db: Db, userId: number): Promise<App | undefined> {
  const row = await db
    .selectFrom('user_account as u')
    .select(['second_factor_before as before'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('passkey').select('id').whereRef('user_id', '=', 'u.id')).as('hasPasskey'),
    )
    .where('u.id', '=', userId)
    .where('second_factor', '=', 'app')
    .where('second_factor_enrolled_at', 'is not', null)
    .executeTakeFirst()
  return row && { previousFactor: row.before, hasPasskey: Boolean(row.hasPasskey) }
}

/** The user's factor after the app is removed. Undefined if the next login would require an app again. */
export function factorAfterRemoval(
  { previousFactor, hasPasskey }: App,
  { isSecondFactorRequired }: Pick<Settings, 'isSecondFactorRequired'>,
): 'none' | 'email' | undefined {
  if (previousFactor === null) return undefined
  const factorAtLogin = requiredFactor({
    secondFactor: previousFactor,
    isEnrolled: false,
    hasPasskey,
    isRequiredForAll: isSecondFactorRequired,
  })
  return factorAtLogin === 'not enrolled' ? undefined : previousFactor
}
