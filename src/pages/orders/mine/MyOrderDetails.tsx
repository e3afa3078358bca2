// One own order: its facts, and each row with what has become of it.
import { useMemo } from 'react'
import type { MyOrder } from '#contract/orders.ts'
import type { Result } from '#contract/operations.ts'
import { orderKinds } from '#domain/order/kinds.ts'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Who } from '#ui/Twice.tsx'
import { number } from '#words/figures.ts'
import * as say from '#words/pages/orders/mine.ts'
import { toOrderRow } from '../fields.ts'
import { OrderBadge } from '../OrderBadge.tsx'
import { OrderTable } from '../OrderTable.tsx'
import { FEES_CHARGED, isBegun, LOADED, orderAmount } from '../words.ts'
import { UntilWhen } from './MyOrderList.tsx'
import { orderToMyRow } from './rows.ts'

interface MyOrderDetailsProps {
  readonly orderId: string
  readonly onClose: () => void
  readonly onAgain: (order: MyOrder) => void
  readonly onCancel: (order: MyOrder) => void
}

export function MyOrderDetails({ orderId, onClose, onAgain, onCancel }: MyOrderDetailsProps) {
  const asked = useAsk('myCardOrderRows', { orderId }, { fresh: true })
  const order = asked.data?.order
  const { online } = useConnection()
  return (
    <DetailsDialog
      title={say.myOrder}
      description={say.orderOrderIdValue(orderId, order ? ` · ${order.campaignName}` : '')}
      noun="order"
      notKept={say.rowsOfOrderAreNotKept}
      asked={asked}
      onClose={onClose}
      buttons={
        order && (
          <>
            <TrailLink type="order" id={orderId} />
            {order.cancellable && (
              <Button disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => onCancel(order)}>
                {say.cancelOrderLabel}
              </Button>
            )}
            <Button kind="primary" onClick={() => onAgain(order)}>
              {say.orderAgain}
            </Button>
          </>
        )
      }
    >
      {asked.data && <Content answer={asked.data} />}
    </DetailsDialog>
  )
}

function Content({ answer }: { readonly answer: Result<'myCardOrderRows'> }) {
  const { order } = answer
  const rows = useMemo(
    () => [...(answer.cardOrders ?? []), ...(answer.virtualCardOrders ?? [])].map((row) => toOrderRow(row, String(row.rowNumber))),
    [answer],
  ) // oxfmt-ignore
  return (
    <div className="grid gap-4">
      {order.state === 'rejected' && (
        <Banner kind="critical" title={say.thisOrderWasRejected}>
          {order.rejectReason ?? say.noReasonWasGiven}
        </Banner>
      )}
      <Facts facts={factsOf(order)} />
      <OrderTable
        type={order.kind}
        rows={rows}
        hasResult={order.state !== 'awaiting' && order.state !== 'placed'}
        file={`Order_${order.orderId}`}
      />
    </div>
  )
}

function factsOf(order: MyOrder): readonly Fact[] {
  const { hasQuotation, isApproved } = orderKinds[order.kind]
  const { TYPE, RESULT } = orderToMyRow(order)
  const facts: (Fact | false)[] = [
    { label: say.status, value: <OrderBadge state={order.state} /> },
    { label: say.type, value: TYPE },
    { label: say.campaign, value: order.campaignName },
    hasQuotation && { label: say.quotationNumber, value: order.quotationNumber },
    hasQuotation && { label: say.plasticId, value: order.plasticid },
    hasQuotation && { label: say.designId, value: order.designid },
    { label: say.file, value: order.fileName || say.typedOneByOne },
    { label: say.ordered, value: <Instant value={order.orderedAt} /> },
    order.cancellable && { label: say.cancel, value: <UntilWhen order={order} /> },
    !order.cancellable && order.finalAt !== null && { label: say.final, value: <Instant value={order.finalAt} /> },
    order.cancelledAt !== null && { label: say.cancelled, value: <Instant value={order.cancelledAt} /> },
    isApproved &&
      order.decidedBy !== null && {
        label: order.state === 'rejected' ? say.rejectedBy : say.approvedBy,
        value: <Who name={order.decidedBy} at={order.decidedAt} />,
      },
    { label: say.cards, value: number(order.cardsCount) },
    { label: say.totalLoadAmount, value: orderAmount(order.totalLoadAmount) },
    { label: say.totalFee, value: orderAmount(order.totalFee) },
    isBegun(order) &&
      order.issuedLoadAmount !== undefined && { label: LOADED, value: orderAmount(order.issuedLoadAmount) },
    isBegun(order) && order.issuedFee !== undefined && { label: FEES_CHARGED, value: orderAmount(order.issuedFee) },
    order.state !== 'rejected' && RESULT !== '' && { label: say.result, value: RESULT },
    { label: say.controlCode, value: <ControlCode fingerprint={order.fingerprint} /> },
  ]
  return facts.filter((fact) => fact !== false)
}
