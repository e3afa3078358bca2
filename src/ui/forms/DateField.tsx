// A calendar date with its label; its value is a text 'yyyy-mm-dd', never a Date. For a pair of dates use
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
}

export function DateField({ value, onChange, min, error, ...field }: DateFieldProps) {
  const [wasLeftUnfinished, setWasLeftUnfinished] = useState(false)
  const change = (date: CalendarDate | '') => {
    setWasLeftUnfinished(false)
    onChange(date)
  }
  // An incomplete date clears the value: Ctrl+Enter must not send the previous date.
  const handleUnfinished = (hasLeft: boolean) => {
    if (hasLeft) setWasLeftUnfinished(true)
    onChange('')
  }
  return (
    <Field {...field} error={wasLeftUnfinished && value === '' ? UNFINISHED_DATE : error}>
      {(control) => <DateInput {...control} {...{ value, min }} onChange={change} onUnfinished={handleUnfinished} />}
    </Field>
  )
}
