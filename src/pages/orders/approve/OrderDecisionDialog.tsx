// The confirmation of a decision about an order: names the order, count, total and effect, based on current rows. The
// request contains the fingerprint of these rows, so that no one approves rows they did not see.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { MAX_REASON } from '#domain/order/decisions.ts'
import { useApproval } from '#flows/approval.ts'
import { orderChanges, orderToChange } from '#flows/pending-changes/order-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChange } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { FundingBalance } from '#pages/shared/Funding.tsx'
import type { OpenDecision } from '#pages/shared/decision-list/useDecisionList.ts'
import { partialSignature } from '#pages/shared/ApprovalNote.tsx'
import { CheckingRows, NotCheckedBanner, NoProblems } from '#pages/shared/freshness.tsx'
import { ReasonField, blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { SignatureFields } from '#pages/shared/SignatureFields.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { type OrderDecision, orderDecisions } from './decisions.ts'
import { orderAmount } from '../words.ts'
import { OrderNotes } from './OrderNotes.tsx'
import { orderSize, toOrderToDecide } from './rows.ts'
import { useFreshOrder } from './useFreshOrder.ts'

interface OrderDecisionDialogProps {
  readonly openDecision: OpenDecision<OrderDecision, VirtualCardOrdersBatchLoad>
  readonly onDone: () => void
  readonly onClose: () => void
}

export function OrderDecisionDialog({ openDecision, onDone, onClose }: OrderDecisionDialogProps) {
  const ownerUser = useOwnerUser()
  const { decision } = openDecision
  const freshOrder = useFreshOrder(openDecision.item.batchLoadFileID)
  // The order from the list, until the current order is loaded.
  const order = freshOrder.order ?? openDecision.item
  const viewerId = useSession()?.user.userId ?? ''
  const [isSending, setIsSending] = useState(false)
  const texts = orderDecisions[decision]
  const signature = decision === 'approve' ? partialSignature(order.approval) : undefined
  const id = order.batchLoadFileID
  const pendingChange = usePendingChange(ownerUser, { kind: orderChanges[decision].kind, subject: id })
  const { draft: reason, setDraft: setReason, forget } = useTypedDraft<string>(`${decision} order ${id}`, () => '')
  const isFresh = freshOrder.blockedReason === undefined
  // Set if someone else has decided since the list was loaded.
  const refusal = isFresh ? texts.refusal(toOrderToDecide(order), viewerId) : undefined
  const approval = useApproval({
    isApproval: decision === 'approve',
    refusal,
    waitText: texts.needsCurrentRows ? freshOrder.blockedReason : undefined,
    signatures: order.approval,
    signWith: decision === 'reject' ? undefined : freshOrder.query.data?.signWith,
    what: m.orders_signedWords({ id, size: orderSize(order) }),
  })
  const send = () => {
    const { fingerprint } = order
    const orderToDecide = {
      orderId: id,
      size: orderSize(order),
      fingerprint,
      reason: blankToUndefined(reason),
      signature,
    }
    return approval.decide({
      items: [{ subject: 'order', id, fingerprint }],
      send: (proof) => sendChange(ownerUser, orderToChange({ ...orderToDecide, proof }, decision)),
    })
  }

  const areFailedCardsUnknown = decision === 'retry' && !freshOrder.order
  const effect = areFailedCardsUnknown ? undefined : texts.effect(order, freshOrder.rows)
  const confirmLabel = areFailedCardsUnknown ? m.orders_issueRest() : texts.confirm(order, freshOrder.rows)
  return (
    <ChangeDialog
      title={texts.question(id)}
      effect={signature ? m.approvals_signEffect({ what: orderSize(order) }) : effect}
      confirmLabel={signature ? m.approvals_signButton({ what: orderSize(order) }) : confirmLabel}
      danger={texts.danger ?? false}
      disabledReason={approval.disabledReason}
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        title: m.orders_decisionRefused({ id, wasNot: orderChanges[decision].notDoneClause }),
        words: m.common_nothingChanged(),
      }}
      send={send}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forget()
        onDone()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 empty:hidden">
        {refusal !== undefined && <Banner kind="warning" title={refusal} />}
        {texts.needsCurrentRows && freshOrder.query.failure && <NotCheckedBanner query={freshOrder.query} />}
        {texts.needsCurrentRows && !freshOrder.query.failure && !freshOrder.order && <CheckingRows />}
        {refusal === undefined && freshOrder.order && decision !== 'reject' && (
          <div>
            <OrderNotes order={order} rows={freshOrder.rows} funding={freshOrder.funding} />
            {texts.needsCurrentRows && <NoProblems />}
            <FundingBalance funding={freshOrder.funding} money={orderAmount} />
          </div>
        )}
        <SignatureFields signature={approval.signature} />
        {decision === 'reject' && (
          <ReasonField
            hint={m.orders_reasonHint()}
            maxLength={MAX_REASON}
            value={reason}
            readOnly={isSending}
            onChange={(text) => setReason(() => text)}
          />
        )}
      </div>
    </ChangeDialog>
  )
}
