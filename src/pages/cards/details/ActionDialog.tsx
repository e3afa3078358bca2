// The confirmation of one card action: names the card and the effect, and asks for the required input. Irreversible
// actions also ask for the last four digits.
import { m } from '#words/messages.js'
import { type ReactNode, useRef, useState } from 'react'
import { type CardAction, cardActions, isIrreversible, pinHelp, pinRefusal } from '#domain/cards/actions.ts'
import { cardToApiIdentifier } from '#domain/cards/identifiers.ts'
import type { SentRequest, PendingChange } from '#flows/pending-changes/change-types.ts'
import { sendChange, changePin, type PinChange, type SendResult } from '#flows/pending-changes/send.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { cardLink } from '../words.ts'
import { type ActionView, actionViews, type ActionTexts, type CardChange } from './action-views.ts'
import type { Card } from './card.ts'

interface ActionDialogProps {
  readonly ownerUser: string
  readonly action: CardAction
  readonly card: Card
  readonly onSending: (isSending: boolean) => void
  /** `earlierChange` is set if the success belongs to an earlier request. */
  readonly onDone: (earlierChange?: PendingChange) => void
  readonly onRefused: (text: string, earlierChange?: PendingChange) => void
  readonly onClose: () => void
}

export function ActionDialog({ action, ...props }: ActionDialogProps) {
  const view = actionViews[action]
  const dialogProps = { ...props, action, view, texts: view.texts(props.card) }
  switch (view.input) {
    case 'nothing':
      return <PlainDialog {...dialogProps} change={view.change(props.card)} />
    case 'stopReason':
      return <StopDialog {...dialogProps} change={(reason) => view.change(props.card, reason)} />
    case 'newPin':
      return <PinDialog {...dialogProps} />
  }
}

interface CommonProps extends ActionDialogProps {
  readonly view: ActionView
  readonly texts: ActionTexts
}

interface PlainDialogProps extends CommonProps {
  readonly change: CardChange
}

/** A dialog without input. Only an irreversible action needs the last four digits of the card as confirmation. */
function PlainDialog({ change, ...dialogProps }: PlainDialogProps) {
  const [digits, setDigits] = useState('')
  const lastFour = dialogProps.card.CARDNUMBER.slice(-4)
  const asksForDigits = isIrreversible(dialogProps.action)
  const isConfirmed = !asksForDigits || digits === lastFour
  return (
    <StoredChangeDialog
      {...dialogProps}
      change={change}
      danger={asksForDigits}
      // Enter submits only in the field for the digits, because typing the digits is already a confirmation.
      submitOnEnter={asksForDigits}
      disabledReason={isConfirmed ? undefined : m.cards_typeToConfirm({ lastFour })}
    >
      {asksForDigits ? (
        <TextField
          label={m.cards_typeLastFourDigits({ lastFour })}
          figures
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={digits}
          onChange={(event) => setDigits(event.target.value)}
        />
      ) : undefined}
    </StoredChangeDialog>
  )
}

interface StopDialogProps extends CommonProps {
  readonly change: (stopReasonID: number) => CardChange
}

function StopDialog({ change, ...dialogProps }: StopDialogProps) {
  const [reason, setReason] = useState('')
  const query = useServerQuery('getStopReasons', {})
  const stopReasons = query.data?.stopReasons ?? []
  return (
    <StoredChangeDialog
      {...dialogProps}
      danger
      change={change(Number(reason))}
      disabledReason={reason === '' ? m.cards_chooseStopReason() : undefined}
    >
      <Select
        label={m.common_stopReason()}
        placeholder={m.cards_selectReason()}
        value={reason}
        options={stopReasons.map(({ STOPREASONID, STOPREASONSHORT }) => ({
          value: String(STOPREASONID),
          label: STOPREASONSHORT,
        }))}
        error={query.failure?.text}
        onChange={(event) => setReason(event.target.value)}
      />
    </StoredChangeDialog>
  )
}

interface StoredChangeDialogProps extends CommonProps {
  readonly change: CardChange
  readonly danger?: boolean
  readonly submitOnEnter?: boolean
  readonly disabledReason: string | undefined
  /** The field of the action; undefined if the action has none. */
  readonly children: ReactNode
}

/** The confirmation of a change that is stored as pending before it is sent. */
function StoredChangeDialog(props: StoredChangeDialogProps) {
  const { ownerUser, action, card, view, texts, change, children } = props
  const { success } = cardActions[action]
  const { title, effect, confirmLabel, done } = texts
  const subject = card.VOUCHERID
  const pendingChange = useBlockingChange(ownerUser, { kind: change.kind, subject })
  return (
    <ChangeDialog
      danger={props.danger ?? false}
      submitOnEnter={props.submitOnEnter ?? false}
      disabledReason={props.disabledReason}
      onSending={props.onSending}
      onDone={props.onDone}
      onRefused={props.onRefused}
      onClose={props.onClose}
      title={title}
      effect={effect}
      confirmLabel={confirmLabel}
      done={done}
      earlier={{ ownerUser, change: pendingChange, effectOfResending: view.effectOfResending?.(card) }}
      send={() => sendChange(ownerUser, { ...change, subject, done, success, link: cardLink(card) })}
    >
      {children}
    </ChangeDialog>
  )
}

interface FirstPinRequest {
  readonly params: PinChange['params']
  readonly sent: SentRequest
}

function PinDialog({ card, action, texts, onSending, onDone, onRefused, onClose }: CommonProps) {
  const length = card.CAMPAIGNCARDPINLENGTH
  const [pin, setPin] = useState('')
  // A new PIN and its requestId are never stored. They exist only while this dialog is open. If the outcome of the
  // first request is unknown, ChangeDialog replaces the field by a button that sends the same request again.
  const firstRequest = useRef<FirstPinRequest>(undefined)
  const { title, effect, confirmLabel, done } = texts
  const { success } = cardActions[action]
  const send = (): Promise<SendResult> => {
    const isResent = firstRequest.current !== undefined
    // A retry must send the same card number as the first request, but by then `card` may have only the masked number.
    firstRequest.current ??= {
      params: {
        voucherNumber: cardToApiIdentifier(card),
        trackingNumber: card.TRACKINGNUMBER,
        newCardPin: pin,
      },
      sent: { requestId: newRequestId(), sentAt: new Date().toISOString() },
    }
    return changePin({ ...firstRequest.current, isResent, texts: { done, success } })
  }
  return (
    <ChangeDialog
      onSending={onSending}
      onDone={onDone}
      onRefused={onRefused}
      onClose={onClose}
      title={title}
      effect={effect}
      confirmLabel={confirmLabel}
      submitOnEnter
      done={done}
      disabledReason={pinRefusal(pin, length)}
      send={send}
    >
      <PasswordField
        label={m.cards_newPin()}
        hint={pinHelp(length)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={length}
        value={pin}
        onChange={(event) => setPin(event.target.value.replace(/[^0-9]/g, ''))}
      />
    </ChangeDialog>
  )
}
