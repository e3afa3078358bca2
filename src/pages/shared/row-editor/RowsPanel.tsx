// The open rows: findings, filters, the table, and bulk fixes.
import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { RowsFigures } from '#domain/rows/totals.ts'
import type { Assumptions } from '#domain/rows/reading.ts'
import { hiddenIds } from '#flows/open-rows/assumptions.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { matchesFinding } from '#rows/edits.ts'
import type { AnyRows } from '#rows/rows.ts'
import { nextFaulty, type RowFilter, rowsToView } from '#rows/view.ts'
import { notify } from '#services/notices.ts'
import { Panel } from '#ui/Panel.tsx'
import type { VirtualTableHandle } from '#ui/grid/VirtualTable.tsx'
import { addRows } from '#pages/shared/row-editor/toolbar/AddRowsDialog.tsx'
import { BulkFixDialog, type FixRequest } from '#pages/shared/row-editor/fixes/BulkFixDialog.tsx'
import { FindingReasons } from '#pages/shared/row-editor/fixes/FindingReasons.tsx'
import { RowsTable, type MoneyDisplay } from '#pages/shared/row-editor/grid/RowsTable.tsx'
import { RowsToolbar } from '#pages/shared/row-editor/toolbar/RowsToolbar.tsx'
import { saveOwnFile } from '#pages/shared/row-editor/toolbar/saveOwnFile.ts'
import { useExtraColumns } from '#pages/shared/row-editor/toolbar/useExtraColumns.ts'
import { usePastedRows } from '#pages/shared/row-editor/toolbar/usePastedRows.ts'
import { useRowFilter } from '#pages/shared/row-editor/grid/useRowFilter.ts'
import { useRowSearch } from '#pages/shared/row-editor/grid/useRowSearch.ts'
import { openElsewhereText } from './words.ts'

interface RowsPanelProps extends MoneyDisplay {
  readonly model: RowsModel
  readonly openRows: OpenRows
  /** Current counts and sums of the rows. */
  readonly figures: RowsFigures
  readonly fileName: string
  readonly assumed?: Assumptions | undefined
  /** Time of the last server check of all rows. A new check sorts the rows by its findings. */
  readonly checkedAt?: string | undefined
  /** True if the user can paste rows now. */
  readonly acceptsPaste: boolean
}

/** Memoised, since the progress of a check changes only what is above it. */
export const RowsPanel = memo(function RowsPanel({
  model,
  openRows,
  figures,
  fileName,
  assumed,
  checkedAt: lastCheckedAt,
  acceptsPaste,
  ...moneyDisplay
}: RowsPanelProps) {
  const { rows, edits } = openRows
  // A check renders all rows again, perhaps in another order. That can wait; the user's own actions cannot.
  const checkedAt = useDeferredValue(lastCheckedAt)
  const version = useSyncExternalStore(rows.subscribe, rows.version)
  const { filter, setFilter, storeFilter } = useRowFilter(defaultFilter(figures))
  // An edited row stays in its position until the view is calculated again, so that it does not move during the edit.
  const [recalculations, setRecalculations] = useState(0)
  const [search, setSearch] = useRowSearch(openRows.draftId)
  const appliedSearch = useDeferredValue(search)
  const matchingIds = useMemo(
    () => rowsToView(rows, filter, appliedSearch),
    // oxlint-disable-next-line react/exhaustive-deps -- `recalculations` forces a new calculation
    [rows, filter, appliedSearch, recalculations],
  )
  /** The rows added at the end of `baseView`. A new view contains these rows in their proper positions. */
  const [tail, setTail] = useState<{ readonly baseView: readonly number[]; readonly ids: readonly number[] }>()
  const view = useMemo(
    () => (tail?.baseView === matchingIds ? [...matchingIds, ...tail.ids] : matchingIds),
    [matchingIds, tail],
  )
  const [fix, setFix] = useState<FixRequest>()
  /** Number of bulk fixes so far. */
  const [fixCount, setFixCount] = useState(0)
  const extraColumns = useExtraColumns(rows)
  const renderStage = useRenderStages(2)
  const hiddenInSheet = useMemo(() => hiddenIds(assumed, rows), [assumed, rows])
  const table = useRef<VirtualTableHandle>(null)
  const lastErrorIndex = useRef(-1)

  const showRows = useCallback(
    (next: RowFilter) => {
      storeFilter(next)
      setRecalculations((count) => count + 1)
    },
    [storeFilter],
  )

  // The server's check brings new findings, which change the order of rows.
  const [seenCheck, setSeenCheck] = useState(checkedAt)
  if (seenCheck !== checkedAt) {
    setSeenCheck(checkedAt)
    setFilter((before) => (before.show === 'all' && figures.toFix > 0 ? { show: 'errorsFirst' } : before))
    setRecalculations((count) => count + 1)
  }

  const goToError = useCallback(
    (step: 1 | -1) => {
      const index = nextFaulty(rows, view, lastErrorIndex.current, step)
      // No row has an error, or the table is not rendered yet.
      if (index === -1 || !table.current) return
      lastErrorIndex.current = index
      table.current.focusCell(index, firstFindingField(rows, view[index] ?? 0))
    },
    [rows, view],
  )
  // Rows that still have errors move to the top. The button of the fixed reason is gone, so the focus moves to the
  // first row.
  const finishFix = () => {
    setFix(undefined)
    showRows(defaultFilter(rows.figures()))
    setFixCount((count) => count + 1)
  }
  useLayoutEffect(() => {
    if (fixCount > 0) table.current?.focusCell(0, firstFindingField(rows, view[0] ?? 0))
  }, [fixCount]) // oxlint-disable-line react/exhaustive-deps -- only after a fix
  // If the selected reason has no rows left, its filter is removed, but the rows stay on screen.
  if (filter.show === 'reason' && !rows.reasons().some(({ finding }) => matchesFinding(finding, filter)))
    setFilter(defaultFilter(figures))
  useRowsShortcuts({ goToError, edits: model.isReadOnly ? undefined : edits })

  const addPastedRows = async (text: string) => {
    const message = await addRows(model, openRows, text)
    if (message.kind === 'critical') return void notify({ kind: 'error', text: message.text })
    if (!message.isComplete) notify({ kind: 'normal', text: message.text })
    showRows(defaultFilter(figures))
  }
  usePastedRows((text) => void addPastedRows(text), !model.isReadOnly && acceptsPaste)

  // The view is calculated again when rows were added, unless the user typed or pasted them at its end.
  const [seenCount, setSeenCount] = useState(rows.count)
  const keepAtEnd = useCallback(
    (ids: readonly number[]) => {
      setSeenCount(rows.count)
      setTail((before) => ({
        baseView: matchingIds,
        ids: [...(before?.baseView === matchingIds ? before.ids : []), ...ids],
      }))
    },
    [rows, matchingIds],
  )
  if (seenCount !== rows.count) {
    setSeenCount(rows.count)
    setRecalculations((count) => count + 1)
  }

  // A filter would hide a row while it is being typed, so only unfiltered views have an empty last row.
  const isUnfiltered = appliedSearch.trim() === '' && (filter.show === 'all' || filter.show === 'errorsFirst')
  const hasEmptyRow = isUnfiltered && !model.isReadOnly
  const firstField = rows.rowType().activeFields[0]?.name ?? ''
  return (
    <>
      <Panel flush>
        {renderStage > 0 ? (
          <>
            <FindingReasons
              openRows={openRows}
              version={version}
              filter={filter}
              onShow={showRows}
              onFix={model.isReadOnly ? undefined : (bulkFix, finding) => setFix({ fix: bulkFix, finding })}
              toFix={figures.toFix}
              onSaveFaulty={() => void saveOwnFile(openRows, fileName, 'csv', 'toFix')}
              blockedReason={model.isReadOnly ? openElsewhereText(model.typeInfo) : undefined}
            />
            {renderStage > 1 ? (
              <RowsToolbar
                model={model}
                openRows={openRows}
                figures={figures}
                fileName={fileName}
                filter={filter}
                onShow={showRows}
                search={search}
                onSearch={setSearch}
                matchCount={appliedSearch.trim() === '' ? undefined : view.length}
                onAddRow={hasEmptyRow ? () => table.current?.editCell(view.length, firstField) : undefined}
                onNextError={() => goToError(1)}
                extraColumns={extraColumns}
              />
            ) : (
              <div className="h-27.75 border-b border-line sm:h-11.75" />
            )}
            <RowsTable
              {...moneyDisplay}
              model={model}
              openRows={openRows}
              view={view}
              hasEmptyRow={hasEmptyRow}
              onAdded={keepAtEnd}
              filter={filter}
              hiddenInSheet={hiddenInSheet}
              handle={table}
              hasServerChecks={checkedAt !== undefined}
              shownExtraColumns={extraColumns.shownIndexes}
            />
          </>
        ) : (
          <div className="h-[max(21rem,calc(100dvh-20rem))]" />
        )}
      </Panel>
      {fix && <BulkFixDialog openRows={openRows} request={fix} onDone={finishFix} onClose={() => setFix(undefined)} />}
    </>
  )
})

const defaultFilter = ({ toFix }: Pick<RowsFigures, 'toFix'>): RowFilter => ({
  show: toFix > 0 ? 'errorsFirst' : 'all',
})

/**
 * Renders a screen in stages, since rendering all of it in one step would block a slow machine. Returns the number of
 * the current stage; each stage starts after the previous one was painted.
 */
function useRenderStages(count: number): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    if (stage < count) startTransition(() => setStage((before) => before + 1))
  }, [stage, count])
  return stage
}

// The field of the row's first finding; the first field if there is none.
const firstFindingField = (rows: AnyRows, id: number): string =>
  rows.findingsOf(id)[0]?.field || (rows.rowType().activeFields[0]?.name ?? '')

function useRowsShortcuts({
  goToError,
  edits,
}: {
  goToError: (step: 1 | -1) => void
  edits: OpenRows['edits'] | undefined
}) {
  // A layout effect, since a user may press a key as soon as the rows are visible.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      const isCommand = (event.ctrlKey || event.metaKey) && !isTyping
      const command = isCommand ? event.key.toLowerCase() : undefined
      const isUndo = command === 'z' && !event.shiftKey
      const isRedo = command === 'y' || (command === 'z' && event.shiftKey)
      if (event.key === 'F8') goToError(event.shiftKey ? -1 : 1)
      else if (edits && isUndo) edits.undo()
      else if (edits && isRedo) edits.redo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [goToError, edits])
}
