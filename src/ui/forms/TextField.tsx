// One line of text. All attributes of <input>, including ref, are passed to the input.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { controlClasses, Field, type FieldProps } from './Field.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'size'> {
  /** True for digits, which all get the same width. */
  readonly figures?: boolean
  /** A control at the right end of the box, e.g. 'Show'. */
  readonly trailing?: ReactNode
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, labelHidden, className, id, figures, trailing, type = 'text', ...input } = props
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
      {(control) => (
        <div className="relative">
          <input
            // Keeps the order of '+65 …' beside Arabic. A field with a control keeps the page's direction instead, so
            // that its text does not run under the control.
            dir={trailing === undefined ? 'auto' : undefined}
            {...input}
            {...control}
            type={type}
            className={cx(controlClasses, 'h-control', figures && 'figures', trailing !== undefined && 'pe-16')}
          />
          {trailing !== undefined && <div className="absolute inset-y-0 inset-e-1 flex items-center">{trailing}</div>}
        </div>
      )}
    </Field>
  )
}
