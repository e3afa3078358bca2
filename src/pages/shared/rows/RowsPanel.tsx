// The open rows: findings, filters, the table, and bulk fixes.
import {
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
import { hiddenIds } from '#flows/rows/assumptions.ts'
import type { RowsModel } from '#flows/rows/rows-model.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { isOf } from '#rows/edits.ts'
import type { AnyRows } from '#rows/rows.ts'
import { nextFaulty, type RowFilter, rowsToView } from '#rows/view.ts'
import { notify } from '#services/notices.ts'
import { Panel } from '#ui/Panel.tsx'
import type { VirtualTableHandle } from '#ui/grid/VirtualTable.tsx'
import { addRows } from './AddRowsDialog.tsx'
import { BulkFixDialog, type FixRequest } from './BulkFixDialog.tsx'
import { Reasons } from './Reasons.tsx'
import { RowsTable, type ShownMoney } from './RowsTable.tsx'
import { RowsToolbar } from './RowsToolbar.tsx'
import { saveOwnFile } from './saveOwnFile.ts'
import { useExtraColumns } from './useExtraColumns.ts'
import { usePastedRows } from './usePastedRows.ts'
import { useRowFilter } from './useRowFilter.ts'
import { useRowSearch } from './useRowSearch.ts'
import { elsewhere } from './words.ts'

interface RowsPanelProps extends ShownMoney {
  readonly model: RowsModel
  readonly opened: OpenRows
  /** Current counts and sums of the rows. */
  readonly figures: RowsFigures
  readonly fileName: string
  readonly assumed?: Assumptions | undefined
  /** Time of the last server check of all rows. A new check sorts the rows by its findings. */
  readonly checkedAt?: string | undefined
  /** True if the user can paste rows now. */
  readonly takesPasted: boolean
}

export function RowsPanel({
  model,
  opened,
  figures,
  fileName,
  assumed,
  checkedAt: lastCheck,
  takesPasted,
  ...money
}: RowsPanelProps) {
  const { rows, edits } = opened
  // A check draws all rows anew, perhaps in another order. That can wait; what the user does cannot.
  const checkedAt = useDeferredValue(lastCheck)
  const version = useSyncExternalStore(rows.subscribe, rows.version)
  const { filter, setFilter, choose } = useRowFilter({ show: figures.toFix > 0 ? 'errorsFirst' : 'all' })
  // Edited rows keep their position until the view is calculated again, so that no row moves while the user edits it.
  const [searches, setSearches] = useState(0)
  const [search, setSearch] = useRowSearch(opened.draftId)
  const searched = useDeferredValue(search)
  const found = useMemo(() => rowsToView(rows, filter, searched), [rows, filter, searched, searches]) // oxlint-disable-line react/exhaustive-deps -- `searches` forces a new calculation
  /** Rows added since the view was calculated; they stay at the end. */
  const [tail, setTail] = useState<{ readonly behind: readonly number[]; readonly ids: readonly number[] }>()
  const view = useMemo(() => (tail?.behind === found ? [...found, ...tail.ids] : found), [found, tail])
  const [fix, setFix] = useState<FixRequest>()
  /** Number of bulk fixes so far. */
  const [fixes, setFixes] = useState(0)
  const extra = useExtraColumns(rows)
  const stage = useStages(2)
  const hidden = useMemo(() => hiddenIds(assumed, rows), [assumed, rows])
  const table = useRef<VirtualTableHandle>(null)
  const lastFound = useRef(-1)

  const show = useCallback(
    (next: RowFilter) => {
      choose(next)
      setSearches((times) => times + 1)
    },
    [choose],
  )

  // The server's check brings new findings, which change the order of rows.
  const [seenCheck, setSeenCheck] = useState(checkedAt)
  if (seenCheck !== checkedAt) {
    setSeenCheck(checkedAt)
    setFilter((before) => (before.show === 'all' && figures.toFix > 0 ? { show: 'errorsFirst' } : before))
    setSearches((times) => times + 1)
  }

  const goToError = useCallback(
    (step: 1 | -1) => {
      const at = nextFaulty(rows, view, lastFound.current, step)
      // No rows are rendered yet.
      if (at === -1 || !table.current) return
      lastFound.current = at
      table.current.focusCell(at, cellOf(rows, view[at] ?? 0))
    },
    [rows, view],
  )
  // Rows that still have errors move to the top. The pressed reason is gone, so the focus moves to the first row.
  const fixed = () => {
    setFix(undefined)
    show({ show: rows.figures().toFix > 0 ? 'errorsFirst' : 'all' })
    setFixes((times) => times + 1)
  }
  useLayoutEffect(() => {
    if (fixes > 0) table.current?.focusCell(0, cellOf(rows, view[0] ?? 0))
  }, [fixes]) // oxlint-disable-line react/exhaustive-deps -- only after a fix
  // The selected reason has no rows left: removes the filter but keeps the rows on screen.
  if (filter.show === 'reason' && !rows.reasons().some(({ finding }) => isOf(finding, filter)))
    setFilter({ show: figures.toFix > 0 ? 'errorsFirst' : 'all' })
  useKeys({ goToError, edits: model.isReadOnly ? undefined : edits })

  const paste = async (text: string) => {
    const message = await addRows(model, opened, text)
    if (message.kind === 'critical') return void notify({ kind: 'error', text: message.text })
    if (!message.isWhole) notify({ kind: 'normal', text: message.text })
    show({ show: figures.toFix > 0 ? 'errorsFirst' : 'all' })
  }
  usePastedRows((text) => void paste(text), !model.isReadOnly && takesPasted)

  // The view lacks rows that were added after it was calculated, except those typed into the view.
  const [seenCount, setSeenCount] = useState(rows.count)
  const takeAdded = useCallback(
    (ids: readonly number[]) => {
      setSeenCount(rows.count)
      setTail((before) => ({ behind: found, ids: [...(before?.behind === found ? before.ids : []), ...ids] }))
    },
    [rows, found],
  )
  if (seenCount !== rows.count) {
    setSeenCount(rows.count)
    setSearches((times) => times + 1)
  }

  // A filter would hide a row while it is being typed, so only unfiltered views have an empty last row.
  const grows = !model.isReadOnly && searched.trim() === '' && (filter.show === 'all' || filter.show === 'errorsFirst')
  const firstField = rows.kind().activeFields[0]?.name ?? ''
  return (
    <>
      <Panel flush>
        {stage > 0 ? (
          <>
            <Reasons
              opened={opened}
              version={version}
              filter={filter}
              onShow={show}
              onFix={model.isReadOnly ? undefined : (bulk, finding) => setFix({ fix: bulk, finding })}
              toFix={figures.toFix}
              onSaveFaulty={() => void saveOwnFile(opened, fileName, 'csv', 'toFix')}
              blocked={model.isReadOnly ? elsewhere(model.kind) : undefined}
            />
            {stage > 1 ? (
              <RowsToolbar
                model={model}
                opened={opened}
                figures={figures}
                fileName={fileName}
                filter={filter}
                onShow={show}
                search={search}
                onSearch={setSearch}
                found={searched.trim() === '' ? undefined : view.length}
                onAddRow={grows ? () => table.current?.focusCell(view.length, firstField, true) : undefined}
                onNextError={() => goToError(1)}
                extraColumns={extra}
              />
            ) : (
              <div className="h-31.75 border-b border-line sm:h-11.75" />
            )}
            <RowsTable
              {...money}
              model={model}
              opened={opened}
              view={view}
              grows={grows}
              onAdded={takeAdded}
              filter={filter}
              hidden={hidden}
              handle={table}
              hasServerChecks={checkedAt !== undefined}
              shownExtraColumns={extra.shown}
            />
          </>
        ) : (
          <div className="h-[max(21rem,calc(100dvh-20rem))]" />
        )}
      </Panel>
      {fix && <BulkFixDialog opened={opened} request={fix} onDone={fixed} onClose={() => setFix(undefined)} />}
    </>
  )
}

/**
 * The number of the stage of a screen that is drawn in several: drawn together, they would block a slow machine. Each
 * stage is rendered after the previous one was painted.
 */
function useStages(count: number): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    if (stage < count) startTransition(() => setStage(stage + 1))
  }, [stage, count])
  return stage
}

// The cell of the row's first finding.
const cellOf = (rows: AnyRows, id: number): string =>
  rows.findingsOf(id)[0]?.field || (rows.kind().activeFields[0]?.name ?? '')

function useKeys({ goToError, edits }: { goToError: (step: 1 | -1) => void; edits: OpenRows['edits'] | undefined }) {
  // A layout effect, since a user may press a key as soon as the rows are visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      const command = (event.ctrlKey || event.metaKey) && !isTyping ? event.key.toLowerCase() : ''
      if (event.key === 'F8') goToError(event.shiftKey ? -1 : 1)
      else if (edits && command === 'z' && !event.shiftKey) edits.undo()
      else if (edits && (command === 'y' || command === 'z')) edits.redo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [goToError, edits])
}
