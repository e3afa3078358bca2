// Codes of an authenticator app, by RFC 6238: six digits every 30 seconds, computed with SHA-1, which every app
// supports.
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** The code of an earlier or later time step is accepted too, because the phone's clock can be wrong. */
const MAX_STEP_DIFFERENCE = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** A new secret as base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The otpauth URI that the app reads from a QR code. */
export const secretToUrl = (secret: string, issuer: string, username: string): string =>
  createTotp(secret, issuer, username).toString()

/** The time step of a code: its number of half minutes since 1970. Undefined if the code is wrong. */
export function codeToTimeStep(secret: string, code: string, nowMs: number): number | undefined {
  const stepDifference = createTotp(secret).validate({ token: code, window: MAX_STEP_DIFFERENCE, timestamp: nowMs })
  if (stepDifference === null) return undefined
  const currentStep = Math.floor(nowMs / 1000 / PERIOD_SECONDS)
  return currentStep + stepDifference
}

const createTotp = (secret: string, issuer = '', label = 'user') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) })
