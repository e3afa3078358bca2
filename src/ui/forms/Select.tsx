// A choice from a list. This is the native select with a style, because it works in every browser and with every
// keyboard.
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { controlClasses, Field, type FieldProps } from './Field.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

interface SelectProps extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'children' | 'size'> {
  readonly options: readonly Option[]
  /** A first entry with an empty value, e.g. 'Select a Campaign'. */
  readonly placeholder?: string
}

export function Select(props: SelectProps) {
  const { label, hint, error, optional, labelHidden, className, id, options, placeholder, ...select } = props
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={cx(controlClasses, 'h-control appearance-none pe-9')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 inset-e-2.5 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  )
}
