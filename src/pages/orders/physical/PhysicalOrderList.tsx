// The physical orders that can still be cancelled, as a table.
import type { ReactNode } from 'react'
import type { PhysicalOrder } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import type { ShownList } from '#domain/lists.ts'
import { cardsToWords } from '#domain/order/words.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useExport, wholeList } from '#services/lists/useExport.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { DoneBy, NamedFile, Twice } from '#ui/tables/TwoLines.tsx'
import * as say from '#words/pages/orders/physical.ts'
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
    sheet: say.physicalOrders,
    columns,
    rows: () => wholeList('physicalCardOrders', {}, ({ orders }) => orders),
  })
  return (
    <ListPanel<PhysicalOrder>
      title={say.canBeCancelled}
      download={download}
      caption={say.physicalOrders}
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
            aria-label={say.cancelOrderOrderId(order.orderId)}
          >
            {say.cancel}
          </Button>
          <Button size="small" onClick={() => onDetails(order)} aria-label={say.detailsOfOrder(order.orderId)}>
            {say.details}
          </Button>
        </>
      )}
      empty={empty}
    />
  )
}

const columns: readonly Column<PhysicalOrder>[] = [
  { key: 'orderId', label: say.order, format: 'status' },
  { key: 'campaignName', label: say.campaign, format: 'text' },
  { key: 'totalLoadAmount', label: say.loadAmount, format: 'amount' },
  { key: 'totalFee', label: say.fee, format: 'amount' },
  { key: 'orderedBy', label: say.orderedBy, format: 'text' },
  { key: 'finalAt', label: say.finalOn, format: 'instant' },
  { key: 'cardsCount', label: say.cards, format: 'count', on: 'files' },
  { key: 'quotationNumber', label: say.quotationNumber, format: 'text', on: 'files' },
  { key: 'fileName', label: say.file, format: 'text', on: 'files' },
  { key: 'currency', label: say.currency, format: 'text', on: 'files' },
  { key: 'orderedAt', label: say.ordered, format: 'instant', on: 'files' },
  { key: 'duplicateReason', label: say.reasonToOrderAgain, format: 'text', on: 'files' },
]

const cells: Partial<Record<keyof PhysicalOrder, (order: PhysicalOrder) => ReactNode>> = {
  campaignName: (order) => (
    <NamedFile
      name={order.campaignName}
      file={[order.quotationNumber, order.fileName].filter((text) => text !== '').join(', ')}
    />
  ),
  totalLoadAmount: (order) => (
    <Twice first={orderAmount(order.totalLoadAmount)} second={cardsToWords(order.cardsCount, 'physical')} />
  ),
  totalFee: (order) => orderAmount(order.totalFee),
  orderedBy: (order) => <DoneBy by={order.isOwn ? say.you : order.orderedBy} at={order.orderedAt} />,
  finalAt: (order) => order.finalAt !== null && <Instant value={order.finalAt} breaks />,
}
