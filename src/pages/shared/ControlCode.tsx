// The control code of a batch or an order: its fingerprint, shortened so that maker and checker can compare it. The
// Copy button copies the whole fingerprint.
import { controlCode } from '#domain/batch/words.ts'
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'

export function ControlCode({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-sm" title={fingerprint}>
        {controlCode(fingerprint)}
      </code>
      <CopyButton value={fingerprint} name={inSentence(m.common_controlCode())} />
    </span>
  )
}
