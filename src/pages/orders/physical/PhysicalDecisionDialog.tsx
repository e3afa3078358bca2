// Confirms the approval or the rejection of an order of physical cards. Only approval rules make such an order wait for
// an approval.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { PhysicalOrder } from '#contract/orders.ts'
import { MAX_REASON } from '#domain/order/decisions.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { useApproval } from '#flows/approval.ts'
import { orderChanges, orderToChange } from '#flows/pending-changes/order-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChange } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ApprovalNote, partialCountOf } from '#pages/shared/ApprovalNote.tsx'
import { ReasonField, blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { useOwnerUser } from '#services/session/session.ts'
import { myOrderSize } from '../mine/rows.ts'
import type { PhysicalDecision } from './decisions.ts'

interface PhysicalDecisionDialogProps {
  readonly order: PhysicalOrder
  readonly decision: PhysicalDecision
  readonly onDone: () => void
  readonly onClose: () => void
}

export function PhysicalDecisionDialog({ order, decision, onDone, onClose }: PhysicalDecisionDialogProps) {
  const ownerUser = useOwnerUser()
  const { orderId, cardsCount, fingerprint } = order
  const {
    draft: reason,
    setDraft: setReason,
    forget: forgetReason,
  } = useTypedDraft<string>(`${decision} order ${orderId}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const size = myOrderSize(order)
  const cards = cardCountToText(cardsCount, 'physical')
  /** The number of signatures after this approval. Undefined if no one else has to sign then. */
  const partialCount = decision === 'approve' ? partialCountOf(order.approval) : undefined
  const pendingChange = usePendingChange(ownerUser, { kind: orderChanges[decision].kind, subject: orderId })
  const approval = useApproval({ isApproval: decision === 'approve', refusal: undefined, signatures: order.approval })
  const decidedOrder = {
    orderId,
    size,
    fingerprint,
    reason: blankToUndefined(reason),
    signature: partialCount,
    isPhysical: true,
  } as const
  const approveTexts = {
    title: m.orders_approveOrder({ id: orderId }),
    effect: partialCount ? m.approvals_signEffect({ what: size }) : m.approvals_physicalEffect({ cards }),
    confirmLabel: partialCount ? m.approvals_signButton({ what: size }) : m.orders_approveSize({ order: size }),
  }
  const rejectTexts = {
    title: m.orders_rejectOrder({ id: orderId }),
    effect: m.orders_rejectionEffect({ cardsCount, cards }),
    confirmLabel: m.orders_rejectSize({ order: size }),
  }
  return (
    <ChangeDialog
      {...(decision === 'approve' ? approveTexts : rejectTexts)}
      danger={decision === 'reject'}
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        title: m.orders_decisionRefused({ id: orderId, wasNot: orderChanges[decision].notDoneClause }),
        text: m.common_nothingChanged(),
      }}
      send={() =>
        approval.decide({ items: [], send: () => sendChange(ownerUser, orderToChange(decidedOrder, decision)) })
      }
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forgetReason()
        onDone()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 empty:hidden">
        {decision === 'approve' ? (
          <ApprovalNote approval={order.approval} />
        ) : (
          <ReasonField
            hint={m.orders_reasonHint()}
            maxLength={MAX_REASON}
            value={reason}
            readOnly={isSending}
            onChange={setReason}
          />
        )}
      </div>
    </ChangeDialog>
  )
}
