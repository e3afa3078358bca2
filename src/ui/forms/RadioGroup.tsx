// A choice among a few visible options. `RadioGroup` is a list with hints. `Segmented` is a strip for a filter or a
// short choice.
import { useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './Field.tsx'
import { useValueAfterPress } from '../buttons/press.ts'
import { numberToText } from '#words/figures.ts'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** The language of the label, if it is not the language of the page. */
  readonly lang?: string | undefined
  /** Shown by RadioGroup only. */
  readonly hint?: string | undefined
  /** A number after the label, e.g. how many rows are to be fixed. Shown by Segmented only. */
  readonly count?: number | undefined
  readonly disabled?: boolean | undefined
}

export interface ChoiceProps<Value extends string> {
  /** The id that the chosen option gets, so that a link can focus it. Used by RadioGroup only. */
  readonly id?: string
  readonly label: string
  readonly labelHidden?: boolean
  readonly choices: readonly Choice<Value>[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  /** Shown by RadioGroup only. */
  readonly error?: string | undefined
  readonly className?: string
}

export function RadioGroup<Value extends string>(props: ChoiceProps<Value>) {
  const { id, label, labelHidden, choices, value, onChange, className } = props
  const error = useValueAfterPress(props.error)
  const name = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={error ? `${name}-error` : undefined}
      aria-invalid={error ? true : undefined}
      className={cx('grid content-start gap-2 max-sm:gap-5', className)}
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="finger flex min-h-6 items-start gap-2.5 has-disabled:text-muted">
          <input
            type="radio"
            id={choice.value === value ? id : undefined}
            name={name}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent max-sm:-mt-0.5 max-sm:size-6"
          />
          <span lang={choice.lang}>
            {choice.label}
            {choice.hint && <span className="block text-sm text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id={`${name}-error`} text={error} />}
    </fieldset>
  )
}

/** The same choice as a strip of native radio buttons. It is one tab stop, inside which the arrow keys move. */
export function Segmented<Value extends string>(props: ChoiceProps<Value>) {
  const { label, labelHidden = true, choices, value, onChange, className } = props
  const name = useId()
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className={labelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div className="inline-flex max-w-full overflow-x-auto rounded-md border border-line bg-sunken p-0.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative inline-flex h-[calc(var(--control)*1.5-1.375rem)] items-center gap-1.5 rounded-sm px-3 text-sm font-medium whitespace-nowrap text-muted hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
            {choice.count !== undefined && <span className="figures text-muted">{numberToText(choice.count)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
