// Two calendar dates ('yyyy-mm-dd'), from and to. They are validated together and have one message. If one date is
// incomplete, only this date is marked. It is reported as empty, so that the results never belong to the previous date.
import { m } from '#words/messages.js'
import { type ReactNode, useId, useState } from 'react'
import { DateInput, UNFINISHED_DATE } from './DateInput.tsx'
import { AdjustmentNote, FieldError } from './Field.tsx'

interface DateRangeFieldProps {
  /** Names both fields for screen readers, e.g. 'Uploaded'. */
  readonly label: string
  readonly start: string
  readonly end: string
  /** Called with the date that the user changed. The caller can adjust the other date, e.g. to limit the range. */
  readonly onChange: (change: { readonly start?: string; readonly end?: string }) => void
  readonly error?: string | undefined
  /** Why the dates cannot be changed now, because they have no effect. They are still shown. */
  readonly disabledReason?: string | undefined
  readonly hint?: ReactNode
  /** Says how the caller has adjusted the dates. Screen readers read it out immediately. It is not an error. */
  readonly adjustment?: string | undefined
}

export function DateRangeField({
  label,
  start,
  end,
  onChange,
  error,
  disabledReason,
  hint,
  adjustment,
}: DateRangeFieldProps) {
  const id = useId()
  /** For the name of each date, whether the user has left its field with an incomplete date. */
  const [wasLeftUnfinished, setWasLeftUnfinished] = useState<Readonly<Record<string, boolean>>>({})
  const dates = [
    { name: m.common_from(), value: start, change: (value: string) => onChange({ start: value }) },
    { name: m.ui_to(), value: end, change: (value: string) => onChange({ end: value }) },
  ]
  const isDisabled = disabledReason !== undefined
  const isUnfinished = ({ name, value }: { readonly name: string; readonly value: string }) =>
    !isDisabled && wasLeftUnfinished[name] === true && value === ''
  const hasUnfinished = dates.some(isUnfinished)
  const problem = hasUnfinished ? UNFINISHED_DATE : error
  const note = disabledReason ?? hint
  const describedBy = [note && `${id}-note`, problem && `${id}-error`].filter(Boolean).join(' ')
  return (
    // As wide as its two fields, so that a message below does not move the fields beside it.
    <fieldset className="grid min-w-0 content-start gap-1.5 sm:max-w-75">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-3">
        {dates.map(({ name, value, change }) => {
          // An unfinished date marks only its own field. The error is about both dates.
          const isInvalid = hasUnfinished ? isUnfinished({ name, value }) : Boolean(error)
          return (
            <div key={name} className="grid min-w-0 flex-1 content-start gap-1.5 sm:w-36 sm:flex-none">
              <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
                {name}
              </label>
              <DateInput
                id={`${id}-${name}`}
                value={value}
                disabled={isDisabled}
                aria-invalid={isInvalid ? true : undefined}
                aria-describedby={describedBy || undefined}
                onChange={(date) => {
                  setWasLeftUnfinished((previous) => ({ ...previous, [name]: false }))
                  change(date)
                }}
                onUnfinished={(hasLeft) => {
                  // Nothing needs to be reported while the user types, because no other control can be used meanwhile.
                  if (!hasLeft) return
                  setWasLeftUnfinished((previous) => ({ ...previous, [name]: true }))
                  change('')
                }}
              />
            </div>
          )
        })}
      </div>
      {note && (
        <p id={`${id}-note`} className="text-sm text-muted">
          {note}
        </p>
      )}
      {adjustment !== undefined && (
        <div className="sm:whitespace-nowrap">
          <AdjustmentNote>{adjustment}</AdjustmentNote>
        </div>
      )}
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-error`} text={problem} />
        </div>
      )}
    </fieldset>
  )
}
