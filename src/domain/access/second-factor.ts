// Decides which second factor follows the password, from the stored data of a user. Used at login and shown to
// administrators. Rules: docs/rules/access.md, "Second factor".

export type SecondFactor = 'none' | 'app' | 'email'

export interface FactorRules {
  /** The factor chosen for the user. */
  readonly secondFactor: SecondFactor
  /** True if an authenticator app is set up. */
  readonly isEnrolled: boolean
  readonly hasPasskey: boolean
  /** True if the portal requires a second factor of every user. */
  readonly isRequiredForAll: boolean
}

/** 'not enrolled': an authenticator app has to be set up first. */
export type RequiredFactor = SecondFactor | 'not enrolled'

/** A user with a passkey always needs a second factor; codes by e-mail are the fallback. */
export function requiredFactor(rules: FactorRules): RequiredFactor {
  const { secondFactor, isEnrolled, hasPasskey, isRequiredForAll } = rules
  if (secondFactor === 'email') return 'email'
  if (secondFactor === 'app') return isEnrolled ? 'app' : 'not enrolled'
  if (hasPasskey) return 'email'
  return isRequiredForAll ? 'not enrolled' : 'none'
}
