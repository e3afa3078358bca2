// One line of text. All attributes of <input>, including ref, are passed to the input.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { controlClasses, Field, type FieldProps } from './Field.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'size'> {
  /** True for digits, which all get the same width. */
  readonly figures?: boolean
  /** A button or an icon at the right end of the box, e.g. 'Show'. */
  readonly trailing?: ReactNode
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, labelHidden, className, id, figures, trailing, type = 'text', ...input } = props
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
      {(attributes) => (
        <div className="relative">
          <input
            // 'auto' keeps the order of '+65 …' beside Arabic. A field with a button or icon keeps the page's direction
            // instead, so that its text does not run under the button.
            dir={trailing === undefined ? 'auto' : undefined}
            {...input}
            {...attributes}
            type={type}
            className={cx(controlClasses, 'h-control', figures && 'figures', trailing !== undefined && 'pe-16')}
          />
          {trailing !== undefined && <div className="absolute inset-y-0 inset-e-1 flex items-center">{trailing}</div>}
        </div>
      )}
    </Field>
  )
}
