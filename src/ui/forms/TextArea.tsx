// Several lines of text. If there is a limit, it shows how many characters remain. It can also begin as one line that
// grows with the text.
import { m } from '#words/messages.js'
import { type ComponentProps, useState } from 'react'
import { cx } from '../cx.ts'
import { controlClasses, Field, type FieldProps } from './Field.tsx'

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className'> {
  /** True for a field that is as high as its content, but at least one line. */
  readonly autoGrows?: boolean
  /**
   * True to show only one line of a growing field. The caller decides, because collapsing whenever the field loses the
   * focus would move the content below it during a click.
   */
  readonly isCollapsed?: boolean
  /** True for digits, which all get the same width. */
  readonly figures?: boolean
}

/** The number of remaining characters is shown only if it is lower than this. */
const FEW_CHARACTERS = 50

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, className, id, onChange, ...rest } = props
  const { autoGrows = false, isCollapsed = false, figures = false, rows = autoGrows ? 1 : 3, ...area } = rest
  const [typedLength, setTypedLength] = useState(0)
  const length = typeof area.value === 'string' ? area.value.length : typedLength
  const remaining = area.maxLength === undefined ? Infinity : area.maxLength - length
  const growingClasses = cx(
    'field-sizing-content min-h-control resize-none py-[calc((var(--control)-1.625rem)/2)]',
    isCollapsed ? 'max-h-control' : 'max-h-40',
  )
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
      {(control) => (
        <>
          <textarea
            dir="auto"
            {...area}
            {...control}
            rows={rows}
            onChange={(event) => {
              setTypedLength(event.target.value.length)
              onChange?.(event)
            }}
            className={cx(controlClasses, autoGrows ? growingClasses : 'py-2', figures && 'figures')}
          />
          {remaining < FEW_CHARACTERS && (
            <span className="figures text-end text-xs text-muted" role="status">
              {remaining === 1 ? m.ui_oneCharacterLeft() : m.ui_charactersLeft({ left: remaining })}
            </span>
          )}
        </>
      )}
    </Field>
  )
}
