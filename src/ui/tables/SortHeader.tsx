// The header of a sortable column. Screen readers learn the order from `aria-sort`. The arrow is only for the eyes.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { Sort } from '#domain/lists.ts'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/**
 * The horizontal padding of a cell. In a table under 68rem, the columns are closer, so that languages with longer words
 * fit. The edges of the table keep their padding.
 */
export const padSides = 'px-4 sm:@max-[68rem]:not-first:ps-3 sm:@max-[68rem]:not-last:pe-3'
/** The horizontal padding of a cell in a dense table. */
export const padSidesDense =
  'px-3 sm:@max-[68rem]:not-first:ps-2 sm:@max-[68rem]:not-last:pe-2 sm:first:ps-4 sm:last:pe-4'

interface SortHeaderProps {
  /** The column's key. */
  readonly column: string
  readonly label: string
  /** The full text of an abbreviated label. */
  readonly fullLabel?: string | undefined
  readonly numeric: boolean
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  /** True if the column cannot be sorted. The table shows the reason. */
  readonly blocked?: boolean
  /** True if the header stays visible while the table scrolls sideways. */
  readonly sticky: boolean
  /** True for less padding at the sides, like the cells below. */
  readonly dense: boolean
  readonly className?: string | undefined
  /** Shown before the name. */
  readonly children?: ReactNode
}

const directionIcons = { ascending: ArrowUp, descending: ArrowDown } as const

const directionOf = ({ descending }: Sort) => (descending ? 'descending' : 'ascending')

export function SortHeader({
  column,
  label,
  fullLabel,
  numeric,
  sort,
  onSort,
  blocked = false,
  sticky,
  dense,
  className,
  children,
}: SortHeaderProps) {
  const direction = sort?.key === column ? directionOf(sort) : undefined
  const isSorted = direction !== undefined
  const Icon = isSorted ? directionIcons[direction] : ChevronsUpDown
  // The icon of an unsorted column appears on hover or focus. It needs no width, because it is in the gap between the
  // columns.
  const unsortedIconClasses = cx(
    'absolute top-1.5 opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
    numeric ? 'ltr:inset-e-full rtl:inset-s-full' : 'inset-s-full',
  )
  // The first click sorts in ascending order, each further click reverses the order.
  const nextSort: Sort = { key: column, descending: direction === 'ascending' }
  const name =
    fullLabel === undefined ? (
      label
    ) : (
      <>
        <span aria-hidden>{label}</span>
        <span className="sr-only">{fullLabel}</span>
      </>
    )
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={cx(
        'sticky top-0 border-b border-line bg-raised py-1.5 font-medium text-muted',
        dense ? padSidesDense : padSides,
        numeric && 'align-figures',
        // A checkbox before the name stays on the same line.
        children !== undefined && 'whitespace-nowrap',
        sticky ? 'more-before inset-s-0 z-15' : 'z-10',
        className,
      )}
    >
      {children && <span className="me-2.5 inline-flex align-middle">{children}</span>}
      {blocked ? (
        <span title={fullLabel} className="inline-flex min-h-6 items-center text-xs">
          {name}
        </span>
      ) : (
        <button
          type="button"
          title={fullLabel}
          onClick={() => onSort(nextSort)}
          className={cx(
            // The label wraps to two lines only if the table would otherwise not fit.
            'group/sort relative -mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 text-start text-xs hover:text-text',
            isSorted && 'text-text',
            numeric && 'ltr:flex-row-reverse align-figures',
          )}
        >
          {name}
          <Icon aria-hidden className={cx('size-3 shrink-0', !isSorted && unsortedIconClasses)} />
        </button>
      )}
    </th>
  )
}
