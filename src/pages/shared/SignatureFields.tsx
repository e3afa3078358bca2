// The signature of a decision in a dialog: one sentence about what is signed, and the field for a code if the user has no
// passkey. Shows nothing if the programme requires no signature.
import { m } from '#words/messages.js'
import type { OpenApproval } from '#flows/approval.ts'
import { Banner } from '#ui/Banner.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

export function SignatureFields({ signature }: Pick<OpenApproval, 'signature'>) {
  if (!signature) return null
  const { signWith, what, code, typeCode, error } = signature
  return (
    <div className="grid gap-3">
      {signWith === 'none' ? (
        <Banner kind="warning" title={m.approvals_proofNeedsFactor()} />
      ) : (
        <p className="font-medium">
          {signWith === 'passkey' ? m.approvals_youSignWithPasskey({ what }) : m.approvals_youSignWithCode({ what })}
        </p>
      )}
      {signWith === 'code' && (
        <TextField
          label={m.approvals_codeOfApp()}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          figures
          className="max-w-60"
          value={code}
          onChange={({ target }) => typeCode(target.value)}
        />
      )}
      {error !== undefined && <Banner kind="critical" title={error} />}
    </div>
  )
}
