// A draft that this version of the portal cannot go on with: its rows can be saved as a file (threats T51).
import { FileWarning } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { saveTable, type TextTable } from '../saveTable.ts'

interface UnreadableRowsProps {
  readonly table: readonly (readonly string[])[]
  /** The rows as a file that is uploaded again. */
  readonly toFile: () => TextTable
  readonly onDiscard: () => void
}

export function UnreadableRows({ table, toFile, onDiscard }: UnreadableRowsProps) {
  return (
    <EmptyState
      icon={FileWarning}
      title="This draft was saved by another version of the portal"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button
            kind="primary"
            onClick={() => void saveTable('draft-rows', 'csv', toFile())}
            disabledReason={table.length === 0 ? 'No row of it can be read' : undefined}
          >
            Save its {table.length.toLocaleString('en')} rows as CSV
          </Button>
          <Button onClick={onDiscard}>Discard it and start anew</Button>
        </span>
      }
    >
      It cannot be opened here. Save its rows as a file and upload that file again; nothing has been submitted.
    </EmptyState>
  )
}
