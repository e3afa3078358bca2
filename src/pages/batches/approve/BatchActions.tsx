// The actions of one batch: buttons for the main ones, and a menu for the others. Disabled actions show the reason.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { methods } from '#contract/methods.ts'
import { type BatchChange, operationOf } from '#flows/pending-changes/batch-changes.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'
import { Actions } from '#ui/buttons/Actions.tsx'
import { type BatchAction, batchActions } from './actions.ts'
import { downloadBatch, isDownload } from './download.ts'

interface ActionButtonsProps {
  readonly batch: BatchLoadFile
  readonly onDecide: (decision: BatchChange, batch: BatchLoadFile) => void
  readonly size?: 'normal' | 'small'
  /** Why the user cannot decide now, whatever the state of the batch; downloads still work. */
  readonly blockedReason?: string | undefined
  /** True in a list, where the name of each button includes the batch. */
  readonly inRow?: boolean
  /** True at the end of a dialog, where the menu comes first and the primary action last. */
  readonly inFooter?: boolean
}

export function BatchActions({ batch, onDecide, blockedReason, ...buttonProps }: ActionButtonsProps) {
  const { online } = useConnection()
  const session = useSession()
  const viewerId = session?.user.userId ?? ''
  const [isDownloading, setIsDownloading] = useState(false)

  const runAction = async ({ key }: BatchAction) => {
    if (!isDownload(key)) return onDecide(key, batch)
    setIsDownloading(true)
    await downloadBatch(key, batch.BATCHLOADFILEID)
    setIsDownloading(false)
  }
  const disabledReasonOf = (action: BatchAction): string | undefined => {
    const reasonByState = action.disabledReason(batch, viewerId)
    if (reasonByState !== undefined) return reasonByState
    const holdReason = isBlockedByApprovalHold(action) ? session?.approvalHold : undefined
    if (holdReason !== undefined) return holdReason
    if (!online) return OFFLINE_REASON
    return isDownload(action.key) ? undefined : blockedReason
  }

  return (
    <Actions
      {...buttonProps}
      subject={m.batches_batchInText({ id: batch.BATCHLOADFILEID })}
      actions={batchActions
        .filter((action) => action.fits(batch))
        .map((action) => ({
          key: action.key,
          label: action.label(batch),
          fullLabel: action.fullLabel?.(batch),
          icon: action.icon,
          slot: action.slot(batch),
          weight: weights[action.key],
          disabledReason: disabledReasonOf(action),
          pending: isDownload(action.key) && isDownloading,
          onSelect: () => void runAction(action),
        }))}
    />
  )
}

/** True if the action is blocked while the user has an approval hold. */
const isBlockedByApprovalHold = ({ key }: BatchAction): boolean =>
  !isDownload(key) && methods[operationOf[key]].afterUserChange === 'held'

const weights: Partial<Record<BatchAction['key'], 'main' | 'quiet'>> = {
  approve: 'main',
  retry: 'main',
  reject: 'quiet',
}
