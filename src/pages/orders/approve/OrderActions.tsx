// The actions of one order. Before the decision: approve and reject. A user who cannot decide, such as the maker, sees
// the reason instead. After issuing: retry the failed cards.
import { m } from '#words/messages.js'
import { Ban, Check, FileSpreadsheet, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { orderApprovalRefusal, orderRejectionRefusal, orderRetryRefusal } from '#domain/order/decisions.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { download } from '#services/files/download.ts'
import { useSession } from '#services/session/session.ts'
import { type Action, Actions } from '#ui/buttons/Actions.tsx'
import type { OrderDecision } from './decisions.ts'
import { toOrderToDecide } from './rows.ts'

interface OrderActionsProps {
  readonly order: VirtualCardOrdersBatchLoad
  readonly onDecide: (decision: OrderDecision, order: VirtualCardOrdersBatchLoad) => void
  /** Why the user can decide nothing now. The user can still download the report. */
  readonly blockedReason?: string | undefined
  readonly size?: 'normal' | 'small'
  readonly inRow?: boolean
  readonly inFooter?: boolean
}

export function OrderActions({ order, onDecide, blockedReason, ...buttonProps }: OrderActionsProps) {
  const { online } = useConnection()
  const session = useSession()
  const viewerId = session?.user.userId ?? ''
  const [isDownloading, setIsDownloading] = useState(false)
  const orderToDecide = toOrderToDecide(order)
  const approvalRefusal = orderApprovalRefusal(orderToDecide, viewerId)
  const canReject = orderRejectionRefusal(orderToDecide, viewerId) === undefined
  const waitReason = online ? blockedReason : OFFLINE_REASON
  const showsRefusal = buttonProps.inRow === true && order.state === 'awaiting' && approvalRefusal !== undefined
  const downloadReport = async () => {
    setIsDownloading(true)
    await download(
      'downloadVirtualCardOrdersBatchLoadDetailsReport',
      { batchLoadFileID: order.batchLoadFileID },
      m.orders_orderName({ batchLoadFileID: order.batchLoadFileID }),
    )
    setIsDownloading(false)
  }
  const actions: (Action | false)[] = [
    approvalRefusal === undefined && {
      key: 'approve',
      label: m.common_approve(),
      icon: Check,
      slot: 'button',
      weight: 'main',
      disabledReason: session?.approvalHold ?? waitReason,
      onSelect: () => onDecide('approve', order),
    },
    canReject && {
      key: 'reject',
      label: m.common_reject(),
      icon: Ban,
      slot: 'button',
      weight: 'quiet',
      disabledReason: waitReason,
      onSelect: () => onDecide('reject', order),
    },
    order.state === 'partlyIssued' && {
      key: 'retry',
      label: m.orders_issueRest(),
      icon: RotateCw,
      slot: 'button',
      weight: 'main',
      disabledReason: orderRetryRefusal(orderToDecide, viewerId) ?? session?.approvalHold ?? waitReason,
      onSelect: () => onDecide('retry', order),
    },
    {
      key: 'report',
      label: m.common_downloadReport(),
      icon: FileSpreadsheet,
      slot: buttonProps.inFooter ? 'button' : 'menu',
      disabledReason: online ? undefined : OFFLINE_REASON,
      pending: isDownloading,
      onSelect: () => void downloadReport(),
    },
  ]
  return (
    <>
      {showsRefusal && (
        <span className="self-center text-start text-xs whitespace-normal text-muted sm:w-40">{approvalRefusal}</span>
      )}
      <Actions
        {...buttonProps}
        subject={m.orders_orderNameInText({ batchLoadFileID: order.batchLoadFileID })}
        actions={actions.filter((action) => action !== false)}
      />
    </>
  )
}
