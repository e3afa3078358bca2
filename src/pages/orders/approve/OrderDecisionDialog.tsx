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
import { partialCountOf } from '#pages/shared/ApprovalNote.tsx'
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
import { type FreshOrder, useFreshOrder } from './useFreshOrder.ts'

interface OrderDecisionDialogProps {
  readonly openDecision: OpenDecision<OrderDecision, VirtualCardOrdersBatchLoad>
  readonly onDone: () => void
  readonly onClose: () => void
}

export function OrderDecisionDialog({ openDecision, onDone, onClose }: OrderDecisionDialogProps) {
  const ownerUser = useOwnerUser()
  const { decision } = openDecision
  const freshOrder = useFreshOrder(openDecision.item.batchLoadFileID)
  // Until the current order is loaded, the dialog shows the order of the list.
  const order = freshOrder.order ?? openDecision.item
  const viewerId = useSession()?.user.userId ?? ''
  const [isSending, setIsSending] = useState(false)
  const decisionKind = orderDecisions[decision]
  const { danger = false, needsCurrentRows } = decisionKind
  /** The number of signatures after this approval. Undefined if no one else has to sign then. */
  const partialCount = decision === 'approve' ? partialCountOf(order.approval) : undefined
  const id = order.batchLoadFileID
  const size = orderSize(order)
  const pendingChange = usePendingChange(ownerUser, { kind: orderChanges[decision].kind, subject: id })
  const {
    draft: reason,
    setDraft: setReason,
    forget: forgetReason,
  } = useTypedDraft<string>(`${decision} order ${id}`, () => '')
  const isFresh = freshOrder.blockedReason === undefined
  // Set if another user has decided since the list was loaded, so that this decision is no longer possible.
  const refusal = isFresh ? decisionKind.refusal(toOrderToDecide(order), viewerId) : undefined
  const approval = useApproval({
    isApproval: decision === 'approve',
    refusal,
    waitText: needsCurrentRows ? freshOrder.blockedReason : undefined,
    signatures: order.approval,
    signWith: decision === 'reject' ? undefined : freshOrder.query.data?.signWith,
    what: m.orders_signedWords({ id, size }),
  })
  const decide = () => {
    const { fingerprint } = order
    const decidedOrder = {
      orderId: id,
      size,
      fingerprint,
      reason: blankToUndefined(reason),
      signature: partialCount,
    }
    return approval.decide({
      items: [{ subject: 'order', id, fingerprint }],
      send: (proof) => sendChange(ownerUser, orderToChange({ ...decidedOrder, proof }, decision)),
    })
  }

  const toTexts = () => {
    if (partialCount)
      return { effect: m.approvals_signEffect({ what: size }), confirmLabel: m.approvals_signButton({ what: size }) }
    // The texts of a retry name the failed cards, which only the current rows show.
    if (decision === 'retry' && !freshOrder.order) return { effect: undefined, confirmLabel: m.orders_issueRest() }
    const { rows } = freshOrder
    return { effect: decisionKind.effect(order, rows), confirmLabel: decisionKind.confirmLabel(order, rows) }
  }
  return (
    <ChangeDialog
      title={decisionKind.question(id)}
      {...toTexts()}
      danger={danger}
      disabledReason={approval.disabledReason}
      earlier={{ ownerUser, change: pendingChange }}
      refusalTexts={{
        // 'Order 12 was not approved'
        title: m.orders_decisionRefused({ id, wasNot: orderChanges[decision].notDoneClause }),
        text: m.common_nothingChanged(),
      }}
      send={decide}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forgetReason()
        onDone()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 empty:hidden">
        {refusal !== undefined && <Banner kind="warning" title={refusal} />}
        {needsCurrentRows && <RowCheck freshOrder={freshOrder} />}
        {freshOrder.order && refusal === undefined && decision !== 'reject' && (
          <div>
            <OrderNotes order={order} rows={freshOrder.rows} funding={freshOrder.funding} />
            {needsCurrentRows && <NoProblems />}
            <FundingBalance funding={freshOrder.funding} formatMoney={orderAmount} />
          </div>
        )}
        <SignatureFields signature={approval.signature} />
        {decision === 'reject' && (
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

/** Says that the rows are loading or could not be loaded. */
function RowCheck({ freshOrder: { query, order } }: { readonly freshOrder: FreshOrder }) {
  if (query.failure) return <NotCheckedBanner query={query} />
  return order ? null : <CheckingRows />
}
