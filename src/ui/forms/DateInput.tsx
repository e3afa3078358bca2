// The control for a calendar date: typed as yyyy-mm-dd or in words, shown as yyyy-mm-dd, or picked from the browser's
// calendar. The browser's own date control shows 03/04/2026 or 04/03/2026 depending on its language, and users cannot
// tell which.
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
   * Called if the text is not a date, so the previous value no longer matches the text on screen. `hasLeft` is true
   * once the user has left the field in this state.
   */
  readonly onUnfinished: (hasLeft: boolean) => void
  readonly min?: string | undefined
  readonly disabled?: boolean | undefined
}

export function DateInput({ id, value, onChange, onUnfinished, min, disabled, ...ariaProps }: DateInputProps) {
  const picker = useRef<HTMLInputElement>(null)
  // Text that is not a date yet, and the value it replaces. A new value from the parent replaces the text.
  const [typed, setTyped] = useState<{ readonly text: string; readonly replacedValue: string }>()
  const isStillReplaced = value === '' || value === typed?.replacedValue
  const unfinished = isStillReplaced ? typed?.text : undefined

  // Spaces stay in the text, since users type them inside '24 Nov 2026'.
  const handleInput = (typedText: string) => {
    const text = typedText.trim()
    const date = text === '' ? '' : typedToDate(text)
    setTyped(date === undefined ? { text: typedText, replacedValue: value } : undefined)
    if (date === undefined) onUnfinished(false)
    else onChange(date)
  }
  const handleLeave = useAfterPress(() => {
    if (unfinished === undefined) return
    // The value is now empty, so any next value is shown, even the previous one.
    setTyped({ text: unfinished, replacedValue: '' })
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
        value={unfinished ?? value}
        disabled={disabled}
        onChange={(event) => handleInput(event.target.value)}
        onBlur={handleLeave}
        // Enter means that the user has finished, so show the error.
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
