// The second factor that a user needs after the password.
import { type RequiredFactor, requiredFactor } from '#domain/access/second-factor.ts'
import type { CallContext } from '#server/operations/context.ts'
import type { Candidate } from './queries.ts'

export interface FactorRequirement {
  readonly factor: RequiredFactor
  readonly hasPasskey: boolean
}

export async function findRequiredFactor(
  { db, settings }: Pick<CallContext, 'db' | 'settings'>,
  user: Candidate,
): Promise<FactorRequirement> {
  const passkey = await db.selectFrom('passkey').select('id').where('user_id', '=', user.id).limit(1).executeTakeFirst()
  const hasPasskey = passkey !== undefined
  const factor = requiredFactor({
    secondFactor: user.second_factor,
    isEnrolled: user.second_factor_enrolled_at !== null,
    hasPasskey,
    isRequiredForAll: settings.isSecondFactorRequired,
  })
  return { factor, hasPasskey }
}
