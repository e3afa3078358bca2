// One decision about several virtual card orders, each with its current rows, warnings and fingerprint.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { apiToFunding } from '#domain/funding.ts'
import { MAX_REASON, orderDecisionRefusal } from '#domain/order/decisions.ts'
import { changeTypes } from '#flows/pending-changes/change-types.ts'
import { orderToChange } from '#flows/pending-changes/order-changes.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { staleReason } from '#pages/shared/freshness.tsx'
import type { BulkDecision } from '#pages/shared/bulk-decisions/SelectionBar.tsx'
import { BulkDecisionDialog, type BulkDecisionItem } from '#pages/shared/bulk-decisions/BulkDecisionDialog.tsx'
import { useFreshQueries } from '#services/server/queries.ts'
import { listOf } from '#services/server/text-lists.ts'
import { useSession } from '#services/session/session.ts'
import { toOrderRow } from '../order-rows.ts'
import { orderAmount } from '../words.ts'
import { warningsOf } from './OrderNotes.tsx'
import { orderSize, orderToRow, toOrderToDecide } from './rows.ts'

interface BulkOrderDecisionProps {
  readonly ownerUser: string
  readonly decision: BulkDecision
  readonly orders: readonly VirtualCardOrdersBatchLoad[]
  readonly onSend: (ids: readonly string[]) => void
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

export function BulkOrderDecision({ orders: listedOrders, onSend, ...dialogProps }: BulkOrderDecisionProps) {
  const [isSending, setIsSending] = useState(false)
  const items = useItems(dialogProps.ownerUser, dialogProps.decision, listedOrders, !isSending)
  return (
    <BulkDecisionDialog
      {...dialogProps}
      noun="order"
      money={orderAmount}
      sumOf={(ids) =>
        orderAmount(
          listedOrders
            .filter(({ batchLoadFileID }) => ids.includes(batchLoadFileID))
            .reduce((sum, { totalLoadAmount }) => sum + totalLoadAmount, 0),
        )
      }
      maxReason={MAX_REASON}
      items={items}
      onSend={(ids) => {
        setIsSending(true)
        onSend(ids)
      }}
    />
  )
}

const DETAILS_METHOD = 'fetchVirtualCardOrdersBatchLoadDetails'

function useItems(
  ownerUser: string,
  decision: BulkDecision,
  orders: readonly VirtualCardOrdersBatchLoad[],
  enabled: boolean,
): BulkDecisionItem[] {
  const viewerId = useSession()?.user.userId ?? ''
  const pendingChanges = usePendingChanges(ownerUser)
  const queries = useFreshQueries(
    DETAILS_METHOD,
    orders.map(({ batchLoadFileID }) => ({ batchLoadFileID })),
    enabled,
  )
  return orders.map((listedOrder, index) => {
    const query = queries[index]
    const details = query?.data
    const order = details?.batchLoad ?? listedOrder
    const id = order.batchLoadFileID
    const isPending = pendingChanges.some(({ kind, subject }) => changeTypes[kind].area === 'order' && subject === id)
    const waitText = query && staleReason(query)
    const rows = details ? listOf(DETAILS_METHOD, details).map((row) => toOrderRow(row, row.virtualCardOrderId)) : []
    return {
      id,
      name: m.orders_orderName({ batchLoadFileID: id }),
      description: order.campaignName,
      maker: orderToRow(order).ORDEREDBY,
      size: orderSize(order),
      warnings: warningsOf(order, rows).map(({ title }) => title),
      funding: details?.funding && apiToFunding(details.funding),
      refusal:
        orderDecisionRefusal(toOrderToDecide(order), viewerId) ??
        (isPending ? m.common_earlierDecisionPending() : query?.failure && waitText),
      waitText,
      toRequest: (reason) =>
        orderToChange({ orderId: id, size: orderSize(order), fingerprint: order.fingerprint, reason }, decision),
    }
  })
}
