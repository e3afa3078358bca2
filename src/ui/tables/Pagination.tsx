// The page number, buttons to change the page, and a choice of rows per page.
import { m } from '#words/messages.js'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../buttons/IconButton.tsx'

interface PaginationProps {
  /** The index of the current page, from 0. */
  readonly page: number
  /** The number of pages. */
  readonly pages: number
  /** The number of rows on all pages. */
  readonly rows: number
  readonly pageSize: number
  /** A text beside the numbers of the rows. */
  readonly note?: string | undefined
  /** Receives the step rather than the new page, because `page` is outdated during quick presses. */
  readonly onStep: (step: 1 | -1) => void
  readonly onPageSize?: ((pageSize: number) => void) | undefined
}

const SIZES = [10, 25, 50, 100]

export function Pagination({ page, pages, rows, pageSize, note, onStep, onPageSize }: PaginationProps) {
  const id = useId()
  const firstRow = page * pageSize + 1
  const lastRow = Math.min(rows, firstRow + pageSize - 1)
  const offeredSizes = SIZES.includes(pageSize) ? SIZES : [pageSize, ...SIZES]
  const isLastPage = page >= pages - 1
  return (
    <nav
      aria-label={m.common_pages()}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-2 text-sm text-muted"
    >
      <span className="figures flex-1 whitespace-nowrap">
        {m.ui_rowRange({ first: firstRow, last: lastRow, rows })}
      </span>
      {note !== undefined && <span className="max-sm:basis-full">{note}</span>}
      {onPageSize && (
        <span className="no-print flex items-center gap-2">
          <label htmlFor={id}>{m.ui_rowsPerPage()}</label>
          <select
            id={id}
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
            className="figures h-[calc(var(--control)*2-2.75rem)] rounded-md border border-line bg-raised px-1.5 text-text"
          >
            {offeredSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </span>
      )}
      <span className="flex items-center gap-1">
        <IconButton
          size="small"
          label={m.ui_previousPage()}
          icon={<ChevronLeft aria-hidden />}
          disabledReason={page === 0 ? m.ui_thisIsFirstPage() : undefined}
          onClick={() => onStep(-1)}
        />
        <span role="status" className="figures whitespace-nowrap">
          {m.ui_pageOfPages({ page: page + 1, pages })}
        </span>
        <IconButton
          size="small"
          label={m.ui_nextPage()}
          icon={<ChevronRight aria-hidden />}
          disabledReason={isLastPage ? m.ui_thisIsLastPage() : undefined}
          onClick={() => onStep(1)}
        />
      </span>
    </nav>
  )
}
