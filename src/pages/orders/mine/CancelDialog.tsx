// Asks before an own order is cancelled: what will not be made, and that it cannot be undone.
import type { MyOrder } from '#contract/orders.ts'
import { orderKinds } from '#domain/order/kinds.ts'
import { cardsToWords } from '#domain/order/words.ts'
import type { Unanswered } from '#flows/unanswered/kinds.ts'
import { orderChanges, orderToChange } from '#flows/unanswered/orders.ts'
import { carryOut } from '#flows/unanswered/send.ts'
import { ChangeDialog } from '#pages/shared/unanswered/ChangeDialog.tsx'
import * as say from '#words/pages/orders/mine.ts'
import { myOrderSize } from './rows.ts'

interface CancelDialogProps {
  readonly ownerUser: string
  readonly order: MyOrder
  /** The same, sent before and not answered. */
  readonly unanswered: Unanswered | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

export function CancelDialog({ ownerUser, order, unanswered, onDone, onClose }: CancelDialogProps) {
  const { orderId, kind, cardsCount } = order
  const cards = cardsToWords(cardsCount, kind)
  const made = kind === 'physical' ? 'made' : 'issued'
  return (
    <ChangeDialog
      title={say.cancelOrder(orderId)}
      effect={say.cancelEffect(cardsCount, orderKinds[kind].noun.one, made, cards)}
      confirmLabel={say.cancelSize(myOrderSize(order))}
      cancelLabel={say.keepOrder}
      danger
      earlier={{ ownerUser, change: unanswered }}
      refused={{
        title: say.orderOrderId(orderId, orderChanges.cancel.wasNot),
        words: say.nothingChanged,
      }}
      send={() => carryOut(ownerUser, orderToChange({ orderId, size: myOrderSize(order) }, 'cancel'))}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
