// A table of rows before and after a proposed change. Shows the first rows and counts the others.
import { m } from '#words/messages.js'

export interface RowChange {
  readonly id: number | string
  readonly rowNumber: number
  readonly before: string
  readonly after: string
}

interface ChangesTableProps {
  readonly changes: readonly RowChange[]
}

const MAX_SHOWN = 50

export function ChangesTable({ changes }: ChangesTableProps) {
  const hiddenCount = changes.length - MAX_SHOWN
  return (
    <>
      <table className="w-full text-sm">
        <thead className="text-start text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pe-4 align-figures font-medium">
              {m.common_row()}
            </th>
            <th scope="col" className="py-1 pe-4 font-medium">
              {m.common_now()}
            </th>
            <th scope="col" className="py-1 font-medium">
              {m.rows_after()}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MAX_SHOWN).map((row) => (
            <tr key={row.id} className="figures border-t border-line">
              <td className="py-1 pe-4 align-figures text-muted">{row.rowNumber}</td>
              <td className="py-1 pe-4 whitespace-pre-wrap">{row.before}</td>
              <td className="py-1 whitespace-pre-wrap">{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenCount > 0 && <p className="mt-2 text-sm text-muted">{m.rows_andMore({ count: hiddenCount })}</p>}
    </>
  )
}
