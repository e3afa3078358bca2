// The maker's own orders of both types as a table, newest first.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import type { ReactNode } from 'react'
import type { MyOrder } from '#contract/orders.ts'
import type { Params } from '#contract/operations.ts'
import { cardCountToText } from '#domain/order/words.ts'
import type { ParamsResult } from '#domain/query-specs.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useExport, fetchAllRows } from '#services/lists/useExport.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import type { ShownList } from '#domain/lists.ts'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { RowActions } from '#ui/tables/RowActions.tsx'
import { NamedFile, Outcome, TwoLines, FreeText } from '#ui/tables/cells.tsx'
import { OrderBadge } from '../OrderBadge.tsx'
import { chargedSoFarText, loadedSoFarText, orderAmount } from '../words.ts'
import { myOrderColumns, type MyOrderRow, orderToMyRow } from './rows.ts'

interface MyOrderListProps {
  readonly list: ShownList<MyOrderRow>
  /** The parameters of the list, for a download of all its pages. */
  readonly request: ParamsResult<Params<'myCardOrders'>>
  readonly onDetails: (order: MyOrder) => void
  readonly onOrderAgain: (order: MyOrder) => void
  readonly onCancel: (order: MyOrder) => void
  readonly empty: ReactNode
}

export function MyOrderList({ list, request, onDetails, onOrderAgain, onCancel, empty }: MyOrderListProps) {
  const { online } = useConnection()
  const download = useExport({
    name: `MyOrders_${useToday()}`,
    sheet: m.common_myOrders(),
    columns: myOrderColumns,
    rows: async () =>
      request.ok ? fetchAllRows('myCardOrders', request.params, ({ orders }) => orders.map(orderToMyRow)) : undefined,
  })
  return (
    <ListPanel<MyOrderRow>
      title={m.orders_orders()}
      download={download}
      caption={m.common_myOrders()}
      list={list}
      columns={myOrderColumns}
      rowKey={({ orderId }) => orderId}
      cells={cells}
      actions={(row) => (
        <RowActions narrowColumns={1}>
          {row.cancellable && (
            <Button
              size="small"
              kind="quiet"
              disabledReason={online ? undefined : OFFLINE_REASON}
              onClick={() => onCancel(row)}
              aria-label={m.orders_cancelOrderLabel({ orderId: row.orderId })}
            >
              {m.common_cancelAction()}
            </Button>
          )}
          <Button
            size="small"
            onClick={() => onOrderAgain(row)}
            aria-label={m.orders_orderAgainLabel({ orderId: row.orderId })}
          >
            {m.orders_orderAgain()}
          </Button>
          <Button
            size="small"
            onClick={() => onDetails(row)}
            aria-label={m.orders_detailsOfOrder({ orderId: row.orderId })}
          >
            {m.common_details()}
          </Button>
        </RowActions>
      )}
      onOpen={onDetails}
      empty={empty}
    />
  )
}

const cells: Partial<Record<keyof MyOrderRow, (row: MyOrderRow) => ReactNode>> = {
  orderId: (row) => (
    <TwoLines
      first={row.orderId}
      second={<span className="font-normal sm:@max-[68rem]:whitespace-normal">{row.TYPE}</span>}
    />
  ),
  campaignName: (row) => <NamedFile name={row.campaignName} file={commas([row.quotationNumber, row.fileName])} />,
  totalLoadAmount: (row) => (
    <TwoLines
      first={orderAmount(row.totalLoadAmount)}
      second={
        <>
          <span className="sm:@max-[68rem]:whitespace-normal">{cardCountToText(row.cardsCount, row.kind)}</span>
          <span className="block empty:hidden">{loadedSoFarText(row)}</span>
        </>
      }
    />
  ),
  totalFee: (row) => <TwoLines first={orderAmount(row.totalFee)} second={chargedSoFarText(row)} />,
  orderedAt: (row) => <Instant value={row.orderedAt} short wraps="inNarrowTable" />,
  STATE: (row) => <TwoLines first={<OrderBadge state={row.state} />} second={<OrderOutcome row={row} />} />,
}

/**
 * The text below the state: the reason for a rejection, the progress of the cards, or the deadline for a cancellation.
 */
function OrderOutcome({ row }: { readonly row: MyOrderRow }) {
  if (row.state === 'rejected' || (row.state === 'cancelled' && row.RESULT !== ''))
    return (
      <span title={row.RESULT} className="whitespace-normal sm:line-clamp-2 sm:max-w-44 sm:@max-[68rem]:max-w-33">
        {row.RESULT === '' ? <FreeText text={null} /> : row.RESULT}
      </span>
    )
  if (!row.cancellable) return row.RESULT === '' ? null : <Outcome words={row.RESULT} />
  return (
    <span className="block whitespace-normal sm:max-w-44 sm:@max-[68rem]:max-w-33">
      <CancelDeadline order={row} />
    </span>
  )
}

/** The time until which an order can be cancelled. */
export function CancelDeadline({ order }: { readonly order: MyOrder }) {
  return order.finalAt === null ? (
    m.orders_cancellableUntilDecided()
  ) : (
    <>
      {m.orders_canBeCancelledUntil()} <Instant value={order.finalAt} short />
    </>
  )
}
