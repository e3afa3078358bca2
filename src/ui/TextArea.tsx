// Several lines of text, with what is left of a limit where there is one.
import { type ComponentProps, useState } from 'react'
import { cx } from './cx.ts'
import { controlShape, Field, type FieldProps } from './Field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className'>

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, className, id, rows = 3, onChange, ...area } = props
  const [typed, setTyped] = useState(0)
  const length = typeof area.value === 'string' ? area.value.length : typed
  const left = area.maxLength === undefined ? undefined : area.maxLength - length
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
      {(control) => (
        <>
          <textarea
            {...area}
            {...control}
            rows={rows}
            onChange={(event) => {
              setTyped(event.target.value.length)
              onChange?.(event)
            }}
            className={cx(controlShape, 'py-2')}
          />
          {left !== undefined && left < 50 && (
            <span className="figures text-right text-xs text-muted" role="status">
              {left === 1 ? '1 character left' : `${left} characters left`}
            </span>
          )}
        </>
      )}
    </Field>
  )
}
