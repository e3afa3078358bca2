// Which second factor follows the password, from what is stored of a user: asked at the sign-in and told to administrators.

export type SecondFactor = 'none' | 'app' | 'email'

export interface StoredFactor {
  /** What was chosen for the user. */
  readonly secondFactor: SecondFactor
  /** An authenticator app is set up. */
  readonly isEnrolled: boolean
  readonly hasPasskey: boolean
}

/** 'not enrolled': an authenticator app has to be set up first. */
export type NeededFactor = SecondFactor | 'not enrolled'

/** A passkey of one's own makes a second factor needed, with codes by e-mail beside it. */
export function neededFactor(
  { secondFactor, isEnrolled, hasPasskey }: StoredFactor,
  everybodyNeedsOne: boolean,
): NeededFactor {
  if (secondFactor === 'email') return 'email'
  if (secondFactor === 'app') return isEnrolled ? 'app' : 'not enrolled'
  if (hasPasskey) return 'email'
  return everybodyNeedsOne ? 'not enrolled' : 'none'
}
