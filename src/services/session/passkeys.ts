// The browser's side of passkeys (WebAuthn): what the host's options make it ask, and what its refusals mean in words. Loaded
// when somebody uses one.
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import * as say from '#words/services/first.ts'

export type PasskeyAnswer =
  | { readonly kind: 'given'; readonly response: Readonly<Record<string, unknown>> }
  /** Why not, in words. */
  | { readonly kind: 'failed'; readonly text: string }

type Options = Readonly<Record<string, unknown>>

/** Asks an existing passkey. */
export const answerWithPasskey = (options: Options): Promise<PasskeyAnswer> =>
  // The host's library made them for the browser's; the contract carries them as they are.
  answered(() => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))

/** Makes a new one. */
export const makePasskey = (options: Options): Promise<PasskeyAnswer> =>
  answered(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))

async function answered(ask: () => Promise<object>): Promise<PasskeyAnswer> {
  try {
    return { kind: 'given', response: { ...(await ask()) } }
  } catch (error) {
    return { kind: 'failed', text: errorToText(error) }
  }
}

function errorToText(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return say.thisDeviceHasPasskey
  if (name === 'NotAllowedError' || name === 'AbortError') return say.noPasskeyUsed
  // A passkey belongs to one name: under an IP address, or another name than the host's own, there is none.
  if (name === 'SecurityError') return say.passkeysNeedOwnAddress
  return say.passkeyNotUsable
}
