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

/** The text below the state. */
function OrderOutcome({ row }: { readonly row: MyOrderRow }) {
  const { state, resultText, cancellable } = row
  const isCancelledByOther = state === 'cancelled' && resultText !== ''
  // The reason for a rejection or for another user's cancellation.
  if (state === 'rejected' || isCancelledByOther)
    return (
      <span title={resultText} className="whitespace-normal sm:line-clamp-2 sm:max-w-44 sm:@max-[68rem]:max-w-33">
        {resultText === '' ? <FreeText text={null} /> : resultText}
      </span>
    )
  // The deadline for a cancellation.
  if (cancellable)
    return (
      <span className="block whitespace-normal sm:max-w-44 sm:@max-[68rem]:max-w-33">
        <CancelDeadline order={row} />
      </span>
    )
  // The progress of the cards.
  return resultText === '' ? null : <Outcome words={resultText} />
}

/** The time until which an order can be cancelled. */
export function CancelDeadline({ order }: { readonly order: MyOrder }) {
  if (order.finalAt === null) return m.orders_cancellableUntilDecided()
  return (
    <>
      {m.orders_canBeCancelledUntil()} <Instant value={order.finalAt} short />
    </>
  )
}
