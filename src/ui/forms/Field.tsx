// The label, hint and error of one control, connected for screen readers.
import { m } from '#words/messages.js'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { useValueAfterPress } from '../buttons/press.ts'

export interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The problem and how to fix it, in the same words as in the error summary. */
  readonly error?: string | undefined
  /** True to show '(optional)' after the label. Fields without this mark are required. */
  readonly optional?: boolean | undefined
  /** True if the label is only for screen readers, e.g. for a filter above a table. */
  readonly labelHidden?: boolean | undefined
  readonly className?: string | undefined
}

/** The attributes that the control needs. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldWrapperProps extends FieldProps {
  readonly id?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

export function Field({ label, optional, labelHidden, className, id, children, ...messages }: FieldWrapperProps) {
  const hint = useValueAfterPress(messages.hint)
  const error = useValueAfterPress(messages.error)
  const generatedId = useId()
  const controlId = id ?? generatedId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
        {optional && <span className="font-normal text-muted"> {m.ui_optional()}</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {error && <FieldError id={errorId} text={error} />}
    </div>
  )
}

export function FieldError({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-critical">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}

/** Says how the typed text was adjusted. Screen readers read it out immediately. It is not an error. */
export function AdjustmentNote({ children }: { readonly children: ReactNode }) {
  return (
    <span role="alert" className="flex items-start gap-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </span>
  )
}

/** The box of every text control. */
export const controlClasses =
  'w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 text-base text-text shadow-raised transition-colors hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-critical disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken'
