// A calendar date, 'yyyy-mm-dd', by the browser's own picker. Typing works, and what it gives is a text, never a Date.
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlShape, Field, type FieldProps } from './Field.tsx'

type DateFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'type' | 'className'>

export function DateField(props: DateFieldProps) {
  const { label, hint, error, optional, labelHidden, className, id, ...input } = props
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
      {(control) => <input {...input} {...control} type="date" className={cx(controlShape, 'figures h-9')} />}
    </Field>
  )
}
