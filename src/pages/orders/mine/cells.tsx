// The cells of the user's own orders, and the deadline of a cancellation.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import type { ReactNode } from 'react'
import type { MyOrder } from '#contract/orders.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { Instant } from '#ui/Instant.tsx'
import { NameAndDetail, Outcome, TwoLines, FreeText } from '#ui/tables/cells.tsx'
import { OrderBadge } from '../OrderBadge.tsx'
import { chargedSoFarText, loadedSoFarText, orderAmount } from '../words.ts'
import type { MyOrderRow } from './rows.ts'

export const myOrderCells: Partial<Record<keyof MyOrderRow, (row: MyOrderRow) => ReactNode>> = {
  orderId: (row) => (
    <TwoLines
      first={row.orderId}
      second={<span className="font-normal sm:@max-[68rem]:whitespace-normal">{row.typeText}</span>}
    />
  ),
  campaignName: (row) => <NameAndDetail name={row.campaignName} detail={commas([row.quotationNumber, row.fileName])} />,
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
  stateText: (row) => <TwoLines first={<OrderBadge state={row.state} />} second={<OrderOutcome row={row} />} />,
}

/**
 * The text below the state: the reason for a rejection, the progress of the cards, or the deadline for a cancellation.
 */
function OrderOutcome({ row }: { readonly row: MyOrderRow }) {
  if (row.state === 'rejected' || (row.state === 'cancelled' && row.resultText !== ''))
    return (
      <span title={row.resultText} className="whitespace-normal sm:line-clamp-2 sm:max-w-44 sm:@max-[68rem]:max-w-33">
        {row.resultText === '' ? <FreeText text={null} /> : row.resultText}
      </span>
    )
  if (!row.cancellable) return row.resultText === '' ? null : <Outcome words={row.resultText} />
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
