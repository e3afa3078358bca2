// What is wrong, grouped by reason with the number of rows, and one act for many rows where there is one.
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type FindingCode, findingKinds } from '#domain/batch/findings.ts'
import type { OpenRows } from '#flows/batch.ts'
import type { RowFilter } from '#flows/batch-row-view.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Panel } from '#ui/Panel.tsx'
import { BulkFixDialog, type BulkFix } from './BulkFixDialog.tsx'

interface ReasonsProps {
  readonly opened: OpenRows
  readonly version: number
  readonly filter: RowFilter
  readonly onShow: (filter: RowFilter) => void
  readonly isReadOnly: boolean
}

export function Reasons({ opened, version, filter, onShow, isReadOnly }: ReasonsProps) {
  const { rows, edits } = opened
  const [fix, setFix] = useState<BulkFix>()
  // oxlint-disable-next-line react/exhaustive-deps -- `version`: the rows have changed
  const reasons = useMemo(() => rows.reasons(), [rows, version])
  // oxlint-disable-next-line react/exhaustive-deps -- as above
  const faulty = useMemo(() => edits.faulty().length, [edits, version])
  if (reasons.length === 0 && !fix) return null
  return (
    <Panel
      title="What was found"
      flush
      actions={
        !isReadOnly &&
        faulty > 0 && (
          <Button size="small" onClick={() => setFix('removeFaulty')}>
            Remove all {faulty.toLocaleString('en')} rows with errors…
          </Button>
        )
      }
    >
      <ul className="max-h-44 overflow-auto">
        {reasons.map(({ code, rows: count }) => {
          const { severity, reason } = findingKinds[code]
          const isShown = filter.show === 'reason' && filter.code === code
          const Icon = severity === 'error' ? CircleAlert : TriangleAlert
          const bulk = isReadOnly ? undefined : bulkFixes[code]
          return (
            <li
              key={code}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 last:border-b-0"
            >
              <Icon
                aria-hidden
                className={cx('size-4 shrink-0', severity === 'error' ? 'text-critical' : 'text-warning')}
              />
              <span className="figures min-w-48 flex-1">{reason(count)}</span>
              {bulk && (
                <Button size="small" onClick={() => setFix(bulk.fix)}>
                  {bulk.label}
                </Button>
              )}
              <Button
                size="small"
                kind="quiet"
                aria-pressed={isShown}
                onClick={() => onShow(isShown ? { show: 'errorsFirst' } : { show: 'reason', code })}
              >
                {isShown ? 'Show all rows' : 'Show these'}
              </Button>
            </li>
          )
        })}
      </ul>
      {fix && <BulkFixDialog opened={opened} fix={fix} onClose={() => setFix(undefined)} />}
    </Panel>
  )
}

const bulkFixes: Partial<Record<FindingCode, { fix: BulkFix; label: string }>> = {
  identifierSpaced: { fix: 'strip', label: 'Strip all…' },
  duplicate: { fix: 'removeCopies', label: 'Remove later copies…' },
}
