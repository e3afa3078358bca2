// The control for a calendar date. Users type the date as yyyy-mm-dd or in words, or pick it from the browser's
// calendar. It is shown as yyyy-mm-dd. The browser's own date control shows 03/04/2026 or 04/03/2026 depending on the
// browser's language, and users cannot tell which.
import { m } from '#words/messages.js'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { typedToDate } from '#domain/dates.ts'
import { cx } from '../cx.ts'
import { type ControlProps, controlClasses } from './Field.tsx'
import { useAfterPress } from '../buttons/press.ts'

/** The field's error for an incomplete date. */
export const UNFINISHED_DATE = m.ui_enterDate()

interface DateInputProps extends Partial<ControlProps> {
  readonly id: string
  /** 'yyyy-mm-dd' or ''. */
  readonly value: string
  /** Called with an existing date, or '' if the field is empty. */
  readonly onChange: (value: CalendarDate | '') => void
  /**
   * Called while the text is not a date, because the previous value then no longer matches the text on screen.
   * `hasLeft`: true once the user has left the field.
   */
  readonly onUnfinished: (hasLeft: boolean) => void
  readonly min?: string | undefined
  readonly disabled?: boolean | undefined
}

export function DateInput({ id, value, onChange, onUnfinished, min, disabled, ...ariaProps }: DateInputProps) {
  const picker = useRef<HTMLInputElement>(null)
  // A typed text that is not a date yet, and the value that was in the field before.
  const [typed, setTyped] = useState<{ readonly text: string; readonly replacedValue: string }>()
  // The text is shown until the parent sets another value.
  const hasNewValue = value !== '' && value !== typed?.replacedValue
  const unfinishedText = hasNewValue ? undefined : typed?.text

  const handleInput = (text: string) => {
    const trimmedText = text.trim()
    const date = trimmedText === '' ? '' : typedToDate(trimmedText)
    if (date === undefined) {
      // Not trimmed, because users type spaces inside '24 Nov 2026'.
      setTyped({ text, replacedValue: value })
      onUnfinished(false)
      return
    }
    setTyped(undefined)
    onChange(date)
  }
  const handleLeave = useAfterPress(() => {
    if (unfinishedText === undefined) return
    // The value is now empty, so any new value is shown, even if it is the previous date again.
    setTyped({ text: unfinishedText, replacedValue: '' })
    onUnfinished(true)
  })
  return (
    <div className="relative self-start">
      <input
        {...ariaProps}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={m.ui_dateFormat()}
        maxLength={30}
        value={unfinishedText ?? value}
        disabled={disabled}
        onChange={(event) => handleInput(event.target.value)}
        onBlur={handleLeave}
        // A user who presses Enter has finished typing, so the error is shown.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) handleLeave()
        }}
        className={cx(controlClasses, 'figures h-control pe-10')}
      />
      <button
        type="button"
        aria-label={m.ui_pickFromCalendar()}
        disabled={disabled}
        onClick={() => picker.current?.showPicker()}
        className="absolute inset-y-0 inset-e-0 grid w-control place-items-center rounded-sm text-muted hover:text-text"
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        min={min}
        value={value}
        disabled={disabled}
        onChange={(event) => handleInput(event.target.value)}
        className="pointer-events-none absolute bottom-0 inset-s-0 size-px opacity-0"
      />
    </div>
  )
}
