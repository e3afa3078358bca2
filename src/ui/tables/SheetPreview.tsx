// A sheet of a workbook, unchanged: cells with column letters and row numbers.
import { m } from '#words/messages.js'
import { type Cell, cellToText } from '#domain/columns.ts'
import { cx } from '../cx.ts'

interface SheetPreviewProps {
  /** The sheet's name for screen readers. */
  readonly caption: string
  readonly rows: readonly (readonly Cell[])[]
}

export function SheetPreview({ caption, rows }: SheetPreviewProps) {
  const columnCount = Math.max(1, ...rows.map(({ length }) => length))
  const columns = Array.from({ length: columnCount }, (_, index) => index)
  return (
    <div
      role="group"
      aria-label={caption}
      tabIndex={0}
      className="max-h-[70vh] overflow-auto focus-visible:-outline-offset-2 max-sm:max-h-none print:max-h-none print:overflow-visible"
    >
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(edge, 'inset-s-0 z-15')}>
              <span className="sr-only">{m.common_row()}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={edge}>
                {String.fromCharCode(CODE_OF_A + column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              <th scope="row" className={cx(edge, 'inset-s-0 z-5')}>
                {row + 1}
              </th>
              {columns.map((column) => {
                const cell = cells[column] ?? ''
                return (
                  <td
                    key={column}
                    className={cx(
                      'border-e border-b border-line px-3 py-1',
                      typeof cell === 'string'
                        ? 'min-w-24 max-w-72 max-sm:max-w-36'
                        : 'figures align-figures whitespace-nowrap',
                    )}
                  >
                    {cellToText(cell)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CODE_OF_A = 65

const edge =
  'figures sticky top-0 z-10 border-e border-b border-line bg-sunken px-2 py-1 text-center text-xs font-medium text-muted'
