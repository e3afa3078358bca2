// Warnings about an order: missing funds, rows that could not be issued now, cards that were not issued, customers who
// get more than one card.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import type { Funding } from '#domain/funding.ts'
import { cardCountToText, ordersToText } from '#domain/order/words.ts'
import { failingCardsText, FundingNote } from '#pages/shared/Funding.tsx'
import { Banner } from '#ui/Banner.tsx'
import { numberToText } from '#words/figures.ts'
import type { OrderRow } from '../order-rows.ts'
import { duplicateReferences } from '../OrderTable.tsx'
import { MessageNote } from '../MessageNote.tsx'
import { orderAmount } from '../words.ts'

interface OrderNotesProps {
  readonly order: VirtualCardOrdersBatchLoad
  readonly rows: readonly OrderRow[]
  readonly funding: Funding | undefined
}

/** Maximum number of reasons shown; the rows show all reasons. */
const MAX_REASONS = 5

/** Maximum number of other orders that a warning names. */
const MAX_ORDERS = 3

export function OrderNotes({ order, rows, funding }: OrderNotesProps) {
  const unissuedCount = rows.filter(({ state }) => state === (order.state === 'awaiting' ? 'waiting' : 'failed')).length
  const failedRows = rows.filter(({ state }) => state === 'failed')
  return (
    <div className="peer grid gap-3 empty:hidden">
      <FundingNote funding={funding} money={orderAmount} failureText={failingCardsText(unissuedCount, 'virtual')}>
        {order.state === 'awaiting' ? m.orders_topUpOrIssueRest() : m.orders_topUpFirst()}
      </FundingNote>
      {warningsOf(order, rows).map(({ title, text }) => (
        <Banner key={title} kind="warning" title={title}>
          {text}
        </Banner>
      ))}
      <MessageNote type="virtual" rows={rows} />
      {failedRows.length > 0 && (
        <Banner
          kind="warning"
          title={m.orders_countNotIssued({
            cards: cardCountToText(failedRows.length, 'virtual'),
            cardsCount: failedRows.length,
          })}
        >
          <Reasons rows={failedRows} />
        </Banner>
      )}
    </div>
  )
}

interface Warning {
  readonly title: string
  readonly text: ReactNode
}

/** The warnings about an order and its rows before cards are issued, except the warning about the funding account. */
export function warningsOf(order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]): readonly Warning[] {
  const invalidRows = rows.filter(
    ({ state, ERROR, isUncovered }) => state === 'waiting' && ERROR !== '' && !isUncovered,
  )
  const duplicates = order.state === 'awaiting' ? duplicateReferences(rows) : new Set<string>()
  const duplicateCount = rows.filter(({ customerReference }) => duplicates.has(customerReference)).length
  const alsoOrderedRows = rows.filter(({ repeatedIn }) => repeatedIn.length > 0)
  const cards = (count: number) => cardCountToText(count, 'virtual')
  const warnings: (Warning | false)[] = [
    order.duplicateReason !== null && {
      title: m.orders_sameCardsWereOrderedBefore(),
      text: m.orders_reasonGiven({ duplicateReason: order.duplicateReason }),
    },
    duplicateCount > 0 && {
      title: m.orders_approveReferencesRepeated({ cards: cards(duplicateCount) }),
      text: m.orders_eachRowIsCard(),
    },
    alsoOrderedRows.length > 0 && {
      title: m.orders_alsoInOrders({
        cards: cards(alsoOrderedRows.length),
        count: alsoOrderedRows.length,
        orders: ordersToText(otherOrdersOf(alsoOrderedRows), MAX_ORDERS),
      }),
      text: m.orders_alsoInOrdersHint(),
    },
    invalidRows.length > 0 && {
      title: m.orders_countCannotBeIssuedNow({ count: cards(invalidRows.length) }),
      text: <Reasons rows={invalidRows} />,
    },
  ]
  return warnings.filter((warning) => warning !== false)
}

/** The ids of the other orders with cards for the same people, each only once, newest first. */
const otherOrdersOf = (rows: readonly OrderRow[]): readonly string[] =>
  [...new Set(rows.flatMap(({ repeatedIn }) => repeatedIn))].toSorted((a, b) => Number(b) - Number(a))

function Reasons({ rows }: { readonly rows: readonly OrderRow[] }) {
  const counts = new Map<string, number>()
  for (const { ERROR } of rows) counts.set(ERROR, (counts.get(ERROR) ?? 0) + 1)
  const sortedReasons = [...counts].toSorted((a, b) => b[1] - a[1])
  const otherReasonCount = sortedReasons.length - MAX_REASONS
  return (
    <ul>
      {sortedReasons.slice(0, MAX_REASONS).map(([reason, count]) => (
        <li key={reason}>
          {reason === '' ? m.common_noReasonGiven() : reason.replace(/\.$/, '')}: {numberToText(count)}
        </li>
      ))}
      {otherReasonCount > 0 && <li>{m.orders_andOtherReasons({ count: otherReasonCount })}</li>}
    </ul>
  )
}
