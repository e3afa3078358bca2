// The user's own passkeys: listed, added and removed in My Settings. Adding and removing require the password again,
// and are reported by e-mail.
import { m } from '#words/messages.js'
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { codes } from '#contract/codes.ts'
import { type Handler, refuse, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import { validateCurrentPasswordAudited, validateCurrentPassword } from './validate-password.ts'
import { storeChallenge, relyingParty, responseSchema, takeChallenge } from '#server/operations/relying-party.ts'
import { notifyUser } from './notify-user.ts'

const MAX_PASSKEYS = 10
/** The transports that browsers know. Others are not stored. */
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const invalidPasskeyRefusal = () => refuse(codes.refusedParameters, m.access_passkeyNotChecked)
const noSuchPasskeyRefusal = () => refuse(codes.notFound, m.access_thereIsNoSuchPasskey)
const tooManyPasskeysRefusal = () =>
  refuse(codes.refusedState, () => m.access_tooManyPasskeys({ maxPasskeys: MAX_PASSKEYS }))

export const passkeys: Handler<'passkeys'> = async ({ db, viewer }) => {
  const rows = await db.selectFrom('passkey').selectAll().where('user_id', '=', viewer.userId).orderBy('id').execute()
  return {
    passkeys: rows.map((row) => ({
      passkeyId: String(row.id),
      name: row.name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  }
}

export const passkeyRegistrationOptions: Handler<'passkeyRegistrationOptions'> = (context, { password }) =>
  context.db.transaction().execute(async (trx) => {
    const { viewer, secrets } = context
    const refusal = await validateCurrentPasswordAudited(
      { ...context, db: trx },
      password,
      'passkeyRegistrationOptions',
    )
    if (refusal) return refusal
    const ownPasskeys = await trx.selectFrom('passkey').selectAll().where('user_id', '=', viewer.userId).execute()
    if (ownPasskeys.length >= MAX_PASSKEYS) return tooManyPasskeysRefusal()
    const { rpID, rpName } = relyingParty(context)
    const options = await generateRegistrationOptions({
      rpID,
      rpName,
      userName: viewer.username,
      userDisplayName: `${viewer.firstname} ${viewer.lastname}`.trim(),
      // An opaque handle and not the user's id, because authenticators can show or sync it.
      userID: new Uint8Array(secrets.oneWay(`passkey-user:${viewer.userId}`)),
      attestationType: 'none',
      excludeCredentials: ownPasskeys.map((row) => ({ id: row.credential_id, transports: row.transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    await storeChallenge(trx, viewer.userId, 'registration', options.challenge, context.now())
    // The contract's type is a record of any fields. TypeScript accepts an object of an interface there only as a copy.
    return { options: { ...options } }
  })

export const registerPasskey: Handler<'registerPasskey'> = async (context, { name, response }) => {
  const { db, viewer, now } = context
  context.setSubject('user', viewer.userId)
  const refusal = refuseCardNumber('name', name)
  if (refusal) return refusal
  const expectedChallenge = await takeChallenge(db, viewer.userId, 'registration', now())
  if (expectedChallenge === undefined || !responseSchema.safeParse(response).success) return invalidPasskeyRefusal()
  const credential = await responseToCredential(context, response, expectedChallenge)
  if (!credential) return invalidPasskeyRefusal()
  const addedPasskey = await db
    .insertInto('passkey')
    .values({
      user_id: viewer.userId,
      credential_id: credential.id,
      public_key: credential.publicKey,
      sign_count: credential.counter,
      transports: transports.filter((transport) => credential.transports?.includes(transport)),
      name: name.trim() || m.common_passkey(),
      created_at: new Date(now()),
      last_used_at: null,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!addedPasskey) return invalidPasskeyRefusal()
  context.recordValues({ passkey: name })
  await notifyUser(context, { kind: 'factorAdded', factor: 'passkey' })
  return { passkeyId: String(addedPasskey.id) }
}

export const removePasskey: Handler<'removePasskey'> = async (context, { passkeyId, password }) => {
  const { db, viewer } = context
  context.setSubject('user', viewer.userId)
  const refusal = await validateCurrentPassword(context, password, m.access_passwordIsWrong)
  if (refusal) return refusal
  const removedPasskey = await db
    .deleteFrom('passkey')
    .where('id', '=', Number(passkeyId))
    .where('user_id', '=', viewer.userId)
    .returning('name')
    .executeTakeFirst()
  if (!removedPasskey) return noSuchPasskeyRefusal()
  context.recordChange({ before: { passkey: removedPasskey.name } })
  await notifyUser(context, { kind: 'passkeyRemoved' })
  return {}
}

async function responseToCredential(
  context: SessionContext,
  response: Record<string, unknown>,
  expectedChallenge: string,
) {
  const { rpID, origin } = relyingParty(context)
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks every field of the response and throws if a field is missing.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    })
    return verified ? registrationInfo.credential : undefined
  } catch {
    return undefined
  }
}
