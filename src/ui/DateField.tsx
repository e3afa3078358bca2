// A calendar date with its label; gives a text 'yyyy-mm-dd', never a Date. Two dates that belong together: DateRangeField.
import type { CalendarDate } from '#domain/dates.ts'
import { DateInput } from './DateInput.tsx'
import { Field, type FieldProps } from './Field.tsx'

interface DateFieldProps extends FieldProps {
  readonly id?: string
  readonly value: string
  readonly onChange: (value: CalendarDate | '') => void
  readonly min?: string
  readonly max?: string
  readonly disabled?: boolean
}

export function DateField({ value, onChange, min, max, disabled, ...field }: DateFieldProps) {
  return (
    <Field {...field}>{(control) => <DateInput {...control} {...{ value, onChange, min, max, disabled }} />}</Field>
  )
}
