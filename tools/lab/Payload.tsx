// The payload of an event or an outcome, as text that can be edited before it is sent.
import { useState } from 'react'
import { Button } from '#ui/buttons/Button.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'

interface PayloadProps {
  /** Name of the event ('submit'), or of the effect whose result is sent. */
  readonly name: string
  readonly description: string
  readonly samples: Readonly<Record<string, unknown>>
  /** The label of the button that sends the payload. */
  readonly sendLabel: string
  readonly disabledReason?: string | undefined
  /** `sample`: the name of the sample, if the user has not edited it. */
  readonly onSend: (value: unknown, sample: string | undefined) => void
}

export function Payload({ name, description, samples, sendLabel, disabledReason, onSend }: PayloadProps) {
  const names = Object.keys(samples)
  const [sample, setSample] = useState(names[0] ?? '')
  const [typed, setTyped] = useState<string>()
  const sampleText = JSON.stringify(samples[sample], undefined, 2) ?? ''
  const text = typed ?? sampleText
  const isEdited = text !== sampleText
  const parsed = parse(text)
  const blockedReason = disabledReason ?? parsed.refusal
  return (
    <details className="rounded-md border border-line">
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-2 px-3 py-1">
        <span className="font-mono text-sm font-semibold">{name}</span>
        <span className="min-w-0 flex-1 text-sm text-muted">{description}</span>
      </summary>
      <div className="grid gap-3 p-3">
        {names.length > 1 && (
          <Select
            label="Sample"
            value={sample}
            onChange={(event) => {
              setSample(event.target.value)
              setTyped(undefined)
            }}
            options={names.map((value) => ({ value, label: value }))}
          />
        )}
        <TextArea
          label="As JSON"
          value={text}
          error={parsed.refusal}
          spellCheck={false}
          rows={Math.min(Math.max(text.split('\n').length, 2), 12)}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <Button
            size="small"
            disabledReason={blockedReason}
            onClick={() => onSend(parsed.value, isEdited ? undefined : sample)}
          >
            {sendLabel}
          </Button>
        </div>
      </div>
    </details>
  )
}

function parse(text: string): { readonly value?: unknown; readonly refusal?: string } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { refusal: `This is not JSON: ${(error as Error).message}` }
  }
}
