// The form in which the token is stored on the device. Its signature is masked, and the mask is in a cookie. Browsers
// leave deleted values of local storage readable in their files, but overwrite deleted cookies. After the end of the
// session, no one can therefore read the token from the browser's files. The mask alone is useless, and no server reads
// it.
import { client } from '#brand/current.ts'

const MASK_COOKIE = 'portal-session-mask'
/** The length of the signature of a token, as text. */
const MASKED_CHARACTERS = 43
/** The longest session. */
const MAX_AGE_SECONDS = 12 * 3600

export interface StoredToken {
  readonly token: string
  /** The masked end of the token. Missing in a browser without cookies, which stores the token unmasked. */
  readonly maskedEnd?: string
}

export function toStoredToken(token: string): StoredToken {
  const mask = readMask() ?? createMask()
  if (!mask) return { token }
  const signatureStart = Math.max(0, token.length - MASKED_CHARACTERS)
  const signature = new TextEncoder().encode(token.slice(signatureStart))
  return { token: token.slice(0, signatureStart), maskedEnd: toHex(applyMask(signature, mask)) }
}

/** Undefined if the mask is missing, because the session has ended or the cookies were deleted. */
export function fromStoredToken({ token, maskedEnd }: StoredToken): string | undefined {
  if (maskedEnd === undefined) return token
  const mask = readMask()
  if (!mask) return undefined
  const signature = new TextDecoder().decode(applyMask(fromHex(maskedEnd), mask))
  return token + signature
}

export const deleteMask = (): void => writeCookie('', 0)

/**
 * Called only if there is no mask. The whole session has one mask, so that a tab never reads a new mask with an old
 * token.
 */
function createMask(): Uint8Array | undefined {
  writeCookie(toHex(crypto.getRandomValues(new Uint8Array(MASKED_CHARACTERS))), MAX_AGE_SECONDS)
  return readMask()
}

function readMask(): Uint8Array | undefined {
  const pattern = new RegExp(`(?:^|; )${MASK_COOKIE}=([0-9a-f]{${MASKED_CHARACTERS * 2}})(?:;|$)`)
  const value = pattern.exec(document.cookie)?.[1]
  return value === undefined ? undefined : fromHex(value)
}

function writeCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${MASK_COOKIE}=${value}; Path=${client.basePath}; Max-Age=${maxAge}; SameSite=Strict${secure}`
}

/** A second call with the same mask returns the original bytes. `bytes` is never longer than the mask. */
const applyMask = (bytes: Uint8Array, mask: Uint8Array): Uint8Array =>
  bytes.map((byte, index) => byte ^ (mask[index] ?? 0))

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
