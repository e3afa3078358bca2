// The toolbar of the rows: filter, search, next error, extra columns, file menu, undo, and row height.
import { m } from '#words/messages.js'
import { CornerDownRight, Plus, Redo2, Rows3, Rows4, Undo2 } from 'lucide-react'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import type { RowFilter } from '#rows/view.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { useDensity } from '#services/device/density.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { KeyHint } from '#ui/buttons/KeyHint.tsx'
import { Segmented } from '#ui/forms/RadioGroup.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { FileMenu } from './FileMenu.tsx'
import { ExtraColumnChoice } from './ExtraColumnChoice.tsx'
import type { ExtraColumnSelection } from './useExtraColumns.ts'

interface RowsToolbarProps {
  readonly model: RowsModel
  readonly openRows: OpenRows
  readonly figures: RowsFigures
  readonly fileName: string
  readonly filter: RowFilter
  readonly onShow: (filter: RowFilter) => void
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Number of rows that match the search; undefined if the user does not search. */
  readonly matchCount: number | undefined
  /** Undefined if the view does not accept new rows. */
  readonly onAddRow: (() => void) | undefined
  readonly onNextError: () => void
  readonly extraColumns: ExtraColumnSelection
}

type FilterName = Exclude<RowFilter['show'], 'reason'>

export function RowsToolbar(props: RowsToolbarProps) {
  const {
    model,
    openRows,
    figures,
    fileName,
    filter,
    onShow,
    search,
    onSearch,
    matchCount,
    onAddRow,
    onNextError,
    extraColumns,
  } = props
  const { edits } = openRows
  const [density, setDensity] = useDensity()
  const isCompact = density === 'compact'
  const undoLabel = edits.undoLabel()
  const redoLabel = edits.redoLabel()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-1">
      <Segmented<FilterName>
        label={m.rows_rowsShown()}
        value={filter.show === 'reason' ? undefined : filter.show}
        onChange={(show) => onShow({ show })}
        choices={[
          { value: 'all', label: m.common_allRows(), count: figures.rows },
          { value: 'errorsFirst', label: m.rows_errorsFirst() },
          { value: 'errors', label: m.rows_errorsOnly(), count: figures.toFix },
          { value: 'edited', label: m.rows_editedBadge(), count: figures.edited },
          { value: 'removed', label: m.rows_removed(), count: figures.removed },
        ]}
      />
      <TextField
        label={m.rows_searchRows()}
        labelHidden
        type="search"
        placeholder={m.rows_searchRows()}
        className="max-w-44 min-w-20 flex-1 basis-20 max-sm:max-w-none sm:min-w-24 sm:basis-24"
        autoComplete="off"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && search !== '') onSearch('')
        }}
      />
      <span role="status" className="figures text-sm text-muted empty:hidden">
        {matchCount !== undefined && m.rows_foundCount({ found: matchCount })}
      </span>
      <span className="ms-auto flex flex-wrap items-center gap-1.5">
        {figures.toFix > 0 && (
          <Button
            size="small"
            className="max-sm:[&>svg]:hidden"
            icon={<CornerDownRight aria-hidden />}
            onClick={onNextError}
          >
            {m.common_nextError()}
            <span className="max-sm:hidden">
              <KeyHint keys="F8" />
            </span>
          </Button>
        )}
        {openRows.rows.extraColumns.length > 0 && (
          <ExtraColumnChoice headings={openRows.rows.extraColumns} {...extraColumns} />
        )}
        <FileMenu model={model} openRows={openRows} fileName={fileName} />
        {onAddRow && (
          <IconButton size="small" label={m.rows_addRowLabel()} icon={<Plus aria-hidden />} onClick={onAddRow} />
        )}
        {!model.isReadOnly && undoLabel !== undefined && (
          <IconButton
            size="small"
            label={m.rows_undoOf({ undoWords: undoLabel })}
            aria-keyshortcuts="Control+Z"
            icon={<Undo2 aria-hidden />}
            onClick={() => edits.undo()}
          />
        )}
        {!model.isReadOnly && redoLabel !== undefined && (
          <IconButton
            size="small"
            label={m.rows_redoOf({ redoWords: redoLabel })}
            aria-keyshortcuts="Control+Y"
            icon={<Redo2 aria-hidden />}
            onClick={() => edits.redo()}
          />
        )}
        {/* On a phone the user cannot choose the height of rows, since a row is as high as its values. */}
        <IconButton
          className="max-sm:hidden"
          size="small"
          label={isCompact ? m.rows_normalRows() : m.rows_compactRows()}
          aria-pressed={isCompact}
          icon={isCompact ? <Rows4 aria-hidden /> : <Rows3 aria-hidden />}
          onClick={() => setDensity(isCompact ? 'normal' : 'compact')}
        />
      </span>
    </div>
  )
}
