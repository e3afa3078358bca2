// Maps the result code of a login to its outcome. The state machine and its tests both read this table. Rules:
// docs/rules/access.md, "Sign-in".

/** The values of the two-factor status. */
export type MfaStatus = 'unknown' | 'required' | 'not enrolled' | 'enrolment complete'

export interface LoginOutcome {
  /** The next status; 'as before' keeps the current view. */
  readonly status: MfaStatus | 'as before'
  /** 'server': the server's message. 'resend limit': after Resend Code, if the code cannot be sent again yet. */
  readonly message: 'nothing' | 'server' | 'code wrong' | 'code resent' | 'resend limit'
}

/** The success code is not in the table: the portal then loads the user's data, which decides what it shows. */
export const SIGNED_IN_CODE = '0'

export const loginOutcomes: Readonly<Record<string, LoginOutcome>> = {
  '-20150': { status: 'required', message: 'nothing' },
  '-20151': { status: 'required', message: 'code wrong' },
  '-20152': { status: 'required', message: 'code resent' },
  '-20155': { status: 'required', message: 'resend limit' },
  // A second factor is required but not set up.
  '-20031': { status: 'not enrolled', message: 'nothing' },
}

/** For any other code, the server's message is shown. */
export const otherOutcome: LoginOutcome = { status: 'as before', message: 'server' }

export function loginOutcome(code: string): LoginOutcome {
  // A code such as 'constructor' is not in the table, although every object has a property of this name.
  const outcome = Object.hasOwn(loginOutcomes, code) ? loginOutcomes[code] : undefined
  return outcome ?? otherOutcome
}
