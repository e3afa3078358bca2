// A checkbox with its label. `mixed` shows that only some of the rows below it are selected.
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly mixed?: boolean
  readonly labelHidden?: boolean
  readonly className?: string
}

export function Checkbox({ label, hint, mixed = false, labelHidden, className, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={cx('finger flex min-h-6 items-start gap-2.5', className)}>
      <input
        {...input}
        ref={box}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent max-sm:-mt-0.5 max-sm:size-6"
      />
      <span className={labelHidden ? 'sr-only' : undefined}>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  )
}
