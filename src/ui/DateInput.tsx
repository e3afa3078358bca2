// The control for a calendar date: typed as yyyy-mm-dd (batches §2), or picked from the browser's own calendar. The browser's
// date control itself would show 03/04/2026 or 04/03/2026 as its language has it, and nobody could tell which (ui "Time").
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { type CalendarDate, textToDate } from '#domain/dates.ts'
import { cx } from './cx.ts'
import { type ControlProps, controlShape, FieldError } from './Field.tsx'

interface DateInputProps extends Partial<ControlProps> {
  readonly id: string
  /** 'yyyy-mm-dd' or ''. */
  readonly value: string
  /** A date that exists, or '' when emptied; what is half typed is not told. */
  readonly onChange: (value: CalendarDate | '') => void
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly disabled?: boolean | undefined
}

export function DateInput({ id, value, onChange, min, max, disabled, ...described }: DateInputProps) {
  const picker = useRef<HTMLInputElement>(null)
  // What is typed while it is no date yet.
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)

  const take = (text: string) => {
    const date = text === '' ? '' : textToDate(text)
    setTyped(date === undefined ? text : undefined)
    if (date !== undefined) setWrong(false)
    if (date !== undefined && date !== value) onChange(date)
  }
  const errorId = `${id}-form`
  const describedBy = [described['aria-describedby'], wrong && errorId].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <input
          {...described}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="yyyy-mm-dd"
          maxLength={10}
          value={typed ?? value}
          disabled={disabled}
          aria-invalid={wrong || described['aria-invalid'] ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => take(event.target.value.trim())}
          onBlur={() => setWrong(typed !== undefined)}
          className={cx(controlShape, 'figures h-9 pr-10')}
        />
        <button
          type="button"
          aria-label="Pick from a calendar"
          disabled={disabled}
          onClick={() => picker.current?.showPicker()}
          className="absolute inset-y-1 right-1 grid w-7 place-items-center rounded-sm text-muted hover:text-text"
        >
          <CalendarDays aria-hidden className="size-4" />
        </button>
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden
          min={min}
          max={max}
          value={value}
          disabled={disabled}
          onChange={(event) => take(event.target.value)}
          className="pointer-events-none absolute bottom-0 left-0 size-px opacity-0"
        />
      </div>
      {wrong && <FieldError id={errorId} text="Enter a date that exists as yyyy-mm-dd, for example 2026-03-04" />}
    </div>
  )
}
