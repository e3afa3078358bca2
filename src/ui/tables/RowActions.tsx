// The buttons of a table's row. In a table too narrow for all columns they take fewer columns and more lines, because
// they would cover the columns beside them.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface RowActionsProps {
  /** Columns of buttons in a narrow table. */
  readonly narrowColumns: 1 | 2
  readonly children: ReactNode
}

export function RowActions({ narrowColumns, children }: RowActionsProps) {
  return (
    <span
      className={cx(
        'contents sm:@max-[54rem]:grid sm:@max-[54rem]:justify-items-end sm:@max-[54rem]:gap-1.5',
        narrowColumns === 2 && 'sm:@max-[54rem]:grid-cols-[auto_auto]',
      )}
    >
      {children}
    </span>
  )
}
