// Signs decisions about batches and orders, if the programme requires it: asks the server for the text, checks that it
// names what is on screen, and gets the proof from the user's passkey or authenticator app.
import { m } from '#words/messages.js'
import type { Params, Result } from '#contract/operations.ts'
import { bytesToBase64 } from '#services/files/base64.ts'
import { passkeyFaultTexts } from '#services/session/passkey-faults.ts'
import { request } from '#services/server/api.ts'

/** How the viewer signs; undefined if no signature is required. */
export type SignWith = Result<'batchLoadDetails'>['signWith']
export type Proof = NonNullable<Params<'approveBatchLoad'>['proof']>

/** What is on screen. */
export interface ItemOnScreen {
  readonly subject: 'batch' | 'order'
  readonly id: string
  readonly fingerprint: string
  readonly scheduledDate?: string | undefined
}

/** The proof, or the sentence why there is none. `code`: of the authenticator app, for a user without a passkey. */
export async function signDecisions(
  items: readonly ItemOnScreen[],
  code: string,
): Promise<{ readonly proof: Proof } | { readonly error: string }> {
  const response = await request('approvalChallenge', {
    items: items.map(({ subject, id, scheduledDate }) => ({ subject, id, scheduledDate })),
  })
  if (!response.ok) return { error: response.text }
  const { nonce, text, options } = response.result
  const lines = text.split('\n')
  const namesAllItems = items.every(({ subject, id, fingerprint }) =>
    lines.some((line) => line.startsWith(`${subject} ${id} fingerprint=${fingerprint} `)),
  )
  if (!namesAllItems) return { error: m.approvals_proofOfOther() }
  if (!options) return { proof: { nonce, code: code.trim() } }
  // The passkey signs the text that was checked above, whatever challenge the options contain.
  const { promptForPasskey } = await import('#services/session/passkeys.ts')
  const result = await promptForPasskey({ ...options, challenge: await textToChallenge(text) })
  if (result.kind === 'failed') return { error: passkeyFaultTexts[result.fault] }
  return { proof: { nonce, passkey: { ...result.response } } }
}

async function textToChallenge(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const base64 = await bytesToBase64(new Uint8Array(hash))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
