// The page number, buttons to change the page, and a choice of rows per page.
import { m } from '#words/messages.js'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../buttons/IconButton.tsx'

interface PaginationProps {
  /** Zero-based. */
  readonly page: number
  readonly pages: number
  readonly rows: number
  readonly pageSize: number
  /** Text beside the count. */
  readonly note?: string | undefined
  /** A step, not a page: after several quick presses, `page` is out of date until it is drawn. */
  readonly onStep: (step: 1 | -1) => void
  readonly onPageSize?: ((pageSize: number) => void) | undefined
}

const SIZES = [10, 25, 50, 100]

export function Pagination({ page, pages, rows, pageSize, note, onStep, onPageSize }: PaginationProps) {
  const id = useId()
  const first = page * pageSize + 1
  const last = Math.min(rows, first + pageSize - 1)
  return (
    <nav
      aria-label={m.common_pages()}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-2 text-sm text-muted"
    >
      <span className="figures flex-1 whitespace-nowrap">{m.ui_rowRange({ first, last, rows })}</span>
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
            {(SIZES.includes(pageSize) ? SIZES : [pageSize, ...SIZES]).map((size) => (
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
          disabledReason={page >= pages - 1 ? m.ui_thisIsLastPage() : undefined}
          onClick={() => onStep(1)}
        />
      </span>
    </nav>
  )
}
