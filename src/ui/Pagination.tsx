// Pages of a table: 'n of total pages' (batches §2), and how many rows a page shows.
import { counted } from '#words/figures.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from './IconButton.tsx'

interface PaginationProps {
  /** From 0. */
  readonly page: number
  readonly pages: number
  readonly rows: number
  readonly pageSize: number
  /** Said beside the count. */
  readonly note?: string | undefined
  readonly onPage: (page: number) => void
  readonly onPageSize?: ((pageSize: number) => void) | undefined
}

const SIZES = [10, 25, 50, 100]

export function Pagination({ page, pages, rows, pageSize, note, onPage, onPageSize }: PaginationProps) {
  const id = useId()
  const first = page * pageSize + 1
  const last = Math.min(rows, first + pageSize - 1)
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-2 text-sm text-muted"
    >
      <span className="figures flex-1 whitespace-nowrap">
        {first.toLocaleString('en')}–{last.toLocaleString('en')} of {rows.toLocaleString('en')}
      </span>
      {note !== undefined && <span className="max-sm:basis-full">{note}</span>}
      {onPageSize && (
        <span className="no-print flex items-center gap-2">
          <label htmlFor={id}>Rows per page</label>
          <select
            id={id}
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
            className="figures h-7 rounded-md border border-line bg-raised px-1.5 text-text"
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
          label="Previous page"
          icon={<ChevronLeft aria-hidden />}
          disabledReason={page === 0 ? 'This is the first page' : undefined}
          onClick={() => onPage(page - 1)}
        />
        <span role="status" className="figures whitespace-nowrap">
          {page + 1} of {counted(pages, 'page', 'pages')}
        </span>
        <IconButton
          size="small"
          label="Next page"
          icon={<ChevronRight aria-hidden />}
          disabledReason={page >= pages - 1 ? 'This is the last page' : undefined}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  )
}
