// Step 1, 'Batch file upload': how cards are named, the load reference, and the file (batches §5).
import { useEffect, useRef, useState } from 'react'
import { batchKinds, MAX_REFERENCE_LENGTH, refuseReference } from '#domain/batch/kinds.ts'
import { identifierKinds, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import type { BatchWizard } from '#flows/batch.ts'
import type { BatchSnapshot } from '#machines/batch.ts'
import type { BatchOptions } from '#machines/batch-steps.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { TextField } from '#ui/TextField.tsx'
import { DraftList } from './DraftList.tsx'
import { TemplateLinks } from './TemplateLinks.tsx'

const kind = batchKinds.load

interface ChooseStepProps {
  readonly wizard: BatchWizard
  readonly snapshot: BatchSnapshot
}

export function ChooseStep({ wizard, snapshot }: ChooseStepProps) {
  const { actor } = wizard
  const { context } = snapshot
  const [options, setOptions] = useState<BatchOptions>(context.options)
  const [isAsked, setIsAsked] = useState(false)
  const reference = useRef<HTMLInputElement>(null)
  const isReading = snapshot.matches('reading')
  const refusal = isAsked ? refuseReference(options.reference) : undefined
  const change = (next: Partial<BatchOptions>) => setOptions((before) => ({ ...before, ...next }))

  const take = (file: File) => {
    ask()
    actor.send({ type: 'files.dropped', files: [file], options })
  }
  const ask = () => {
    setIsAsked(true)
    if (refuseReference(options.reference) !== undefined) reference.current?.focus()
  }
  const goOn = () => {
    ask()
    if (refuseReference(options.reference) === undefined) wizard.setOptions(options)
    actor.send({ type: 'next', options })
  }

  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(20rem,26rem)_1fr]">
      <Panel title="Load options">
        <div className="grid gap-5">
          <TextField
            ref={reference}
            label="Load reference"
            hint="Your name for this batch. The approver sees it."
            value={options.reference}
            maxLength={MAX_REFERENCE_LENGTH}
            error={refusal}
            autoComplete="off"
            onChange={(event) => change({ reference: event.target.value })}
          />
          <RadioGroup
            label="The file names cards by"
            choices={[
              { value: String(PAN), label: identifierKinds[PAN].label, hint: '16 digits' },
              { value: String(TRACKING_NUMBER), label: identifierKinds[TRACKING_NUMBER].label, hint: '15 digits' },
            ]}
            value={String(options.identifierType)}
            onChange={(value) => change({ identifierType: value === String(PAN) ? PAN : TRACKING_NUMBER })}
          />
          <Checkbox
            label="Accept cards that do not exist yet"
            hint="Rows with an unknown card do not stop the upload; each fails by itself when the batch is processed."
            checked={options.noIdentifierValidation}
            onChange={(event) => change({ noIdentifierValidation: event.target.checked })}
          />
        </div>
      </Panel>
      <div className="grid min-w-0 gap-5">
        {context.file && !isReading && (
          <Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <span className="font-medium wrap-anywhere">{context.file.name}</span> is open with{' '}
                {context.figures.rows.toLocaleString('en')} rows.
              </p>
              <span className="flex flex-wrap gap-2">
                <Button onClick={() => actor.send({ type: 'start.over' })}>Put it aside</Button>
                <Button kind="primary" onClick={goOn}>
                  Continue with it
                </Button>
              </span>
            </div>
          </Panel>
        )}
        {isReading ? (
          <Reading onCancel={() => actor.send({ type: 'cancel' })} />
        ) : (
          <FileDrop
            label={context.file ? 'Drop another batch file here' : 'Drop the batch file here'}
            accept={kind.accepts.map((ending) => `.${ending}`)}
            hint={`csv, xlsx or xls · one file · up to ${kind.maxRows.toLocaleString('en')} rows of identifier and amount`}
            onFile={take}
          >
            <TemplateLinks identifierType={options.identifierType} />
          </FileDrop>
        )}
        <DraftList wizard={wizard} />
      </div>
    </div>
  )
}

// Most files are read before this could be seen; it takes the place of the drop area, so that nothing jumps.
function Reading({ onCancel }: { readonly onCancel: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div
      role="status"
      className="grid min-h-59 content-center justify-items-center gap-4 rounded-xl border border-line bg-raised"
    >
      <p className="text-lg font-medium">Reading and checking the file…</p>
      <Button ref={cancel} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
