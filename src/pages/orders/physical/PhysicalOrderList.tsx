// The physical orders that can still be cancelled, as a table.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import type { ReactNode } from 'react'
import type { PhysicalOrder } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import type { ShownList } from '#domain/lists.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useExport, fetchAllRows } from '#services/lists/useExport.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { DoneBy, NamedFile, TwoLines } from '#ui/tables/cells.tsx'
import { orderAmount } from '../words.ts'

interface PhysicalOrderListProps {
  readonly list: ShownList<PhysicalOrder>
  readonly onDetails: (order: PhysicalOrder) => void
  readonly onCancel: (order: PhysicalOrder) => void
  readonly empty: ReactNode
}

export function PhysicalOrderList({ list, onDetails, onCancel, empty }: PhysicalOrderListProps) {
  const { online } = useConnection()
  const download = useExport({
    name: `PhysicalOrders_${useToday()}`,
    sheet: m.common_physicalOrders(),
    columns,
    rows: () => fetchAllRows('physicalCardOrders', {}, ({ orders }) => orders),
  })
  return (
    <ListPanel<PhysicalOrder>
      title={m.orders_canBeCancelled()}
      download={download}
      caption={m.common_physicalOrders()}
      list={list}
      columns={columns}
      rowKey={({ orderId }) => orderId}
      cells={cells}
      actions={(order) => (
        <>
          <Button
            size="small"
            kind="quiet"
            disabledReason={online ? undefined : OFFLINE_REASON}
            onClick={() => onCancel(order)}
            aria-label={m.orders_cancelOrderLabel({ orderId: order.orderId })}
          >
            {m.common_cancelAction()}
          </Button>
          <Button
            size="small"
            onClick={() => onDetails(order)}
            aria-label={m.orders_detailsOfOrder({ orderId: order.orderId })}
          >
            {m.common_details()}
          </Button>
        </>
      )}
      empty={empty}
    />
  )
}

const columns: readonly Column<PhysicalOrder>[] = [
  { key: 'orderId', label: m.common_order(), format: 'status' },
  { key: 'campaignName', label: m.common_campaign(), format: 'text' },
  { key: 'totalLoadAmount', label: m.common_loadAmount(), format: 'amount' },
  { key: 'totalFee', label: m.common_fee(), format: 'amount' },
  { key: 'orderedBy', label: m.common_orderedBy(), format: 'text' },
  { key: 'finalAt', label: m.orders_finalOn(), format: 'instant' },
  { key: 'cardsCount', label: m.common_cardsLabel(), format: 'count', onlyOn: 'files' },
  { key: 'quotationNumber', label: m.common_quotationNumberLabel(), format: 'text', onlyOn: 'files' },
  { key: 'fileName', label: m.common_fileLabel(), format: 'text', onlyOn: 'files' },
  { key: 'currency', label: m.common_currency(), format: 'text', onlyOn: 'files' },
  { key: 'orderedAt', label: m.common_ordered(), format: 'instant', onlyOn: 'files' },
  { key: 'duplicateReason', label: m.orders_reasonToOrderAgain(), format: 'text', onlyOn: 'files' },
]

const cells: Partial<Record<keyof PhysicalOrder, (order: PhysicalOrder) => ReactNode>> = {
  campaignName: (order) => (
    <NamedFile name={order.campaignName} file={commas([order.quotationNumber, order.fileName])} />
  ),
  totalLoadAmount: (order) => (
    <TwoLines first={orderAmount(order.totalLoadAmount)} second={cardCountToText(order.cardsCount, 'physical')} />
  ),
  totalFee: (order) => orderAmount(order.totalFee),
  orderedBy: (order) => <DoneBy by={order.isOwn ? m.orders_you() : order.orderedBy} at={order.orderedAt} />,
  finalAt: (order) => order.finalAt !== null && <Instant value={order.finalAt} wraps />,
}
