// The options of a batch before its file is read: its reference, the type of its card identifiers, and the options of
// its type (docs/rules/batches.md, "Kinds of batch").
import { m } from '#words/messages.js'
import type { Ref } from 'react'
import { messageToText } from '#domain/messages/to-text.ts'
import { type BatchTypeInfo, validationLabels } from '#domain/batch/types.ts'
import { MAX_REFERENCE_LENGTH } from '#domain/batch/reference.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { hasOddCharacters, toOneLine } from '#domain/texts/clean-text.ts'
import { identifierTypes, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { fillUpRefusal } from '#machines/upload-rules.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useAfterPress } from '#ui/buttons/press.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface BatchOptionsPanelProps {
  readonly batch: BatchTypeInfo
  readonly options: UploadOptions
  /** The error of the reference field. */
  readonly error: string | undefined
  readonly onChange: (change: Partial<UploadOptions>) => void
  /** Called when the options are complete: after Enter in the reference field, or when the focus leaves the panel. */
  readonly onDone: () => void
  /** The reference field. */
  readonly ref: Ref<HTMLInputElement>
}

export function BatchOptionsPanel({ batch, options, error, onChange, onDone, ref }: BatchOptionsPanelProps) {
  // A click on 'Remove file' outside the panel also moves the focus out of the panel. The click must be handled first.
  const leavePanel = useAfterPress(onDone)
  const canAcceptUnknownCards = batch.options.includes('noIdentifierValidation') && !options.fillUp
  const checks = batch.defaultValidation.map((validation) => validationLabels[validation])
  return (
    <Panel title={m.upload_oneOptions({ one: capitalise(batch.noun.one) })}>
      <div
        className="grid gap-5"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) leavePanel()
        }}
      >
        {batch.label && (
          <TextField
            ref={ref}
            label={batch.label.text}
            hint={batch.label.hint}
            value={options.reference}
            maxLength={MAX_REFERENCE_LENGTH}
            error={error}
            autoComplete="off"
            trailing={
              hasOddCharacters(options.reference) ? (
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={m.upload_writeTextInPlainCharacters()}
                  onClick={() => onChange({ reference: toOneLine(options.reference) })}
                >
                  {m.upload_fixCharacters()}
                </Button>
              ) : undefined
            }
            onChange={(event) => onChange({ reference: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) onDone()
            }}
          />
        )}
        <RadioGroup
          label={m.upload_cardsIdentifiedBy()}
          choices={[PAN, TRACKING_NUMBER].map((type) => ({
            value: String(type),
            label: identifierTypes[type].label,
            hint: m.upload_countDigits({ count: identifierTypes[type].length }),
          }))}
          value={String(options.identifierType)}
          onChange={(value) => onChange({ identifierType: value === String(PAN) ? PAN : TRACKING_NUMBER })}
        />
        {batch.offersFillUp && (
          <RadioGroup
            label={m.upload_amountsAre()}
            choices={[
              { value: 'amounts', label: m.upload_amountsToLoad() },
              { value: 'targets', label: m.upload_targetBalances(), hint: m.upload_fillUpHint() },
            ]}
            value={options.fillUp ? 'targets' : 'amounts'}
            onChange={(value) => onChange({ fillUp: value === 'targets' })}
          />
        )}
        {options.fillUp && (
          <TextField
            label={m.upload_targetBalanceOfAll()}
            hint={m.upload_targetBalanceHint()}
            inputMode="decimal"
            autoComplete="off"
            value={options.fillUpTo}
            error={messageToText(fillUpRefusal(options))}
            onChange={(event) => onChange({ fillUpTo: event.target.value })}
          />
        )}
        {canAcceptUnknownCards && (
          <Checkbox
            label={m.upload_acceptUnknownCards()}
            hint={m.upload_unknownCardsHint()}
            checked={options.noIdentifierValidation}
            onChange={(event) => onChange({ noIdentifierValidation: event.target.checked })}
          />
        )}
        {batch.offersRetire && (
          <Checkbox
            label={m.common_retireCards()}
            hint={m.upload_retireHint()}
            checked={options.retire}
            onChange={(event) => onChange({ retire: event.target.checked })}
          />
        )}
        {checks.length > 0 && (
          <p className="text-sm text-muted">{m.upload_alsoChecked({ checks: checks.join('; ') })}</p>
        )}
      </div>
    </Panel>
  )
}
