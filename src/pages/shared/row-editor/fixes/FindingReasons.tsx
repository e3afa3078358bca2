// The reasons of all findings on one line, with the number of rows that each concerns. If the line is too short, a
// button opens the list of all reasons over the rows. For each reason, the user can show only its rows, fix all of them
// if a bulk fix exists, or remove them.
import { m } from '#words/messages.js'
import { CircleAlert, CircleSlash, Download, Ellipsis, ListX, Trash2, TriangleAlert, Wand } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Finding } from '#domain/rows/findings.ts'
import { fixOf, isFixable, TOO_MANY_FIELDS } from '#domain/rows/value-findings.ts'
import { findingReason } from '#domain/rows/row-type.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { matchesFinding } from '#rows/edits.ts'
import type { RowFilter } from '#rows/view.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Popover } from '#ui/overlays/Popover.tsx'
import { useFirstLineItems } from '#ui/useFirstLineItems.ts'
import type { BulkFix } from './BulkFixDialog.tsx'
import { useIsPhone } from '#pages/shared/row-editor/grid/window-width.ts'

interface FindingReasonsProps {
  readonly openRows: OpenRows
  /** Changes with the rows. */
  readonly version: number
  readonly filter: RowFilter
  readonly onShow: (filter: RowFilter) => void
  /** Undefined if the rows cannot be changed. */
  readonly onFix: ((fix: BulkFix, finding?: Finding) => void) | undefined
  /** Number of rows with at least one error. */
  readonly toFix: number
  readonly onSaveFaulty: () => void
  /** Why rows cannot be removed. */
  readonly blockedReason: string | undefined
}

export function FindingReasons(props: FindingReasonsProps) {
  const { openRows, version, filter, onShow, onFix, toFix, onSaveFaulty, blockedReason } = props
  const { rows } = openRows
  // oxlint-disable-next-line react/exhaustive-deps -- `version` changes with the rows
  const reasons = useMemo(() => rows.reasons(), [rows, version])
  const [isListOpen, setIsListOpen] = useState(false)
  const firstLine = useFirstLineItems<HTMLUListElement>(reasons.length)
  if (reasons.length === 0) return null
  const hiddenCount = reasons.length - firstLine.fittingCount
  // A choice closes the list, since the user wants to see the rows below it next.
  const closeAndShow: typeof onShow = (nextFilter) => {
    setIsListOpen(false)
    onShow(nextFilter)
  }
  const closeAndFix: typeof onFix = (fix, finding) => {
    setIsListOpen(false)
    onFix?.(fix, finding)
  }
  return (
    <div className="flex items-start gap-2 border-b border-line px-3 py-1.5">
      <ul
        ref={firstLine.ref}
        aria-label={m.rows_whatWasFound()}
        className="relative flex max-h-7 min-w-0 flex-1 flex-wrap gap-2 overflow-hidden"
      >
        {reasons.map((reason, index) => (
          <ReasonItem
            key={`${reason.finding.code} ${reason.finding.field}`}
            openRows={openRows}
            reason={reason}
            filter={filter}
            onShow={onShow}
            onFix={onFix}
            layout="chip"
            // The line cuts off the reasons that do not fit. Hiding them keeps the keyboard's focus away from them.
            isHidden={index >= firstLine.fittingCount}
          />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Popover
          label={m.rows_allProblems()}
          isOpen={isListOpen}
          onOpenChange={setIsListOpen}
          size="wide"
          trigger={
            <Button size="small" kind="quiet">
              <span className="max-lg:sr-only">{m.rows_countMoreReasons({ count: hiddenCount })}</span>
              <span aria-hidden className="lg:hidden">
                {m.rows_countMore({ count: hiddenCount })}
              </span>
            </Button>
          }
        >
          <ul aria-label={m.rows_allProblems()} className="grid">
            {reasons.map((reason) => (
              <ReasonItem
                key={`${reason.finding.code} ${reason.finding.field}`}
                openRows={openRows}
                reason={reason}
                filter={filter}
                onShow={closeAndShow}
                onFix={onFix && closeAndFix}
                layout="line"
              />
            ))}
          </ul>
        </Popover>
      )}
      {toFix > 0 && (
        <Menu
          trigger={
            <Button size="small" icon={<ListX aria-hidden />} aria-label={m.rows_rowsWithErrors()}>
              <span className="max-sm:sr-only">{m.rows_rowsWithErrors()}</span>
            </Button>
          }
          label={m.rows_allRowsWithErrors()}
          items={[
            { label: m.rows_saveAsCsvWithReasons(), icon: <Download aria-hidden />, onSelect: onSaveFaulty },
            {
              label: m.rows_removeAll({ toFix }),
              icon: <Trash2 aria-hidden />,
              onSelect: () => onFix?.('removeFaulty'),
              disabledReason: blockedReason,
            },
          ]}
        />
      )}
    </div>
  )
}

/** A finding and the number of rows that have it. */
type Reason = ReturnType<OpenRows['rows']['reasons']>[number]

interface ReasonItemProps extends Pick<FindingReasonsProps, 'openRows' | 'filter' | 'onShow' | 'onFix'> {
  readonly reason: Reason
  /** 'chip': one of several on a line. 'line': a whole line in the list of all reasons. */
  readonly layout: 'chip' | 'line'
  readonly isHidden?: boolean
}

function ReasonItem({ openRows, reason, filter, onShow, layout, isHidden = false, ...props }: ReasonItemProps) {
  const { rows, edits } = openRows
  const { finding, rows: count } = reason
  const { code, field, severity } = finding
  // Skipped rows are not submitted, so no fix is offered for them.
  const onFix = severity === 'skip' ? undefined : props.onFix
  const isPhone = useIsPhone()
  const isLine = layout === 'line'
  const isShown = filter.show === 'reason' && matchesFinding(finding, filter)
  const reasonText = findingReason(rows.rowType(), finding, count)
  const removeLabel = m.rows_removeTheseCount({ count })
  const { labelledFix, removalFix } = fixesOf(finding, count, edits)
  const mainAction = labelledFix ?? { fix: removalFix, label: removeLabel }
  const hasMenu = isPhone || labelledFix !== undefined
  const removalItem = {
    label: removeLabel,
    icon: <Trash2 aria-hidden />,
    onSelect: () => onFix?.(removalFix, finding),
  }
  const fixItem = labelledFix && {
    label: labelledFix.label,
    icon: <Wand aria-hidden />,
    onSelect: () => onFix?.(labelledFix.fix, finding),
  }
  // On a narrow screen, the fix has no separate button.
  const fixItems = isPhone && fixItem ? [fixItem] : []
  return (
    <li
      className={cx(
        'flex max-w-full items-stretch text-sm',
        isLine ? lineClasses({ isShown }) : chipClasses({ isShown }),
        isHidden && 'invisible',
      )}
    >
      <button
        type="button"
        aria-pressed={isShown}
        title={isShown ? m.rows_showAllRowsAgain() : m.rows_showTheseRowsOnly({ words: reasonText })}
        onClick={() => onShow(isShown ? { show: 'errorsFirst' } : { show: 'reason', code, field })}
        className={cx(
          'flex min-w-0 items-center gap-1.5 px-2.5 -outline-offset-2! hover:bg-sunken',
          isLine ? 'flex-1 rounded-md py-1' : 'rounded-full',
        )}
      >
        <Icon severity={severity} />
        <span className={cx('figures text-start', !isLine && 'truncate')}>{reasonText}</span>
      </button>
      {onFix && !isPhone && (
        <button
          type="button"
          onClick={() => onFix(mainAction.fix, finding)}
          className={cx(
            'shrink-0 px-2.5 font-medium whitespace-nowrap text-accent -outline-offset-2! hover:bg-sunken',
            isLine ? 'rounded-md' : 'rounded-full border-s border-line',
          )}
        >
          {mainAction.label}
        </button>
      )}
      {onFix && hasMenu && (
        <Menu
          label={reasonText}
          trigger={
            <button
              type="button"
              aria-label={m.rows_moreFor({ words: reasonText })}
              className={cx(
                'grid w-7 shrink-0 place-items-center text-muted -outline-offset-2! hover:bg-sunken hover:text-text',
                isLine ? 'rounded-md' : 'rounded-full border-s border-line',
              )}
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
          items={[...fixItems, removalItem]}
        />
      )}
      {/* Aligns the buttons of all lines. */}
      {onFix && isLine && !hasMenu && <span className="w-7 shrink-0" />}
    </li>
  )
}

const lineClasses = ({ isShown }: { readonly isShown: boolean }) =>
  cx('min-h-8 rounded-md', isShown && 'bg-accent-tint')

const chipClasses = ({ isShown }: { readonly isShown: boolean }) =>
  cx('h-7 overflow-hidden rounded-full border', isShown ? 'border-accent bg-accent-tint' : 'border-line bg-raised')

interface ItemFixes {
  readonly labelledFix: { readonly fix: BulkFix; readonly label: string } | undefined
  readonly removalFix: BulkFix
}

/** The fixes of a finding. A fix without a label removes the rows, so it replaces the plain removal. */
function fixesOf(finding: Finding, count: number, edits: OpenRows['edits']): ItemFixes {
  const { fix, label } = fixOfFinding(finding.code, count) ?? {}
  if (fix === undefined || !canApply(fix, finding, edits)) return { labelledFix: undefined, removalFix: 'removeRows' }
  if (label === undefined) return { labelledFix: undefined, removalFix: fix }
  return { labelledFix: { fix, label }, removalFix: 'removeRows' }
}

/** False if the fix would change no row with the finding, or would lose information. */
function canApply(fix: BulkFix, finding: Finding, edits: OpenRows['edits']): boolean {
  // One value for all rows would replace different values.
  if (fix === 'setAll' && !edits.haveSameValue(finding)) return false
  if (fix === 'acceptDisplayedValues' && edits.idsWithClearAmount(finding).length === 0) return false
  const removesRows = fix.startsWith('remove')
  if (removesRows || finding.code === TOO_MANY_FIELDS) return true
  return edits.fixableIds(finding).length > 0
}

function Icon({ severity }: Pick<Finding, 'severity'>) {
  if (severity === 'skip') return <CircleSlash aria-hidden className="size-3.5 shrink-0 text-muted" />
  return severity === 'error' ? (
    <CircleAlert aria-hidden className="size-3.5 shrink-0 text-critical" />
  ) : (
    <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning" />
  )
}

interface OfferedFix {
  readonly fix: BulkFix
  /** Missing if the fix removes the rows. The button then offers the removal, and the dialog explains why. */
  readonly label?: string
}

/** The fix for the rows with a finding. Undefined if they have no fix. `count`: the number of these rows. */
function fixOfFinding(code: string, count: number): OfferedFix | undefined {
  if (isFixable(code)) return { fix: code, label: fixOf(code)?.label() ?? '' }
  if (findingsOfOneValue.has(code)) return { fix: 'setAll', label: m.rows_setAll({ count }) }
  return otherFixes(count)[code]
}

/** The findings that are corrected by typing one new value for all rows. */
const findingsOfOneValue: ReadonlySet<string> = new Set([
  'amountOtherCurrency',
  'amountPercent',
  'amountMissing',
  'amountZero',
  'amountNegative',
  'amountDecimals',
  'amountNotNumber',
  'amountTooLarge',
  'amountNotWhole',
  'loadLimit',
  'readsAsTarget',
])

/** The other fixes, by the code of the finding. */
const otherFixes = (count: number): Readonly<Partial<Record<string, OfferedFix>>> => ({
  listed: { fix: 'removeListed' },
  listedSame: { fix: 'removeListed' },
  repeatedSame: { fix: 'removeSameAsEarlier' },
  duplicate: { fix: 'removeDuplicateCards', label: m.rows_removeLaterDuplicates() },
  duplicateCard: { fix: 'removeDuplicateCards', label: m.rows_removeLaterDuplicates() },
  copied: { fix: 'removeDuplicateValues', label: m.rows_removeLaterDuplicates() },
  repeated: { fix: 'removeInOtherUploads' },
  thirdField: { fix: 'acceptDisplayedValues', label: m.rows_removeOtherFieldsEllipsis() },
  fieldCount: { fix: 'acceptDisplayedValues', label: m.rows_removeOtherFieldsEllipsis() },
  loadBlocked: { fix: 'clearLoadAmounts', label: m.rows_clearLoadAmountsEllipsis() },
  retireLeaves: { fix: 'takeFullBalance', label: m.rows_takeWholeBalanceEllipsis({ count }) },
})
