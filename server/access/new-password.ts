// What the host says to a new password: the same rules as the forms (domain), and that it is no common one.
import { codes } from '#contract/codes.ts'
import { isAcceptablePassword } from '#domain/access/passwords.ts'
import { refuse, type Refusal } from '#server/context.ts'
import { isCommonPassword } from './common-passwords.ts'

const MISMATCH = 'Passwords do not match!'
const COMMON = 'This password is one of those that are guessed first. Please choose another one'
const invalid = (minLength: number) =>
  `Invalid Password: ensure password includes lower and upper case letter, is ${minLength} characters long or more, has a numeric and a special character`
const WITH_USERNAME = 'The password must not contain your username. Please choose another one'

/** Why a password cannot be set, as an answer; undefined where it can. */
export function refuseNewPassword(
  { password, confirmation = password, username }: { password: string; confirmation?: string; username: string },
  minLength: number,
): Refusal | undefined {
  const text = textOfRefusal(password, confirmation, username, minLength)
  if (text === undefined) return undefined
  const path = text === MISMATCH ? 'confirmPassword' : 'password'
  return refuse(codes.refusedParameters, text, { errors: [{ path, message: text }] })
}

function textOfRefusal(password: string, confirmation: string, username: string, minLength: number) {
  if (password !== confirmation) return MISMATCH
  if (!isAcceptablePassword({ password, username: '', minLength })) return invalid(minLength)
  if (!isAcceptablePassword({ password, username, minLength })) return WITH_USERNAME
  return isCommonPassword(password) ? COMMON : undefined
}
