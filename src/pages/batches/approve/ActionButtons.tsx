// The buttons of one batch, from the table of actions; a barred one says why.
import type { BatchLoadFile } from '#contract/batches.ts'
import { useConnection } from '#services/connection.ts'
import { useSession } from '#services/session.ts'
import { Button, type ButtonKind } from '#ui/Button.tsx'
import { type BatchAction, batchActions, OFFLINE_REASON } from './actions.ts'
import type { Decision } from './intents.ts'
import { fileToState } from './rows.ts'

interface ActionButtonsProps {
  readonly file: BatchLoadFile
  readonly onDecide: (decision: Decision, file: BatchLoadFile) => void
  readonly size?: 'normal' | 'small'
  /** Among many batches a button names its own. */
  readonly named?: boolean
  /** The buttons are the last thing of a dialog: the risky one first, the one that counts last and primary. */
  readonly closing?: boolean
}

export function ActionButtons({ file, onDecide, size = 'normal', named, closing }: ActionButtonsProps) {
  const { online } = useConnection()
  const viewerId = useSession()?.user.userId ?? ''
  const state = fileToState(file)
  const fitting = batchActions.filter((action) => action.fits(state))
  return (closing ? fitting.toReversed() : fitting).map((action) => (
    <Button
      key={action.key}
      size={size}
      kind={closing ? closingKinds(action) : action.kind}
      // In a row of the list the words alone: the icons would take the width of a column.
      icon={named ? undefined : <action.icon aria-hidden />}
      aria-label={named ? `${action.label} batch ${file.BATCHLOADFILEID}` : undefined}
      disabledReason={action.refuse(state, viewerId) ?? (online ? undefined : OFFLINE_REASON)}
      onClick={() => onDecide(action.key, file)}
    >
      {action.label}
    </Button>
  ))
}

const closingKinds = ({ key }: BatchAction): ButtonKind => (key === 'approve' ? 'primary' : 'secondary')
