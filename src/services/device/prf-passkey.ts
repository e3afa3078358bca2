// A passkey that computes a secret on this device without the server (the PRF extension of WebAuthn). The secret opens
// the drafts offline. No one can log in with this passkey, because the server does not know it.
import { client } from '#brand/current.ts'

export interface PrfPasskey {
  /** In base64url. */
  readonly credentialId: string
  /** The passkey computes its secret from this salt. In base64url. */
  readonly salt: string
}

// The numbers of two signature algorithms (COSE). Every authenticator has one of them.
const ES256 = -7
const RS256 = -257

/** Undefined if the user cancelled, or if the browser or the authenticator has no PRF. */
export async function createPrfPasskey(username: string): Promise<PrfPasskey | undefined> {
  const credential = await navigator.credentials
    ?.create({
      publicKey: {
        rp: { name: client.name },
        user: { id: randomBytes(32), name: username, displayName: username },
        // No one verifies the challenge, because only the secret is used.
        challenge: randomBytes(32),
        pubKeyCredParams: [
          { type: 'public-key', alg: ES256 },
          { type: 'public-key', alg: RS256 },
        ],
        authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
        extensions: { prf: {} },
      },
    })
    .catch(() => null)
  if (!isPublicKey(credential)) return undefined
  const hasPrf = credential.getClientExtensionResults().prf?.enabled === true
  if (!hasPrf) return undefined
  return { credentialId: toBase64Url(new Uint8Array(credential.rawId)), salt: toBase64Url(randomBytes(32)) }
}

/** The passkey's secret of 32 bytes, after the user's PIN or fingerprint. Undefined if the user cancelled. */
export async function secretOfPasskey({
  credentialId,
  salt,
}: PrfPasskey): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const credential = await navigator.credentials
    ?.get({
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: [{ type: 'public-key', id: fromBase64Url(credentialId) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: fromBase64Url(salt) } } },
      },
    })
    .catch(() => null)
  if (!isPublicKey(credential)) return undefined
  const secret = credential.getClientExtensionResults().prf?.results?.first
  if (secret === undefined) return undefined
  // The types also allow a view of a buffer.
  const buffer = secret instanceof ArrayBuffer ? secret : secret.buffer.slice(0)
  return new Uint8Array(buffer)
}

const isPublicKey = (credential: Credential | null | undefined): credential is PublicKeyCredential =>
  credential !== null && credential !== undefined && 'getClientExtensionResults' in credential

const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
