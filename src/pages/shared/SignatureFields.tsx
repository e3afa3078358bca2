// The signature of a decision in a dialog: a sentence that says what the user signs, and a field for a code if the user
// has no passkey. Shows nothing if the programme requires no signature.
import { m } from '#words/messages.js'
import type { OpenApproval } from '#flows/approval.ts'
import { Banner } from '#ui/Banner.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

const MAX_CODE_LENGTH = 10

export function SignatureFields({ signature }: Pick<OpenApproval, 'signature'>) {
  if (!signature) return null
  const { signWith, what, code, typeCode, error } = signature
  return (
    <div className="grid gap-3">
      {signWith === 'none' && <Banner kind="warning" title={m.approvals_proofNeedsFactor()} />}
      {signWith === 'passkey' && <p className="font-medium">{m.approvals_youSignWithPasskey({ what })}</p>}
      {signWith === 'code' && (
        <>
          <p className="font-medium">{m.approvals_youSignWithCode({ what })}</p>
          <TextField
            label={m.approvals_codeOfApp()}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={MAX_CODE_LENGTH}
            figures
            className="max-w-60"
            value={code}
            onChange={({ target }) => typeCode(target.value)}
          />
        </>
      )}
      {error !== undefined && <Banner kind="critical" title={error} />}
    </div>
  )
}
