// The details of an order, for its maker and for users who can cancel the order: first the notes, then the facts, then
// each row with its result.
import { m } from '#words/messages.js'
import { type ReactNode, useMemo } from 'react'
import type { MyOrder, PhysicalOrder } from '#contract/orders.ts'
import type { Result } from '#contract/operations.ts'
import { orderTypes } from '#domain/order/types.ts'
import { type ApiFunding, apiToFunding } from '#domain/funding/funds.ts'
import { hasIssuingStarted, isCancellable } from '#domain/order/states.ts'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { ApprovalNote } from '#pages/shared/ApprovalNote.tsx'
import { FundingNote, fundingFacts, failingCardsText } from '#pages/shared/Funding.tsx'
import { Banner } from '#ui/Banner.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { UserAndTime } from '#ui/tables/cells.tsx'
import { numberToText } from '#words/figures.ts'
import { toOrderRow } from './order-rows.ts'
import { CancelDeadline } from './mine/cells.tsx'
import { orderToMyRow } from './mine/rows.ts'
import { MessageNote } from './MessageNote.tsx'
import { OrderBadge } from './OrderBadge.tsx'
import { OrderTable } from './OrderTable.tsx'
import { FEES_CHARGED_LABEL, LOADED_LABEL, orderAmount } from './words.ts'

type RowsResponse = Result<'myCardOrderRows'>
/** A row of an order of physical cards or of virtual cards. */
type Row = NonNullable<RowsResponse['cardOrders'] | RowsResponse['virtualCardOrders']>[number]

interface OrderContentProps {
  readonly order: MyOrder
  readonly rows: readonly Row[]
  /** In the format of the response. */
  readonly funding: ApiFunding | undefined
  /** Who placed the order, and why they ordered the same cards again. Undefined for the user's own orders. */
  readonly placedBy?: Pick<PhysicalOrder, 'orderedBy' | 'duplicateReason'>
  /** Additional notes, shown after the note about a rejection, a cancellation or a repeated order. */
  readonly children?: ReactNode
}

export function OrderContent({ order, rows, funding: apiFunding, placedBy, children }: OrderContentProps) {
  // The viewer can do nothing about the funding of an issued order, since only approvers retry failed cards.
  const shownFunding = isCancellable(order.state) ? apiFunding : undefined
  const funding = shownFunding && apiToFunding(shownFunding)
  const hasResult = order.state !== 'awaiting' && order.state !== 'placed'
  const tableRows = useMemo(() => rows.map((row) => toOrderRow(row, String(row.rowNumber))), [rows])
  return (
    <div className="grid gap-4">
      {order.state === 'rejected' && (
        <Banner kind="critical" title={m.orders_thisOrderWasRejected()}>
          {order.rejectReason ?? m.common_noReasonSentence()}
        </Banner>
      )}
      {order.cancelledBy && (
        <Banner kind="critical" title={m.orders_cancelledByOther({ who: order.cancelledBy })}>
          {order.cancelReason ?? m.common_noReasonSentence()}
        </Banner>
      )}
      {placedBy?.duplicateReason && (
        <Banner kind="warning" title={m.orders_sameCardsWereOrderedBefore()}>
          {m.orders_mineReasonGiven({ reason: placedBy.duplicateReason })}
        </Banner>
      )}
      <ApprovalNote approval={order.approval} />
      {children}
      <FundingNote
        funding={funding}
        formatMoney={orderAmount}
        failText={(failing) => failingCardsText(failing, { total: rows.length, type: order.kind })}
      >
        {order.kind === 'physical' ? m.orders_topUpBeforeFinal() : m.orders_topUpBeforeApproval()}
      </FundingNote>
      <MessageNote type={order.kind} rows={tableRows} />
      <Facts facts={[...orderToFacts(order, placedBy?.orderedBy), ...fundingFacts(funding, orderAmount)]} />
      <OrderTable type={order.kind} rows={tableRows} hasResult={hasResult} fileName={`Order_${order.orderId}`} />
    </div>
  )
}

function orderToFacts(order: MyOrder, orderedBy: string | undefined): readonly Fact[] {
  const { hasQuotation, needsApproval } = orderTypes[order.kind]
  const { typeText, resultText } = orderToMyRow(order)
  const { state, cancellable, finalAt, cancelledAt, decidedBy, decidedAt, issuedLoadAmount, issuedFee, fetchedAt } =
    order
  const isFinal = !cancellable && cancelledAt === null
  const showsDecision = needsApproval || order.approval !== undefined
  const hasStarted = hasIssuingStarted(state)
  // The note of a rejected or cancelled order already has the reason.
  const showsResult = state !== 'rejected' && state !== 'cancelled' && resultText !== ''
  const hasProducerFile = order.kind === 'physical' && order.issuedCount > 0
  const facts: (Fact | false)[] = [
    { label: m.common_status(), value: <OrderBadge state={state} /> },
    { label: m.common_type(), value: typeText },
    { label: m.common_campaign(), value: order.campaignName },
    hasQuotation && { label: m.common_quotationNumberLabel(), value: order.quotationNumber },
    hasQuotation && { label: m.common_plasticId(), value: order.plasticid },
    hasQuotation && { label: m.common_designId(), value: order.designid },
    { label: m.common_fileLabel(), value: order.fileName || m.orders_typedOneByOne() },
    orderedBy === undefined
      ? { label: m.common_ordered(), value: <Instant value={order.orderedAt} /> }
      : { label: m.common_orderedBy(), value: <UserAndTime name={orderedBy} at={order.orderedAt} /> },
    cancellable && { label: m.common_cancelAction(), value: <CancelDeadline order={order} /> },
    isFinal && finalAt !== null && { label: m.orders_final(), value: <Instant value={finalAt} /> },
    cancelledAt !== null && { label: m.orders_cancelled(), value: <Instant value={cancelledAt} /> },
    showsDecision &&
      decidedBy !== null && {
        label: state === 'rejected' ? m.common_rejectedBy() : m.common_approvedBy(),
        value: <UserAndTime name={decidedBy} at={decidedAt} />,
      },
    { label: m.common_cardsLabel(), value: numberToText(order.cardsCount) },
    { label: m.common_totalLoadAmount(), value: orderAmount(order.totalLoadAmount) },
    { label: m.orders_totalFee(), value: orderAmount(order.totalFee) },
    hasStarted && issuedLoadAmount !== undefined && { label: LOADED_LABEL, value: orderAmount(issuedLoadAmount) },
    hasStarted && issuedFee !== undefined && { label: FEES_CHARGED_LABEL, value: orderAmount(issuedFee) },
    showsResult && { label: m.common_result(), value: resultText },
    hasProducerFile &&
      fetchedAt !== undefined && { label: m.orders_producerFile(), value: <FileState fetchedAt={fetchedAt} /> },
    { label: m.common_controlCode(), value: <ControlCode fingerprint={order.fingerprint} /> },
  ]
  return facts.filter((fact) => fact !== false)
}

/** When the file for the card producer was downloaded. `fetchedAt` is null if it was not. */
function FileState({ fetchedAt }: { readonly fetchedAt: string | null }) {
  if (fetchedAt === null) return m.orders_notDownloadedYet()
  return <UserAndTime name={m.orders_downloaded()} at={fetchedAt} />
}
