// Shown for a draft that this version of the portal cannot read: the user can save its rows as a file, or discard it.
import { m } from '#words/messages.js'
import { FileWarning } from 'lucide-react'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { saveTable, type TextTable } from '#pages/shared/saveTable.ts'

interface UnreadableRowsProps {
  /** The texts of the rows. */
  readonly table: readonly (readonly string[])[]
  /** Returns the rows as a table. If this table is saved as a file, the file can be uploaded again. */
  readonly toTable: () => TextTable
  readonly onDiscard: () => void
}

export function UnreadableRows({ table, toTable, onDiscard }: UnreadableRowsProps) {
  return (
    <EmptyState
      icon={FileWarning}
      title={m.rows_draftOfOtherVersion()}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button
            kind="primary"
            onClick={() => void saveTable('draft-rows', 'csv', toTable())}
            disabledReason={table.length === 0 ? m.rows_noRowReadable() : undefined}
          >
            {m.rows_saveItsRowsAsCsv({ count: table.length })}
          </Button>
          <Button onClick={onDiscard}>{m.rows_deleteAndStartAgain()}</Button>
        </span>
      }
    >
      {m.rows_draftCannotBeOpened()}
    </EmptyState>
  )
}
