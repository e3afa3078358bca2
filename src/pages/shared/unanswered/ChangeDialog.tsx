// The second step of a change: names what it is about and the effect, sends it once, and says when the outcome is not known; then,
// and while an earlier one of its kind is unanswered, it can only be asked for again or dismissed.
import { type ReactNode, type RefObject, useState } from 'react'
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import type { Ending } from '#flows/unanswered/send.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import * as say from '#words/pages/shared/unanswered.ts'
import { type EarlierChange, useUnknown } from './useUnknown.tsx'
import { AGAIN, titleOf } from './words.ts'

interface ChangeDialogProps {
  readonly title: string
  readonly effect: ReactNode
  /** The verb with its object. */
  readonly confirmLabel: string
  /** Of the safe button, where 'Cancel' could be read as the verb. */
  readonly cancelLabel?: string
  readonly danger?: boolean
  readonly size?: 'normal' | 'wide'
  /** Why it cannot be sent yet, e.g. a reason not chosen. */
  readonly disabledReason?: string | undefined
  /** 'card … was devalued', for when that is not known and nothing is kept of it. */
  readonly done?: string
  /** What must be known before this is sent; absent where nothing is kept of it. */
  readonly earlier?: EarlierChange | undefined
  readonly submitOnEnter?: boolean
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Undefined where it was not sent: what was entered has to be mended first. */
  readonly send: () => Promise<Ending> | undefined
  /** It is under way, or not any more. */
  readonly onSending?: (sending: boolean) => void
  /** `again`: an earlier request was answered, and not this one sent. */
  readonly onDone: (again?: Unanswered) => void
  /** The host's sentence, for the page to show; without it the dialog stays and shows it itself. */
  readonly onRefused?: (text: string, again?: Unanswered) => void
  /** Of what cannot be mended here: a refusal takes the place of the question, under this title and with these words. */
  readonly refused?: { readonly title: string; readonly words: string }
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function ChangeDialog(props: ChangeDialogProps) {
  const {
    title,
    effect,
    confirmLabel,
    cancelLabel,
    danger = false,
    size = 'normal',
    disabledReason,
    done = '',
    earlier,
    children,
  } = props
  const { send, submitOnEnter = false, initialFocus, onSending, onDone, onRefused, refused, onClose } = props
  const [sending, setSending] = useState(false)
  const [ending, setEnding] = useState<Ending>()
  const { online } = useConnection()

  const confirm = async () => {
    const sent = sending ? undefined : send()
    if (!sent) return
    setSending(true)
    onSending?.(true)
    const next = await sent
    setSending(false)
    onSending?.(false)
    end(next)
  }
  const end = (next: Ending, again?: Unanswered) => {
    if (next.kind === 'done') onDone(again)
    else if (next.kind === 'refused' && onRefused) onRefused(next.text, again)
    else setEnding(next)
  }
  const said = ending?.kind === 'unknown' ? ending.text : undefined
  const unknown = useUnknown({ ...(earlier ?? NOTHING_KEPT), said }, end, onClose)
  const common = { open: true, onCancel: onClose, onConfirm: () => void confirm(), pending: sending } as const

  if (refused && ending?.kind === 'refused')
    return (
      <Dialog
        open
        onClose={onClose}
        title={refused.title}
        description={<p role="alert">{ending.text}</p>}
        footer={<Button onClick={onClose}>{say.close}</Button>}
      >
        <p>{refused.words}</p>
      </Dialog>
    )

  // Stored before it is sent, so it is there while this one is on its way, too.
  if (unknown && !sending) return <ConfirmDialog {...unknown} />
  if (!earlier && ending?.kind === 'unknown')
    return (
      <ConfirmDialog
        {...common}
        title={titleOf({ done })}
        effect={<p role="alert">{say.itWasSentButNoAnswer}</p>}
        confirmLabel={AGAIN}
        cancelLabel={say.close}
      >
        {said !== undefined && <Banner kind="critical" title={said} />}
      </ConfirmDialog>
    )

  return (
    <ConfirmDialog
      {...common}
      title={title}
      effect={effect}
      confirmLabel={confirmLabel}
      {...(cancelLabel === undefined ? {} : { cancelLabel })}
      danger={danger}
      size={size}
      submitOnEnter={submitOnEnter}
      {...(initialFocus ? { initialFocus } : {})}
      disabledReason={disabledReason ?? (online ? undefined : OFFLINE_REASON)}
    >
      {(children !== undefined || ending) && (
        <div className="grid gap-4">
          {ending?.kind === 'refused' && <Banner kind="critical" title={ending.text} />}
          {children}
        </div>
      )}
    </ConfirmDialog>
  )
}

// A new PIN alone, which is asked for again from memory.
const NOTHING_KEPT: EarlierChange = { ownerUser: '', change: undefined }
