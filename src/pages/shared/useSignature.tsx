// The signature of a decision in a dialog: one sentence about what is signed, and the field for a code if the user has no
// passkey. Shows nothing if the programme requires no signature.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { type ItemOnScreen, type Proof, signDecisions, type SignWith } from '#flows/signing.ts'
import { Banner } from '#ui/Banner.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

export interface Signature {
  /** Undefined if the decision needs no signature. */
  readonly method: SignWith
  /** Why the decision cannot be sent yet. */
  readonly blockedReason: string | undefined
  readonly fields: ReactNode
  /** The proof; undefined if there is none, which the fields explain. */
  readonly sign: (items: readonly ItemOnScreen[]) => Promise<Proof | undefined>
}

/** `what`: names what is signed, as the end of a sentence. */
export function useSignature(method: SignWith, what: string): Signature {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const sign = async (items: readonly ItemOnScreen[]) => {
    setError(undefined)
    const result = await signDecisions(items, code)
    if ('proof' in result) return result.proof
    setError(result.error)
    return undefined
  }
  const isCodeMissing = method === 'code' && code.trim() === ''
  return {
    method,
    sign,
    blockedReason:
      method === 'none' ? m.approvals_proofNeedsFactor() : isCodeMissing ? m.approvals_enterCode() : undefined,
    fields: method !== undefined && (
      <div className="grid gap-3">
        {method === 'none' ? (
          <Banner kind="warning" title={m.approvals_proofNeedsFactor()} />
        ) : (
          <p className="font-medium">
            {method === 'passkey' ? m.approvals_youSignWithPasskey({ what }) : m.approvals_youSignWithCode({ what })}
          </p>
        )}
        {method === 'code' && (
          <TextField
            label={m.approvals_codeOfApp()}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            figures
            className="max-w-60"
            value={code}
            onChange={({ target }) => {
              setError(undefined)
              setCode(target.value)
            }}
          />
        )}
        {error !== undefined && <Banner kind="critical" title={error} />}
      </div>
    ),
  }
}
