// Verifies a passkey instead of a code, after the correct password.
import { m } from '#words/messages.js'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { codes } from '#contract/codes.ts'
import { type CallContext, type Db, type Handler, refuse } from '#server/operations/context.ts'
import { checkCredentialsAudited } from './credentials.ts'
import { storeChallenge, relyingParty, responseSchema, takeChallenge } from '#server/operations/relying-party.ts'

const noPasskeyRefusal = () => refuse(codes.notFound, m.access_thisAccountHasNoPasskey)

export const passkeyLoginOptions: Handler<'passkeyLoginOptions'> = async (context, params) => {
  const { user, refusal } = await checkCredentialsAudited(context, params, 'passkeyLoginOptions')
  if (refusal) return refusal
  const passkeys = await findPasskeys(context.db, user.id)
  if (passkeys.length === 0) return noPasskeyRefusal()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    allowCredentials: passkeys.map((passkey) => ({
      id: passkey.credential_id,
      transports: passkey.transports,
    })),
    userVerification: 'preferred',
  })
  await storeChallenge(context.db, user.id, 'login', options.challenge, context.now())
  return { options: { ...options } }
}

/** True if one of the user's passkeys has signed the challenge that was issued. The challenge cannot be used again. */
export async function acceptPasskeyResponse(
  trx: Db,
  context: CallContext,
  userId: number,
  response: Record<string, unknown>,
): Promise<boolean> {
  const expectedChallenge = await takeChallenge(trx, userId, 'login', context.now())
  const reply = responseSchema.safeParse(response)
  if (expectedChallenge === undefined || !reply.success) return false
  const passkeys = await findPasskeys(trx, userId)
  const passkey = passkeys.find(({ credential_id: credentialId }) => credentialId === reply.data.id)
  if (!passkey) return false
  const { rpID, origin } = relyingParty(context)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks every field of the response and throws if a field is missing.
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    })
    if (!verified) return false
    await trx
      .updateTable('passkey')
      .set({ sign_count: authenticationInfo.newCounter, last_used_at: new Date(context.now()) })
      .where('id', '=', passkey.id)
      .execute()
    return true
  } catch {
    return false
  }
}

const findPasskeys = (db: Db, userId: number) =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
