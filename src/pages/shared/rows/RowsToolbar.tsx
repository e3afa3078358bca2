// Above the rows: which of them are shown, the next error, undo, and the rows to fix as a file.
import { CornerDownRight, Download, ListX, Trash2, Undo2 } from 'lucide-react'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import type { RowsDesk } from '#flows/rows/desk.ts'
import type { RowFilter } from '#rows/view.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { Button } from '#ui/Button.tsx'
import { KeyHint } from '#ui/KeyHint.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Segmented } from '#ui/RadioGroup.tsx'
import { FileMenu } from './FileMenu.tsx'
import { saveOwnFile } from './saveOwnFile.ts'
import { elsewhere } from './words.ts'

interface RowsToolbarProps {
  readonly desk: RowsDesk
  readonly opened: OpenRows
  readonly figures: RowsFigures
  readonly fileName: string
  readonly filter: RowFilter
  readonly onShow: (filter: RowFilter) => void
  readonly onNextError: () => void
  readonly onRemoveFaulty: () => void
}

type Shown = Exclude<RowFilter['show'], 'reason'>

export function RowsToolbar({
  desk,
  opened,
  figures,
  fileName,
  filter,
  onShow,
  onNextError,
  onRemoveFaulty,
}: RowsToolbarProps) {
  const { edits } = opened
  const undoWords = edits.undoWords()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2">
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
      <span className="ml-auto flex flex-wrap gap-2">
        {figures.toFix > 0 && (
          <>
            <Menu
              trigger={
                <Button size="small" icon={<ListX aria-hidden />}>
                  All with errors
                </Button>
              }
              label="All rows with errors"
              items={[
                {
                  label: 'Save as CSV with reasons',
                  icon: <Download aria-hidden />,
                  onSelect: () => void saveOwnFile(opened, fileName, 'csv', 'toFix'),
                },
                {
                  label: `Remove all ${figures.toFix.toLocaleString('en')}…`,
                  icon: <Trash2 aria-hidden />,
                  onSelect: onRemoveFaulty,
                  disabledReason: desk.isReadOnly ? elsewhere(desk.kind) : undefined,
                },
              ]}
            />
            <Button size="small" icon={<CornerDownRight aria-hidden />} onClick={onNextError}>
              Next error <KeyHint keys="F8" />
            </Button>
          </>
        )}
        <FileMenu desk={desk} opened={opened} fileName={fileName} />
        {!desk.isReadOnly && undoWords !== undefined && (
          <Button size="small" icon={<Undo2 aria-hidden />} onClick={() => edits.undo()}>
            Undo {undoWords}
          </Button>
        )}
      </span>
    </div>
  )
}
