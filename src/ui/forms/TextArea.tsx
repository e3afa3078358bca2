// Several lines of text, with the number of remaining characters if there is a limit. It can also be one line that
// grows with pasted text.
import { m } from '#words/messages.js'
import { type ComponentProps, useState } from 'react'
import { cx } from '../cx.ts'
import { controlClasses, Field, type FieldProps } from './Field.tsx'

type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'className'> & {
    /** The field is as high as its content, at least one line. */
    readonly autoGrows?: boolean
    /**
     * Shows only one line of a growing field. Set by the caller, not by the focus, because the content below must not
     * move under a click.
     */
    readonly isCollapsed?: boolean
    /** For digits: gives all of them the same width. */
    readonly figures?: boolean
  }

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, labelHidden, className, id, onChange, ...rest } = props
  const { autoGrows = false, isCollapsed = false, figures = false, rows = autoGrows ? 1 : 3, ...area } = rest
  const [typedLength, setTypedLength] = useState(0)
  const length = typeof area.value === 'string' ? area.value.length : typedLength
  const remaining = area.maxLength === undefined ? undefined : area.maxLength - length
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
            className={cx(
              controlClasses,
              autoGrows
                ? cx(
                    'field-sizing-content min-h-control resize-none py-[calc((var(--control)-1.625rem)/2)]',
                    isCollapsed ? 'max-h-control' : 'max-h-40',
                  )
                : 'py-2',
              figures && 'figures',
            )}
          />
          {remaining !== undefined && remaining < 50 && (
            <span className="figures text-end text-xs text-muted" role="status">
              {remaining === 1 ? m.ui_oneCharacterLeft() : m.ui_charactersLeft({ left: remaining })}
            </span>
          )}
        </>
      )}
    </Field>
  )
}
