// The WebAuthn relying party, whose id and origin come from PUBLIC_URL. A passkey works only on the origin for which it
// was created, so a copy of the portal on another origin cannot use it.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { MINUTE_MS } from '#domain/units.ts'
import type { Db, Services } from '#server/operations/context.ts'

export type ChallengePurpose = 'registration' | 'login'

/** A challenge must be signed within this time. */
const CHALLENGE_MS = 5 * MINUTE_MS

export function relyingParty({ settings, client }: Pick<Services, 'settings' | 'client'>) {
  const { origin, hostname } = new URL(settings.publicUrl)
  return { rpID: hostname, origin, rpName: m.common_portalOf({ client: client.name }) }
}

/**
 * The browser's response. The library checks all other fields. A credential id has at most 1,023 bytes. These are fewer
 * than 1,400 base64url characters.
 */
export const responseSchema = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
  clientExtensionResults: z.looseObject({}),
})

/** Stores the challenge to sign. Only the newest challenge for each purpose is valid. */
export async function storeChallenge(
  db: Db,
  userId: number,
  purpose: ChallengePurpose,
  challenge: string,
  now: number,
) {
  const row = { challenge, expires_at: new Date(now + CHALLENGE_MS) }
  await db
    .insertInto('passkey_challenge')
    .values({ user_id: userId, purpose, ...row })
    .onConflict((on) => on.columns(['user_id', 'purpose']).doUpdateSet(row))
    .execute()
}

/**
 * Removes and returns the challenge. So a challenge can be used only once, even if the login fails. Undefined if there
 * is no challenge or it has expired.
 */
export async function takeChallenge(
  db: Db,
  userId: number,
  purpose: ChallengePurpose,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const isExpired = row.expires_at.getTime() <= now
  return isExpired ? undefined : row.challenge
}
