// The content of a batch's or an order's details: warnings, rows and facts. If there is room, rows and
// facts are side by side; otherwise the rows come first, because they are what an approver checks.
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

interface DetailsColumnsProps {
  /** True if the rows need the full width on any screen. */
  readonly isStacked?: boolean
  readonly notes: ReactNode
  readonly rows: ReactNode
  /** The facts. */
  readonly children: ReactNode
}

export function DetailsColumns({ isStacked = false, notes, rows, children }: DetailsColumnsProps) {
  const second = cx('grid gap-4', !isStacked && 'lg:col-start-2')
  return (
    <div
      className={cx(
        'grid min-w-0 items-start gap-4',
        !isStacked && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)]',
      )}
    >
      <div className={cx(second, 'has-[>:only-child:empty]:hidden')}>{notes}</div>
      <div className={cx('min-w-0', !isStacked && 'lg:col-start-1 lg:row-span-2 lg:row-start-1')}>{rows}</div>
      <div className={second}>{children}</div>
    </div>
  )
}
