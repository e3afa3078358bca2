// What may be done with one batch, from the table of actions: buttons, and a menu for the rest; a barred one says why.
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { Decision } from '#flows/unanswered/decisions.ts'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useSession } from '#services/session.ts'
import { Button } from '#ui/Button.tsx'
import type { ButtonKind } from '#ui/buttonLook.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu } from '#ui/Menu.tsx'
import { type BatchAction, batchActions } from './actions.ts'
import { downloadBatch } from './download.ts'

interface ActionButtonsProps {
  readonly file: BatchLoadFile
  readonly onDecide: (decision: Decision, file: BatchLoadFile) => void
  readonly size?: 'normal' | 'small'
  /** Why nothing may be decided now, whatever the batch's state; files can be had all the same. */
  readonly barred?: string | undefined
  /** Among many batches a button names its own. */
  readonly named?: boolean
  /** The buttons are the last thing of a dialog: the menu first, the one that counts last and primary. */
  readonly closing?: boolean
}

export function ActionButtons({ file, onDecide, size = 'normal', barred, named, closing }: ActionButtonsProps) {
  const { online } = useConnection()
  const viewerId = useSession()?.user.userId ?? ''
  const [downloading, setDownloading] = useState(false)

  const run = async ({ key }: BatchAction) => {
    if (key !== 'report' && key !== 'file') return onDecide(key, file)
    setDownloading(true)
    await downloadBatch(key, file.BATCHLOADFILEID)
    setDownloading(false)
  }
  const isDownload = ({ key }: BatchAction) => key === 'report' || key === 'file'
  const reasonOf = (action: BatchAction) =>
    action.refuse(file, viewerId) ?? (online ? (isDownload(action) ? undefined : barred) : OFFLINE_REASON)
  const offered = batchActions.filter((action) => action.fits(file))
  const buttons = offered.filter((action) => action.place(file) === 'button')

  const shown = (closing ? buttons.toReversed() : buttons).map((action) => (
    <Button
      key={action.key}
      size={size}
      kind={kindOf(action, closing)}
      // In a row of the list the words alone: the icons would take the width of a column.
      icon={named ? undefined : <action.icon aria-hidden />}
      aria-label={named ? `${action.label(file)} batch ${file.BATCHLOADFILEID}` : undefined}
      disabledReason={reasonOf(action)}
      onClick={() => void run(action)}
    >
      {named ? action.label(file) : wordsOf(action, file)}
    </Button>
  ))
  const menu = (
    <Menu
      key="more"
      trigger={
        <IconButton
          label={`More for batch ${file.BATCHLOADFILEID}`}
          size={size}
          icon={<Ellipsis aria-hidden />}
          pending={downloading}
        />
      }
      items={offered
        .filter((action) => action.place(file) === 'menu')
        .map((action) => ({
          label: wordsOf(action, file),
          icon: <action.icon aria-hidden />,
          disabledReason: reasonOf(action),
          onSelect: () => void run(action),
        }))}
    />
  )
  return closing ? [menu, ...shown] : [...shown, menu]
}

const wordsOf = (action: BatchAction, file: BatchLoadFile): string => action.inFull ?? action.label(file)

const kindOf = ({ key }: BatchAction, closing = false): ButtonKind => {
  if (closing) return key === 'approve' || key === 'retry' ? 'primary' : 'secondary'
  return key === 'reject' ? 'quiet' : 'secondary'
}
