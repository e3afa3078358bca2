// One decision about several virtual card orders.
import { m } from '#words/messages.js'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { apiToFunding } from '#domain/funding/funds.ts'
import { MAX_REASON } from '#domain/order/decisions.ts'
import { orderToChange } from '#flows/pending-changes/order-changes.ts'
import { partialCountOf } from '#pages/shared/ApprovalNote.tsx'
import { FreshBulkDecision } from '#pages/shared/decision-list/FreshBulkDecision.tsx'
import type { BulkDecision } from '#pages/shared/decision-list/useDecisionList.ts'
import { listOf } from '#services/server/text-lists.ts'
import { useSession } from '#services/session/session.ts'
import { toOrderRow } from '../order-rows.ts'
import { orderAmount } from '../words.ts'
import { warningsOf } from './OrderNotes.tsx'
import { orderDecisions } from './decisions.ts'
import { orderSize, orderToRow, sumOf, toOrderToDecide } from './rows.ts'

const DETAILS_METHOD = 'fetchVirtualCardOrdersBatchLoadDetails'

export function BulkOrderDecision(bulkDecision: BulkDecision<VirtualCardOrdersBatchLoad>) {
  const viewerId = useSession()?.user.userId ?? ''
  const { decision } = bulkDecision
  return (
    <FreshBulkDecision
      {...bulkDecision}
      noun="order"
      area="order"
      formatMoney={orderAmount}
      sumOf={sumOf}
      maxReason={MAX_REASON}
      detailsMethod={DETAILS_METHOD}
      toParams={({ batchLoadFileID }) => ({ batchLoadFileID })}
      toDialogItem={(listedOrder, details) => {
        const order = details?.batchLoad ?? listedOrder
        const { batchLoadFileID: id, fingerprint, approval } = order
        const size = orderSize(order)
        const apiRows = details ? listOf(DETAILS_METHOD, details) : []
        const rows = apiRows.map((row) => toOrderRow(row, row.virtualCardOrderId))
        /** The number of signatures after this approval. Undefined if no one else has to sign then. */
        const partialCount = decision === 'approve' ? partialCountOf(approval) : undefined
        return {
          id,
          name: m.orders_orderName({ batchLoadFileID: id }),
          description: order.campaignName,
          maker: orderToRow(order).ORDEREDBY,
          size,
          warnings: [...(approval?.needs ?? []), ...warningsOf(order, rows).map(({ title }) => title)],
          funding: details?.funding && apiToFunding(details.funding),
          refusal: orderDecisions[decision].refusal(toOrderToDecide(order), viewerId),
          signWith: details?.signWith,
          toSign: () => ({ subject: 'order', id, fingerprint }),
          toRequest: (reason, proof) =>
            orderToChange({ orderId: id, size, fingerprint, reason, proof, signature: partialCount }, decision),
        }
      }}
    />
  )
}
