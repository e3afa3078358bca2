// Signs decisions about batches and orders, if the programme requires signatures: asks the server for the text, checks
// that the text names what is on screen, and gets the proof from the user's passkey or authenticator app.
import type { SignResult } from '#machines/approval.ts'
import { bytesToBase64 } from '#services/files/base64.ts'
import { request } from '#services/server/api.ts'

/** A batch or an order as it is shown on screen. */
export interface ItemOnScreen {
  readonly subject: 'batch' | 'order'
  readonly id: string
  readonly fingerprint: string
  readonly scheduledDate?: string | undefined
}

/**
 * Returns the proof, or why there is none. `code`: from the authenticator app. Only used for users without a passkey.
 */
export async function signDecisions(items: readonly ItemOnScreen[], code: string): Promise<SignResult> {
  const response = await request('approvalChallenge', {
    items: items.map(({ subject, id, scheduledDate }) => ({ subject, id, scheduledDate })),
  })
  if (!response.ok) return { kind: 'notSigned', message: { code: 'serverMessage', text: response.text } }
  const { nonce, text, options: passkeyOptions } = response.result
  const lines = text.split('\n')
  const namesAllItems = items.every(({ subject, id, fingerprint }) =>
    lines.some((line) => line.startsWith(`${subject} ${id} fingerprint=${fingerprint} `)),
  )
  if (!namesAllItems) return { kind: 'notSigned', message: { code: 'itemNotInText' } }
  const hasPasskey = passkeyOptions !== undefined
  if (!hasPasskey) return { kind: 'signed', proof: { nonce, code: code.trim() } }
  // The passkey signs the text that was checked above, whatever challenge the options contain.
  const { promptForPasskey } = await import('#services/session/passkeys.ts')
  const result = await promptForPasskey({ ...passkeyOptions, challenge: await textToChallenge(text) })
  if (result.kind === 'failed') return { kind: 'notSigned', message: { code: result.fault } }
  return { kind: 'signed', proof: { nonce, passkey: { ...result.response } } }
}

async function textToChallenge(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const base64 = await bytesToBase64(new Uint8Array(hash))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
