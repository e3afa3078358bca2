// Two calendar dates, from and to, 'yyyy-mm-dd', that are right or wrong together: one message, both fields flagged.
import { type ReactNode, useId } from 'react'
import { DateInput } from './DateInput.tsx'
import { FieldError } from './Field.tsx'

interface DateRangeFieldProps {
  /** Names the pair for those who cannot see it, e.g. 'Uploaded'. */
  readonly label: string
  readonly start: string
  readonly end: string
  readonly onChange: (range: { readonly start: string; readonly end: string }) => void
  readonly error?: string | undefined
  /** Why the dates do not apply now; they are shown all the same. */
  readonly disabledReason?: string | undefined
  readonly hint?: ReactNode
}

export function DateRangeField({ label, start, end, onChange, error, disabledReason, hint }: DateRangeFieldProps) {
  const id = useId()
  const note = disabledReason ?? hint
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const dates = [
    { name: 'From', value: start, change: (value: string) => onChange({ start: value, end }) },
    { name: 'To', value: end, change: (value: string) => onChange({ start, end: value }) },
  ]
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-3">
        {dates.map(({ name, value, change }) => (
          <div key={name} className="grid min-w-0 flex-1 gap-1.5 sm:w-40 sm:flex-none">
            <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
              {name}
            </label>
            <DateInput
              id={`${id}-${name}`}
              value={value}
              disabled={disabledReason !== undefined}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy}
              onChange={change}
            />
          </div>
        ))}
      </div>
      {note && (
        <p id={`${id}-note`} className="text-sm text-muted">
          {note}
        </p>
      )}
      {error && (
        <div role="alert">
          <FieldError id={`${id}-error`} text={error} />
        </div>
      )}
    </fieldset>
  )
}
