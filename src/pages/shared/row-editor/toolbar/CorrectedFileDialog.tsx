// Shows what a corrected file changes in the open rows, and applies the changes if the user confirms. Unchanged rows
// keep their check results, so only the other rows are checked again.
import { m } from '#words/messages.js'
import { useMemo } from 'react'
import { compareRows, hasOtherDigits } from '#domain/rows/differences.ts'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { ChangesTable, type RowChange } from '#pages/shared/row-editor/fixes/ChangesTable.tsx'
import { rowToLine } from '#pages/shared/row-editor/words.ts'

interface CorrectedFileDialogProps {
  readonly openRows: OpenRows
  readonly fileName: string
  readonly newRows: readonly CheckedRow[]
  /** One sentence about each type of content of the file that was not read as rows. */
  readonly leftOut: readonly string[]
  readonly onClose: () => void
}

export function CorrectedFileDialog(props: CorrectedFileDialogProps) {
  const {
    openRows: { rows, edits },
    fileName,
    newRows,
    leftOut,
    onClose,
  } = props
  const differences = useMemo(() => {
    const openedRows = Array.from({ length: rows.count }, (_, id) => rows.row(id))
    return compareRows(rows.rowType(), openedRows, newRows)
  }, [rows, newRows])
  const { changed, added, removed, unchanged } = differences
  const toLine = (row: Pick<CheckedRow, 'values'>) => rowToLine(rows.rowType(), row)
  const changedRows = changed.map(({ id, after }): RowChange => {
    const row = rows.row(id)
    const { rowNumber } = row
    const before = row.isRemoved ? m.rows_removedInText() : toLine(row)
    const afterText = toLine(after)
    if (before !== afterText) return { id, rowNumber, before, after: afterText }
    // Both texts are equal, since the changed digits of a card number are masked, or only its separators have changed.
    const note = hasOtherDigits(rows.rowType(), row, after)
      ? m.rows_hiddenDigitsDiffer({ after: afterText })
      : m.rows_writtenDifferently({ after: afterText })
    return { id, rowNumber, before, after: note }
  })
  const addedRows = added.map((row): RowChange => {
    const { rowNumber } = row
    // An added row has no id yet. The '+' distinguishes its key from the ids of the open rows.
    return { id: `+${rowNumber}`, rowNumber, before: '—', after: toLine(row) }
  })
  const removedRows = removed.map((id): RowChange => {
    const row = rows.row(id)
    return { id, rowNumber: row.rowNumber, before: toLine(row), after: m.rows_removedInText() }
  })
  const changes = [...changedRows, ...addedRows, ...removedRows]
  const changeCountsText = m.rows_changedAddedRemoved({
    changed: m.common_countedRows({ count: changed.length }),
    added: m.common_countedRows({ count: added.length }),
    removed: m.common_countedRows({ count: removed.length }),
  })
  const hasChanges = changes.length > 0
  const unchangedText = m.common_countedRows({ count: unchanged })
  return (
    <ConfirmDialog
      open
      size="wide"
      title={hasChanges ? m.rows_applyChangesTitle({ figures: changeCountsText }) : m.rows_fileChangesNothing()}
      effect={
        hasChanges
          ? m.rows_sameRowsKeepChecks({ same: unchangedText, count: unchanged })
          : m.rows_allRowsAlreadyHere({ same: unchangedText, fileName })
      }
      confirmLabel={
        hasChanges ? m.rows_applyCount({ count: m.common_countedRows({ count: changes.length }) }) : m.common_continue()
      }
      onConfirm={() => {
        edits.apply(differences)
        onClose()
      }}
      onCancel={onClose}
    >
      {leftOut.length > 0 && <p className="mb-3 text-sm text-muted">{leftOut.join(' · ')}</p>}
      {hasChanges && <ChangesTable changes={changes} />}
    </ConfirmDialog>
  )
}
