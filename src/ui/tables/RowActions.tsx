// The buttons of a table's row. In a table that is too narrow for all columns, a row of buttons would cover the columns
// beside it. The buttons are then below each other, in one or two columns.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface RowActionsProps {
  /** How many columns of buttons there are in a narrow table. */
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
