// The panel of the open rows: their findings, the filters, the table, and bulk fixes.
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

/** Memoised, since the progress of a check changes only what is above the panel. */
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
  // A new check renders all rows again, perhaps in another order. React does so after it has drawn the user's actions.
  const checkedAt = useDeferredValue(lastCheckedAt)
  // Renders the panel again when the rows change.
  const version = useSyncExternalStore(rows.subscribe, rows.version)
  const { filter, setFilter, storeFilter } = useRowFilter(defaultFilter(figures))
  // An edited row stays in its position until the view is calculated again, so that it does not move during the edit.
  const [recalculations, setRecalculations] = useState(0)
  const recalculateView = useCallback(() => setRecalculations((count) => count + 1), [])
  const [search, setSearch] = useRowSearch(openRows.draftId)
  const appliedSearch = useDeferredValue(search)
  const matchingIds = useMemo(
    () => rowsToView(rows, filter, appliedSearch),
    // oxlint-disable-next-line react/exhaustive-deps -- `recalculations` forces a new calculation
    [rows, filter, appliedSearch, recalculations],
  )
  /** The rows that were added at the end of `baseView`. They keep this position until another view is calculated. */
  const [added, setAdded] = useState<{ readonly baseView: readonly number[]; readonly ids: readonly number[] }>()
  const view = useMemo(
    () => (added?.baseView === matchingIds ? [...matchingIds, ...added.ids] : matchingIds),
    [matchingIds, added],
  )
  const [fixRequest, setFixRequest] = useState<FixRequest>()
  /** Number of bulk fixes so far. */
  const [fixCount, setFixCount] = useState(0)
  const extraColumns = useExtraColumns(rows)
  const renderStage = useRenderStages(2)
  const showsTable = renderStage >= 1
  const showsToolbar = renderStage >= 2
  const hiddenInSheet = useMemo(() => hiddenIds(assumed, rows), [assumed, rows])
  const table = useRef<VirtualTableHandle>(null)
  /** The position of the row that the user reached with 'Next error'; -1 before that. */
  const lastErrorIndex = useRef(-1)

  const showRows = useCallback(
    (next: RowFilter) => {
      storeFilter(next)
      recalculateView()
    },
    [storeFilter, recalculateView],
  )

  // The server's check brings new findings, which change the order of rows.
  const [seenCheck, setSeenCheck] = useState(checkedAt)
  if (seenCheck !== checkedAt) {
    setSeenCheck(checkedAt)
    if (figures.toFix > 0) setFilter((before) => (before.show === 'all' ? { show: 'errorsFirst' } : before))
    recalculateView()
  }

  const goToError = useCallback(
    (step: 1 | -1) => {
      const index = nextFaulty(rows, view, lastErrorIndex.current, step)
      const id = view[index]
      // No row has an error, or the table is not rendered yet.
      if (id === undefined || !table.current) return
      lastErrorIndex.current = index
      table.current.focusCell(index, firstFindingField(rows, id))
    },
    [rows, view],
  )
  // After a bulk fix, rows that still have errors move to the top. The button that the user pressed is gone, so the
  // focus moves to the first row.
  const finishFix = () => {
    setFixRequest(undefined)
    showRows(defaultFilter(rows.figures()))
    setFixCount((count) => count + 1)
  }
  useLayoutEffect(() => {
    if (fixCount > 0) table.current?.focusCell(0, firstFindingField(rows, view[0] ?? 0))
  }, [fixCount]) // oxlint-disable-line react/exhaustive-deps -- only after a fix
  // If no row has the selected reason any more, the filter is removed, but the rows stay on screen.
  if (filter.show === 'reason') {
    const isReasonGone = !rows.reasons().some(({ finding }) => matchesFinding(finding, filter))
    if (isReasonGone) setFilter(defaultFilter(figures))
  }
  useRowsShortcuts({ goToError, edits: model.isReadOnly ? undefined : edits })

  const addPastedRows = async (text: string) => {
    const message = await addRows(model, openRows, text)
    if (message.kind === 'critical') {
      notify({ kind: 'error', text: message.text })
      return
    }
    if (!message.isComplete) notify({ kind: 'normal', text: message.text })
    showRows(defaultFilter(figures))
  }
  usePastedRows({ isEnabled: acceptsPaste && !model.isReadOnly, onPaste: (text) => void addPastedRows(text) })

  // Added rows cause a new calculation of the view. But rows that the user types or pastes at the end of the table stay
  // there: `keepAtEnd` counts them as seen.
  const [seenCount, setSeenCount] = useState(rows.count)
  const keepAtEnd = useCallback(
    (ids: readonly number[]) => {
      setSeenCount(rows.count)
      setAdded((before) => {
        const earlierIds = before?.baseView === matchingIds ? before.ids : []
        return { baseView: matchingIds, ids: [...earlierIds, ...ids] }
      })
    },
    [rows, matchingIds],
  )
  if (seenCount !== rows.count) {
    setSeenCount(rows.count)
    recalculateView()
  }

  const isSearching = appliedSearch.trim() !== ''
  const includesAllRows = filter.show === 'all' || filter.show === 'errorsFirst'
  const showsAllRows = includesAllRows && !isSearching
  // Only a view of all rows has an empty last row, since a filter would hide a row while it is being typed.
  const hasEmptyRow = showsAllRows && !model.isReadOnly
  const firstField = rows.rowType().activeFields[0]?.name ?? ''
  const editEmptyRow = () => table.current?.editCell(view.length, firstField)
  return (
    <>
      <Panel flush>
        {showsTable ? (
          <>
            <FindingReasons
              openRows={openRows}
              version={version}
              filter={filter}
              onShow={showRows}
              onFix={model.isReadOnly ? undefined : (fix, finding) => setFixRequest({ fix, finding })}
              toFix={figures.toFix}
              onSaveFaulty={() => void saveOwnFile(openRows, { fileName, extension: 'csv', rowsToSave: 'toFix' })}
              blockedReason={model.isReadOnly ? openElsewhereText(model.typeInfo) : undefined}
            />
            {showsToolbar ? (
              <RowsToolbar
                model={model}
                openRows={openRows}
                figures={figures}
                fileName={fileName}
                filter={filter}
                onShow={showRows}
                search={search}
                onSearch={setSearch}
                matchCount={isSearching ? view.length : undefined}
                onAddRow={hasEmptyRow ? editEmptyRow : undefined}
                onNextError={() => goToError(1)}
                extraColumns={extraColumns}
              />
            ) : (
              // As high as the toolbar, so that the table does not move.
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
          // About as high as the table with everything above it.
          <div className="h-[max(21rem,calc(100dvh-20rem))]" />
        )}
      </Panel>
      {fixRequest && (
        <BulkFixDialog
          openRows={openRows}
          request={fixRequest}
          onDone={finishFix}
          onClose={() => setFixRequest(undefined)}
        />
      )}
    </>
  )
})

const defaultFilter = ({ toFix }: Pick<RowsFigures, 'toFix'>): RowFilter => ({
  show: toFix > 0 ? 'errorsFirst' : 'all',
})

/**
 * Renders a screen in stages, since rendering all of it in one step would block a slow machine. Returns the number of
 * the current stage, from 0 to `lastStage`. Each stage starts after the previous one was painted.
 */
function useRenderStages(lastStage: number): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    if (stage < lastStage) startTransition(() => setStage((before) => before + 1))
  }, [stage, lastStage])
  return stage
}

/** The field of the row's first finding. The row's first field if there is no finding, or if it is about the whole row. */
function firstFindingField(rows: AnyRows, id: number): string {
  const field = rows.findingsOf(id)[0]?.field ?? ''
  const firstField = rows.rowType().activeFields[0]?.name ?? ''
  return field === '' ? firstField : field
}

interface RowsShortcutOptions {
  /** Moves to the next or previous row with an error. */
  readonly goToError: (step: 1 | -1) => void
  /** Undefined if the rows cannot be changed. */
  readonly edits: OpenRows['edits'] | undefined
}

/** F8 and Shift+F8: the next and previous error. Control+Z and Control+Y outside of fields: undo and redo. */
function useRowsShortcuts({ goToError, edits }: RowsShortcutOptions) {
  // A layout effect, since a user may press a key as soon as the rows are visible.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      const hasCommandKey = event.ctrlKey || event.metaKey
      const isCommand = hasCommandKey && !isTyping
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
