// Above the rows: which of them are shown, the next error, undo, their file, and how close they stand.
import { CornerDownRight, Rows3, Rows4, Undo2 } from 'lucide-react'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import type { RowsDesk } from '#flows/rows/desk.ts'
import type { RowFilter } from '#rows/view.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { useDensity } from '#services/density.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { KeyHint } from '#ui/KeyHint.tsx'
import { Segmented } from '#ui/RadioGroup.tsx'
import { FileMenu } from './FileMenu.tsx'

interface RowsToolbarProps {
  readonly desk: RowsDesk
  readonly opened: OpenRows
  readonly figures: RowsFigures
  readonly fileName: string
  readonly filter: RowFilter
  readonly onShow: (filter: RowFilter) => void
  readonly onNextError: () => void
}

type Shown = Exclude<RowFilter['show'], 'reason'>

export function RowsToolbar({ desk, opened, figures, fileName, filter, onShow, onNextError }: RowsToolbarProps) {
  const { edits } = opened
  const [density, setDensity] = useDensity()
  const isCompact = density === 'compact'
  const undoWords = edits.undoWords()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-1">
      <Segmented<Shown>
        label="Rows shown"
        value={filter.show === 'reason' ? undefined : filter.show}
        onChange={(show) => onShow({ show })}
        choices={[
          { value: 'all', label: 'All rows', count: figures.rows },
          { value: 'errorsFirst', label: 'Errors first' },
          { value: 'errors', label: 'Errors only', count: figures.toFix },
          { value: 'edited', label: 'Edited', count: figures.edited },
          { value: 'removed', label: 'Removed', count: figures.removed },
        ]}
      />
      <span className="ml-auto flex flex-wrap items-center gap-1.5">
        {figures.toFix > 0 && (
          <Button size="small" icon={<CornerDownRight aria-hidden />} onClick={onNextError}>
            Next error <KeyHint keys="F8" />
          </Button>
        )}
        <FileMenu desk={desk} opened={opened} fileName={fileName} />
        {!desk.isReadOnly && undoWords !== undefined && (
          <IconButton
            size="small"
            label={`Undo ${undoWords}`}
            aria-keyshortcuts="Control+Z"
            icon={<Undo2 aria-hidden />}
            onClick={() => edits.undo()}
          />
        )}
        <IconButton
          size="small"
          label={isCompact ? 'Rows further apart' : 'Rows closer together'}
          aria-pressed={isCompact}
          icon={isCompact ? <Rows4 aria-hidden /> : <Rows3 aria-hidden />}
          onClick={() => setDensity(isCompact ? 'normal' : 'compact')}
        />
      </span>
    </div>
  )
}
