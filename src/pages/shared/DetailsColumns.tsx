// The content of a batch's or an order's details: warnings, rows and facts. On a wide screen, the rows are in the first
// column, and warnings and facts in the second. On a narrow screen, the warnings come first. Then come the rows, which
// an approver checks, and last the facts.
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
  const secondColumn = cx('grid gap-4', !isStacked && 'lg:col-start-2')
  return (
    <div
      className={cx(
        'grid min-w-0 items-start gap-4',
        !isStacked && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)]',
      )}
    >
      {/* Hidden if the only note is empty, since it would leave a gap. */}
      <div className={cx(secondColumn, 'has-[>:only-child:empty]:hidden')}>{notes}</div>
      <div className={cx('min-w-0', !isStacked && 'lg:col-start-1 lg:row-span-2 lg:row-start-1')}>{rows}</div>
      <div className={secondColumn}>{children}</div>
    </div>
  )
}
