// The check results of one row: a single tick after the check on this device, a double tick with the time after the
// server's check, or the first problem. The panel below the grid has all problems of the selected row, and how to fix them.
import { m } from '#words/messages.js'
import { Check, CircleAlert, CircleSlash, createLucideIcon, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { RowType } from '#domain/rows/row-type.ts'
import type { Row } from '#rows/rows.ts'
import { cx } from '#ui/cx.ts'
import { epochToTime } from '#pages/shared/row-editor/toolbar/SaveStatus.tsx'
import { rowFindingsText, rowProblemText } from '#pages/shared/row-editor/words.ts'

interface RowChecksProps {
  readonly row: Row
  readonly rowType: RowType
  readonly isChecking: boolean
  readonly hasServerChecks: boolean
  /** Maximum lines of text; the title attribute has the full text. */
  readonly lines: 1 | 2 | 3 | 4
}

export function RowChecks({ row, rowType, isChecking, hasServerChecks, lines }: RowChecksProps) {
  if (row.isRemoved) return <span className="text-xs text-muted">{m.rows_removedNotSubmitted()}</span>
  if (row.findings.length === 0) return <Ticks row={row} isChecking={isChecking} hasServerChecks={hasServerChecks} />
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

// One combined path for both ticks instead of lucide's two, since each row draws it.
const CheckCheck = createLucideIcon('check-check', [['path', { d: 'M18 6 7 17l-5-5m20-2-7.5 7.5L13 16', key: 'both' }]])

function Ticks({ row, isChecking, hasServerChecks }: Pick<RowChecksProps, 'row' | 'isChecking' | 'hasServerChecks'>) {
  if (isChecking) {
    return (
      <span className="flex items-center gap-1.5 text-xs text-muted">
        <LoaderCircle aria-hidden className="size-4 animate-spin" /> {m.rows_checking()}
      </span>
    )
  }
  return row.checkedAt === undefined ? (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <Check aria-hidden className="size-4 shrink-0" />
      {hasServerChecks ? m.rows_changedCheckedHereOnly() : m.rows_checkedOnThisDevice()}
    </span>
  ) : (
    <span className="flex items-center gap-1.5 text-xs text-positive">
      <CheckCheck aria-hidden className="size-4 shrink-0" />
      {m.rows_checkedByServer({ checkedAt: epochToTime(row.checkedAt) })}
      {row.original && <span className="text-muted">{m.rows_edited()}</span>}
    </span>
  )
}
