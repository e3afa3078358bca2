// A calendar date with its label. Its value is a text 'yyyy-mm-dd', never a Date. For a pair of dates there is
// DateRangeField.
import { useState } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { DateInput, UNFINISHED_DATE } from './DateInput.tsx'
import { Field, type FieldProps } from './Field.tsx'

interface DateFieldProps extends FieldProps {
  readonly id?: string
  readonly value: string
  readonly onChange: (value: CalendarDate | '') => void
  readonly min?: string
  readonly disabled?: boolean
  /**
   * Called while the text is not a date. By default, `onChange` is called with ''. Only needed if an empty field has a
   * separate meaning.
   */
  readonly onUnfinished?: () => void
}

export function DateField({
  value,
  onChange,
  min,
  disabled,
  onUnfinished = () => onChange(''),
  error,
  ...field
}: DateFieldProps) {
  const [wasLeftUnfinished, setWasLeftUnfinished] = useState(false)
  const change = (date: CalendarDate | '') => {
    setWasLeftUnfinished(false)
    onChange(date)
  }
  // An incomplete date clears the value. Otherwise Ctrl+Enter would send the previous date.
  const handleUnfinished = (hasLeft: boolean) => {
    if (hasLeft) setWasLeftUnfinished(true)
    onUnfinished()
  }
  const isUnfinished = wasLeftUnfinished && value === ''
  return (
    <Field {...field} error={isUnfinished ? UNFINISHED_DATE : error}>
      {(control) => (
        <DateInput {...control} {...{ value, min, disabled }} onChange={change} onUnfinished={handleUnfinished} />
      )}
    </Field>
  )
}
