// The check results of one row: a single tick after the check on this device, a double tick with the time after the
// server's check, or the first problem. The panel below the grid shows all problems of the selected row, and how to fix
// them. Each row of the grid shows its results, so functions return the elements: components would take longer.
import { m } from '#words/messages.js'
import { CircleAlert, CircleSlash, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { RowType } from '#domain/rows/row-type.ts'
import type { Row } from '#rows/rows.ts'
import { cx } from '#ui/cx.ts'
import { rowIcon } from './row-icon.tsx'
import { epochToTime } from '#pages/shared/row-editor/toolbar/SaveStatus.tsx'
import { rowFindingsText, rowProblemText } from '#pages/shared/row-editor/words.ts'

interface RowChecks {
  readonly row: Row
  readonly rowType: RowType
  readonly isChecking: boolean
  readonly hasServerChecks: boolean
  /** Maximum lines of text; the title attribute has the full text. */
  readonly lines: 1 | 2 | 3 | 4
}

export function renderRowChecks({ row, rowType, isChecking, hasServerChecks, lines }: RowChecks) {
  if (row.isRemoved) return <span className="text-xs text-muted">{m.rows_removedNotSubmitted()}</span>
  if (row.findings.length === 0) return renderTicks({ row, isChecking, hasServerChecks })
  const { Icon, colour, spokenPrefix } = rowToDisplay(row)
  return (
    <span
      title={rowFindingsText(rowType, row)}
      className={cx('flex w-full min-w-0 items-center gap-2 text-xs leading-4', colour)}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{spokenPrefix}</span>
      <span className={cx('w-0 flex-1', clamps[lines])}>{rowProblemText(rowType, row)}</span>
    </span>
  )
}

function rowToDisplay({ isFaulty, isSkipped }: Row) {
  if (isFaulty) return { Icon: CircleAlert, colour: 'text-critical', spokenPrefix: m.rows_errorInFront() }
  if (isSkipped) return { Icon: CircleSlash, colour: 'text-muted', spokenPrefix: m.rows_skippedInFront() }
  return { Icon: TriangleAlert, colour: 'text-warning', spokenPrefix: m.rows_warningInFront() }
}

const clamps = { 1: 'truncate', 2: 'line-clamp-2', 3: 'line-clamp-3', 4: 'line-clamp-4' } as const

const tick = rowIcon('M20 6 9 17l-5-5')
const doubleTick = rowIcon('M18 6 7 17l-5-5m20-2-7.5 7.5L13 16')

function renderTicks({ row, isChecking, hasServerChecks }: Pick<RowChecks, 'row' | 'isChecking' | 'hasServerChecks'>) {
  if (isChecking) {
    return (
      <span className="flex items-center gap-1.5 text-xs text-muted">
        <LoaderCircle aria-hidden className="size-4 animate-spin" /> {m.rows_checking()}
      </span>
    )
  }
  const isCheckedByServer = row.checkedAt !== undefined
  if (!isCheckedByServer)
    return (
      <span className="flex items-center gap-1.5 text-xs text-muted">
        {tick}
        {/* After a check by the server, only a changed row is unchecked. */}
        {hasServerChecks ? m.rows_changedCheckedHereOnly() : m.rows_checkedOnThisDevice()}
      </span>
    )
  return (
    <span className="flex items-center gap-1.5 text-xs text-positive">
      {doubleTick}
      {m.rows_checkedByServer({ checkedAt: epochToTime(row.checkedAt) })}
      {row.original && <span className="text-muted">{m.rows_edited()}</span>}
    </span>
  )
}
