// What is wrong, grouped by reason with the number of rows: a reason shows its rows, and one act mends many where it can.
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Finding } from '#domain/rows/findings.ts'
import { findingReason } from '#domain/rows/kind.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { isOf } from '#rows/edits.ts'
import type { RowFilter } from '#rows/view.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import type { BulkFix } from './BulkFixDialog.tsx'
import { useIsNarrow } from './useIsNarrow.ts'

interface ReasonsProps {
  readonly opened: OpenRows
  readonly version: number
  readonly filter: RowFilter
  readonly onShow: (filter: RowFilter) => void
  /** Left out where nothing may be changed. */
  readonly onFix: ((fix: BulkFix, finding: Finding) => void) | undefined
}

export function Reasons({ opened: { rows }, version, filter, onShow, onFix }: ReasonsProps) {
  // oxlint-disable-next-line react/exhaustive-deps -- `version`: the rows have changed
  const reasons = useMemo(() => rows.reasons(), [rows, version])
  const isNarrow = useIsNarrow()
  const [showsAll, setShowsAll] = useState(false)
  if (reasons.length === 0) return null
  const isShort = isNarrow && !showsAll && reasons.length > FEW + 1
  const shown = isShort ? reasons.slice(0, FEW) : reasons
  return (
    <ul
      aria-label="What was found"
      className="flex flex-wrap gap-2 border-b border-line px-3 py-2 sm:max-h-32 sm:overflow-auto"
    >
      {shown.map(({ finding, rows: count }) => {
        const { code, field, severity } = finding
        const isShown = filter.show === 'reason' && isOf(finding, filter)
        const Icon = severity === 'error' ? CircleAlert : TriangleAlert
        const bulk = onFix && bulkFixes[code]
        return (
          <li
            key={`${code} ${field}`}
            className={cx(
              'flex min-h-7 max-w-full items-stretch overflow-hidden rounded-full border text-sm',
              isShown ? 'border-accent bg-accent-tint' : 'border-line bg-raised',
            )}
          >
            <button
              type="button"
              aria-pressed={isShown}
              title={isShown ? 'Show all rows again' : 'Show these rows only'}
              onClick={() => onShow(isShown ? { show: 'errorsFirst' } : { show: 'reason', code, field })}
              className="flex min-w-0 items-center gap-1.5 rounded-full px-2.5 -outline-offset-2! hover:bg-sunken"
            >
              <Icon
                aria-hidden
                className={cx('size-3.5 shrink-0', severity === 'error' ? 'text-critical' : 'text-warning')}
              />
              <span className="figures text-left">{findingReason(rows.kind(), finding, count)}</span>
            </button>
            {bulk && (
              <button
                type="button"
                onClick={() => onFix(bulk.fix, finding)}
                className="shrink-0 rounded-full border-l border-line px-2.5 font-medium whitespace-nowrap text-accent -outline-offset-2! hover:bg-sunken"
              >
                {bulk.label}
              </button>
            )}
          </li>
        )
      })}
      {isShort && (
        <li>
          <Button size="small" kind="quiet" onClick={() => setShowsAll(true)}>
            {reasons.length - FEW} more reasons
          </Button>
        </li>
      )}
    </ul>
  )
}

/** Reasons that a narrow screen shows at first, so that rows are in sight. */
const FEW = 3

const bulkFixes: Partial<Record<string, { fix: BulkFix; label: string }>> = {
  identifierSpaced: { fix: 'strip', label: 'Strip all…' },
  dateOtherForm: { fix: 'rewrite', label: 'Write as yyyy-mm-dd…' },
  textUnseen: { fix: 'oneLine', label: 'Write on one line…' },
  textUnprintable: { fix: 'plain', label: 'Write in plain letters…' },
  textOtherForm: { fix: 'code', label: 'Write as asked for…' },
  listed: { fix: 'removeListed', label: 'Remove all…' },
  listedSame: { fix: 'removeListed', label: 'Remove all…' },
  repeatedSame: { fix: 'removeSame', label: 'Remove all…' },
  duplicate: { fix: 'removeCopies', label: 'Remove later copies…' },
  duplicateCard: { fix: 'removeCopies', label: 'Remove later copies…' },
  copied: { fix: 'removeCopied', label: 'Remove later copies…' },
  repeated: { fix: 'removeRepeated', label: 'Remove all…' },
  amountMissing: { fix: 'setAll', label: 'Set all…' },
  amountZero: { fix: 'setAll', label: 'Set all…' },
  amountNegative: { fix: 'setAll', label: 'Set all…' },
  amountDecimals: { fix: 'setAll', label: 'Set all…' },
  amountNotNumber: { fix: 'setAll', label: 'Set all…' },
  amountTooLarge: { fix: 'setAll', label: 'Set all…' },
  amountNotWhole: { fix: 'setAll', label: 'Set all…' },
  loadLimit: { fix: 'setAll', label: 'Set all…' },
  thirdField: { fix: 'takeShown', label: 'Leave the others out…' },
  fieldCount: { fix: 'takeShown', label: 'Leave the others out…' },
  retireLeaves: { fix: 'takeAll', label: 'Take all they hold…' },
  readsAsTarget: { fix: 'setAll', label: 'Set all…' },
}
