// What the host says to a new password: the same rules as the forms (domain), and that it is no common one.
import { codes } from '#contract/codes.ts'
import { invalidPassword, isAcceptablePassword, PASSWORDS_DIFFER } from '#domain/access/passwords.ts'
import { refuse, type Refusal } from '#server/context.ts'
import { isCommonPassword } from './common-passwords.ts'

const COMMON = 'This password is one of those that are guessed first. Please choose another one'
const WITH_USERNAME = 'The password must not contain your username. Please choose another one'

/** Why a password cannot be set, as an answer; undefined where it can. */
export function refuseNewPassword(
  { password, confirmation = password, username }: { password: string; confirmation?: string; username: string },
  minLength: number,
): Refusal | undefined {
  const text = textOfRefusal(password, confirmation, username, minLength)
  if (text === undefined) return undefined
  const path = text === PASSWORDS_DIFFER ? 'confirmPassword' : 'password'
  return refuse(codes.refusedParameters, text, { errors: [{ path, message: text }] })
}

function textOfRefusal(password: string, confirmation: string, username: string, minLength: number) {
  if (password !== confirmation) return PASSWORDS_DIFFER
  if (!isAcceptablePassword({ password, username: '', minLength })) return invalidPassword(minLength)
  if (!isAcceptablePassword({ password, username, minLength })) return WITH_USERNAME
  return isCommonPassword(password) ? COMMON : undefined
}
