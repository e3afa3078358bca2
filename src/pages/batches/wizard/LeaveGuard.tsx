// Asks before the page is left, where something would be lost: an answer that is awaited, or rows that could not be kept on
// this device.
import type { BatchWizard } from '#flows/batch.ts'
import { useLeaveGuard } from '#services/leave-guard.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useCell } from './useCell.ts'

export function LeaveGuard({ wizard, isSubmitting }: { readonly wizard: BatchWizard; readonly isSubmitting: boolean }) {
  const saved = useCell(wizard.saveState)
  const opened = useCell(wizard.open)
  const isLosing = saved.kind === 'memoryOnly' && opened !== undefined
  const { asking, leave, stay } = useLeaveGuard(isSubmitting || isLosing)
  return (
    <ConfirmDialog
      open={asking}
      title={isSubmitting ? 'Leave while the batch is being submitted?' : 'Leave and lose these rows?'}
      effect={
        isSubmitting
          ? 'The answer of the host is still awaited. If you leave, ask again later under Create Batch Load; nothing is loaded twice.'
          : 'The rows could not be kept on this device, so leaving this page discards them.'
      }
      confirmLabel={isSubmitting ? 'Leave without the answer' : 'Discard the rows and leave'}
      cancelLabel="Stay"
      danger={!isSubmitting}
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
