// Confirms the cancellation of an order: names the cards that will not be made, and warns that no one can undo the
// cancellation. For another user's order, the dialog asks for a reason, which the maker can read.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { MyOrder } from '#contract/orders.ts'
import { MAX_REASON, cancellationReasonRefusal } from '#domain/order/decisions.ts'
import { orderTypes } from '#domain/order/types.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { orderChanges, orderToChange } from '#flows/pending-changes/order-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChange } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ReasonField, blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { useOwnerUser } from '#services/session/session.ts'
import { myOrderSize } from './mine/rows.ts'

interface CancelDialogProps {
  readonly order: MyOrder
  /** True if the viewer placed the order. */
  readonly isOwn: boolean
  readonly onDone: () => void
  readonly onClose: () => void
}

export function CancelDialog({ order, isOwn, onDone, onClose }: CancelDialogProps) {
  const ownerUser = useOwnerUser()
  const { orderId, kind, cardsCount } = order
  const size = myOrderSize(order)
  const {
    draft: reason,
    setDraft: setReason,
    forget: forgetReason,
  } = useTypedDraft<string>(`cancel order ${orderId}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const effect = m.orders_cancelEffect({
    cardsCount,
    one: orderTypes[kind].noun.one,
    made: kind === 'physical' ? 'made' : 'issued',
    cards: cardCountToText(cardsCount, kind),
  })
  const howToOrderAgain = isOwn ? m.orders_canOrderAgain() : m.orders_hasToBeOrderedAgain()
  const change = isOwn ? 'cancel' : 'cancelOfOther'
  const pendingChange = usePendingChange(ownerUser, { kind: orderChanges[change].kind, subject: orderId })
  return (
    <ChangeDialog
      title={m.orders_cancelOrder({ orderId })}
      effect={`${effect} ${howToOrderAgain}`}
      confirmLabel={m.orders_cancelSize({ order: size })}
      cancelLabel={m.orders_keepOrder()}
      danger
      disabledReason={cancellationReasonRefusal({ isOwn, reason: reason.trim() })}
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        title: m.orders_cancelRefused({ orderId, wasNot: orderChanges[change].notDoneClause }),
        text: m.common_nothingChanged(),
      }}
      send={() => {
        const cancelledOrder = { orderId, size, reason: blankToUndefined(reason) }
        return sendChange(ownerUser, orderToChange(cancelledOrder, change))
      }}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forgetReason()
        onDone()
      }}
      onClose={onClose}
    >
      {!isOwn && (
        <ReasonField
          hint={m.orders_reasonHint()}
          required
          maxLength={MAX_REASON}
          value={reason}
          readOnly={isSending}
          onChange={setReason}
        />
      )}
    </ChangeDialog>
  )
}
