// Which second factor follows the password, from the stored data of a user: used at login and shown to administrators.
// Rules: docs/rules/access.md, "Second factor".

export type SecondFactor = 'none' | 'app' | 'email'

export interface StoredFactor {
  /** The factor chosen for the user. */
  readonly secondFactor: SecondFactor
  /** An authenticator app is set up. */
  readonly isEnrolled: boolean
  readonly hasPasskey: boolean
}

/** 'not enrolled': an authenticator app has to be set up first. */
export type NeededFactor = SecondFactor | 'not enrolled'

/** An own passkey makes a second factor necessary, with codes by e-mail as the alternative. */
export function neededFactor(
  { secondFactor, isEnrolled, hasPasskey }: StoredFactor,
  everybodyNeedsOne: boolean,
): NeededFactor {
  if (secondFactor === 'email') return 'email'
  if (secondFactor === 'app') return isEnrolled ? 'app' : 'not enrolled'
  if (hasPasskey) return 'email'
  return everybodyNeedsOne ? 'not enrolled' : 'none'
}
