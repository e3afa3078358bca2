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
  const [leftUnfinished, setLeftUnfinished] = useState(false)
  const change = (date: CalendarDate | '') => {
    setLeftUnfinished(false)
    onChange(date)
  }
  // An incomplete date clears the value: Ctrl+Enter must not send the previous date.
  const unfinished = (left: boolean) => {
    if (left) setLeftUnfinished(true)
    onChange('')
  }
  return (
    <Field {...field} error={leftUnfinished && value === '' ? UNFINISHED_DATE : error}>
      {(control) => <DateInput {...control} {...{ value, min }} onChange={change} onUnfinished={unfinished} />}
    </Field>
  )
}
