// The browser's side of passkeys (WebAuthn): calls the browser with the server's options, and converts its errors to
// faults. Loaded when a passkey is used.
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { PasskeyFault } from './passkey-faults.ts'

export type PasskeyResult =
  | { readonly kind: 'succeeded'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly fault: PasskeyFault }

type Options = Readonly<Record<string, unknown>>

/** Uses an existing passkey. */
export const promptForPasskey = (options: Options): Promise<PasskeyResult> =>
  // The contract does not describe the options. The server's library makes them for the browser's library.
  prompt(() => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))

/** Creates a new passkey. */
export const makePasskey = (options: Options): Promise<PasskeyResult> =>
  prompt(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))

async function prompt(callBrowser: () => Promise<object>): Promise<PasskeyResult> {
  try {
    return { kind: 'succeeded', response: { ...(await callBrowser()) } }
  } catch (error) {
    return { kind: 'failed', fault: errorToFault(error) }
  }
}

function errorToFault(error: unknown): PasskeyFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'passkeyExists'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'passkeyNotUsed'
  // A passkey belongs to one domain name. There is none if the portal is opened by an IP address or another name.
  if (name === 'SecurityError') return 'passkeyElsewhere'
  return 'passkeyUnusable'
}
