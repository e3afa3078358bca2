// Two calendar dates, from and to, 'yyyy-mm-dd', validated together with one message. If one date is incomplete, only
// that one is marked, and it is reported as empty, so that results never belong to the previous date.
import { m } from '#words/messages.js'
import { type ReactNode, useId, useState } from 'react'
import { DateInput, UNFINISHED_DATE } from './DateInput.tsx'
import { AdjustmentNote, FieldError } from './Field.tsx'

interface DateRangeFieldProps {
  /** Names both fields for screen readers, e.g. 'Uploaded'. */
  readonly label: string
  readonly start: string
  readonly end: string
  /**
   * Called with the date that the user changed. The caller may adjust the other date, for example to a maximum range.
   */
  readonly onChange: (change: { readonly start?: string; readonly end?: string }) => void
  readonly error?: string | undefined
  /** Why the dates have no effect now; they are still shown. */
  readonly disabledReason?: string | undefined
  readonly hint?: ReactNode
  /** An adjustment of the dates, announced immediately; not an error. */
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
  const [wasLeftUnfinished, setWasLeftUnfinished] = useState<Readonly<Record<string, boolean>>>({})
  const unmarkedDates = [
    { name: m.common_from(), value: start, change: (value: string) => onChange({ start: value }) },
    { name: m.ui_to(), value: end, change: (value: string) => onChange({ end: value }) },
  ].map((date) => ({
    ...date,
    isUnfinished: disabledReason === undefined && wasLeftUnfinished[date.name] === true && date.value === '',
  }))
  const hasUnfinished = unmarkedDates.some(({ isUnfinished }) => isUnfinished)
  // The error is about both dates, an unfinished date only about itself.
  const dates = unmarkedDates.map((date) => ({
    ...date,
    isInvalid: hasUnfinished ? date.isUnfinished : Boolean(error),
  }))
  const problem = hasUnfinished ? UNFINISHED_DATE : error
  const note = disabledReason ?? hint
  const describedBy = [note && `${id}-note`, problem && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    // As wide as its two fields, so that a message below does not move the fields beside it.
    <fieldset className="grid min-w-0 content-start gap-1.5 sm:max-w-75">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-3">
        {dates.map(({ name, value, change, isInvalid }) => (
          <div key={name} className="grid min-w-0 flex-1 content-start gap-1.5 sm:w-36 sm:flex-none">
            <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
              {name}
            </label>
            <DateInput
              id={`${id}-${name}`}
              value={value}
              disabled={disabledReason !== undefined}
              aria-invalid={isInvalid ? true : undefined}
              aria-describedby={describedBy}
              onChange={(date) => {
                setWasLeftUnfinished((previous) => ({ ...previous, [name]: false }))
                change(date)
              }}
              onUnfinished={(hasLeft) => {
                // Reports nothing while a date is being typed. Leaving the field is early enough: no other control can be
                // used before.
                if (!hasLeft) return
                setWasLeftUnfinished((previous) => ({ ...previous, [name]: true }))
                change('')
              }}
            />
          </div>
        ))}
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
