// Step 1: how cards are named, the text that goes with the batch, the kind's options, and the rows: from a file, typed one by
// one, or pasted from a spreadsheet (batches §5).
import { memo, useEffect, useRef, useState } from 'react'
import { counted } from '#domain/units.ts'
import { validationWords } from '#domain/batch/kinds.ts'
import { MAX_REFERENCE_LENGTH, refuseReference } from '#domain/batch/reference.ts'
import { capital } from '#domain/batch/words.ts'
import { identifierKinds, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { textToFile } from '#flows/upload/more-rows.ts'
import { typedReference } from '#flows/upload/typed-reference.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { TextField } from '#ui/TextField.tsx'
import { DraftList } from './DraftList.tsx'
import { TemplateLinks } from './TemplateLinks.tsx'
import { TypedRows } from './TypedRows.tsx'
import { usePastedRows } from './usePastedRows.ts'

interface ChooseStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
}

/** Not made anew while the next step is made ready beside it. */
export const ChooseStep = memo(function ChooseStep({ wizard, snapshot }: ChooseStepProps) {
  const { actor, kind } = wizard
  const { context } = snapshot
  const [chosen, setOptions] = useState<UploadOptions>(context.options)
  const typed = typedReference.use().state[kind.type] ?? ''
  // Without a file there is no draft yet to keep what was typed.
  const options = context.file ? chosen : { ...chosen, reference: typed }
  const [isAsked, setIsAsked] = useState(false)
  const reference = useRef<HTMLInputElement>(null)
  const isReading = snapshot.matches('reading')
  const isReadingLong = useLasting(isReading, 150)
  const wrong = refuseReference(options.reference, kind.type)
  const change = (next: Partial<UploadOptions>) => {
    setOptions((before) => ({ ...before, ...next }))
    if (next.reference === undefined) return
    if (context.file) actor.send({ type: 'reference.changed', reference: next.reference })
    else typedReference.change({ [kind.type]: next.reference })
  }
  // batches §5: in some kinds the text comes before any file.
  const barred = kind.label?.beforeFile ? wrong : undefined

  /** False where it is not taken yet, and why stands beside the field. */
  const take = (file: File): boolean => {
    ask()
    actor.send({ type: 'files.dropped', files: [file], options })
    return wrong === undefined
  }
  const ask = () => {
    setIsAsked(true)
    if (wrong !== undefined) reference.current?.focus()
  }
  const goOn = () => {
    ask()
    if (wrong === undefined) wizard.setOptions(options)
    actor.send({ type: 'next', options })
  }
  usePastedRows((text) => {
    if (barred === undefined) take(textToFile(text, 'Pasted rows'))
    else ask()
  }, !isReading)

  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(20rem,26rem)_1fr]">
      <Panel title={`${capital(kind.noun.one)} options`}>
        <div className="grid gap-5">
          {kind.label && (
            <TextField
              ref={reference}
              label={kind.label.text}
              hint={kind.label.hint}
              value={options.reference}
              maxLength={MAX_REFERENCE_LENGTH}
              error={isAsked ? wrong : undefined}
              autoComplete="off"
              onChange={(event) => change({ reference: event.target.value })}
            />
          )}
          <RadioGroup
            label="The file names cards by"
            choices={[PAN, TRACKING_NUMBER].map((type) => ({
              value: String(type),
              label: identifierKinds[type].label,
              hint: `${identifierKinds[type].length} digits`,
            }))}
            value={String(options.identifierType)}
            onChange={(value) => change({ identifierType: value === String(PAN) ? PAN : TRACKING_NUMBER })}
          />
          {kind.options.includes('noIdentifierValidation') && (
            <Checkbox
              label="Accept cards that do not exist yet"
              hint="Rows with an unknown card do not stop the upload; each fails by itself when the batch is processed."
              checked={options.noIdentifierValidation}
              onChange={(event) => change({ noIdentifierValidation: event.target.checked })}
            />
          )}
          {kind.offersRetire && (
            <Checkbox
              label="Retire the cards"
              hint="Each card is retired once its funds are off. A retired card cannot be used again."
              checked={options.retire}
              onChange={(event) => change({ retire: event.target.checked })}
            />
          )}
          {kind.defaultValidation.length > 0 && (
            <p className="text-sm text-muted">
              Checked besides: {kind.defaultValidation.map((validation) => validationWords[validation]).join('; ')}.
            </p>
          )}
        </div>
      </Panel>
      <div className="grid min-w-0 gap-5">
        {context.file && !isReading && (
          <Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <span className="font-medium wrap-anywhere">{context.file.name}</span> is open with{' '}
                {counted(context.figures.rows, 'row', 'rows')}.
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
        {isReadingLong ? (
          <Reading onCancel={() => actor.send({ type: 'cancel' })} />
        ) : (
          <>
            <FileDrop
              label={context.file ? 'Drop another batch file here' : 'Drop the batch file here'}
              accept={kind.accepts.map((ending) => `.${ending}`)}
              hint={
                <>
                  {barred !== undefined && (
                    <p className="font-medium text-text">Enter the {kind.label?.text.toLowerCase()} first.</p>
                  )}
                  <p>
                    {endings(kind.accepts)} · one file · up to {kind.maxRows.toLocaleString('en')} rows of{' '}
                    {kind.words.rowOf}
                  </p>
                </>
              }
              disabledReason={barred}
              onFile={take}
            >
              <TemplateLinks kind={kind} identifierType={options.identifierType} />
            </FileDrop>
            <TypedRows
              kind={kind}
              identifierType={options.identifierType}
              barred={barred}
              onAdd={(text) => take(textToFile(text, 'Typed rows'))}
            />
          </>
        )}
        <DraftList wizard={wizard} />
      </div>
    </div>
  )
})

/** True once it has been so for that many ms: most files are read before anything of it could be seen. */
function useLasting(now: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!now) return undefined
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [now, ms])
  return lasts
}

/** 'csv', 'csv or xls', 'csv, xlsx or xls'. */
const endings = (list: readonly string[]): string => list.join(', ').replace(/, ([^,]*)$/, ' or $1')

// It takes the place of the drop area, so that nothing jumps.
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
