// What an answer to a sign-in means, by result code (access §4), as a table: the machine follows it and its tests read it.
import * as say from '#words/domain/access.ts'

/** access §4: the two-factor status values. */
export type MfaStatus = 'unknown' | 'required' | 'not enrolled' | 'enrolment complete'

export interface LoginOutcome {
  /** The status from now on; 'as before' leaves the user on the view they are on. */
  readonly status: MfaStatus | 'as before'
  /**
   * What is said: nothing, the server's own text, the wrong-code text, that the code was sent again, or the resend limit
   * (only after a Resend Code click).
   */
  readonly says: 'nothing' | 'server' | 'code wrong' | 'code resent' | 'resend limit'
}

/** access §4 and §8. */
export const CODE_WRONG = say.codeNotValid
/** access §2, one-time-code view. */
export const CODE_RESENT = say.codeHasBeenResent

/** The code of success is not here: it leads to the user's own data, not to a view. */
export const SIGNED_IN_CODE = '0'

export const loginOutcomes: Readonly<Record<string, LoginOutcome>> = {
  '-20150': { status: 'required', says: 'nothing' },
  '-20151': { status: 'required', says: 'code wrong' },
  '-20152': { status: 'required', says: 'code resent' },
  '-20155': { status: 'required', says: 'resend limit' },
  // contract "Result codes": second factor required but not enrolled.
  '-20031': { status: 'not enrolled', says: 'nothing' },
}

/** access §4: "any other code: the server's message is shown". */
export const otherOutcome: LoginOutcome = { status: 'as before', says: 'server' }

export const loginOutcome = (code: string): LoginOutcome =>
  Object.hasOwn(loginOutcomes, code) ? (loginOutcomes[code] ?? otherOutcome) : otherOutcome
