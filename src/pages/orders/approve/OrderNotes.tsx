// Warnings about an order: the funds are missing, rows could not be issued now, cards were not issued, or customers get
// more than one card.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import type { Funding } from '#domain/funding/funds.ts'
import { countRowWarnings, isInvalid } from '#domain/order/row-warnings.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { ApprovalNote } from '#pages/shared/ApprovalNote.tsx'
import { ShowRowsButton } from '#pages/shared/decision-list/ShowRowsButton.tsx'
import { FundingNote, failingCardsText } from '#pages/shared/Funding.tsx'
import { Banner } from '#ui/Banner.tsx'
import { numberToText } from '#words/figures.ts'
import type { OrderRow } from '../order-rows.ts'
import type { OrderRowFilter } from '../OrderTable.tsx'
import { MessageNote } from '../MessageNote.tsx'
import { orderAmount } from '../words.ts'
import { type OrderRowWarning, rowWarningsOf } from './warnings.ts'

interface OrderNotesProps {
  readonly order: VirtualCardOrdersBatchLoad
  readonly rows: readonly OrderRow[]
  readonly funding: Funding | undefined
  /** Filters the rows of the details. Undefined in a dialog, which shows no rows. */
  readonly onShowRows?: (filter: OrderRowFilter) => void
}

/** Maximum number of reasons shown; the rows show all reasons. */
const MAX_REASONS = 5

export function OrderNotes({ order, rows, funding, onShowRows }: OrderNotesProps) {
  const isAwaiting = order.state === 'awaiting'
  const waitingRows = rows.filter(({ state }) => state === 'waiting')
  const failedRows = rows.filter(({ state }) => state === 'failed')
  const unissuedCount = isAwaiting ? waitingRows.length : failedRows.length
  return (
    <div className="peer grid gap-3 empty:hidden">
      <ApprovalNote approval={order.approval} />
      <FundingNote
        funding={funding}
        formatMoney={orderAmount}
        failText={(failing) => failingCardsText(failing, { total: unissuedCount, type: 'virtual' })}
      >
        {isAwaiting ? m.orders_topUpOrIssueRest() : m.orders_topUpFirst()}
      </FundingNote>
      {warningsOf(order, rows).map(({ title, text, filter }) => (
        <Banner
          key={title}
          kind="warning"
          title={title}
          actions={filter && onShowRows && <ShowRowsButton warningTitle={title} onClick={() => onShowRows(filter)} />}
        >
          {text}
        </Banner>
      ))}
      {!isAwaiting && <MessageNote type="virtual" rows={rows} />}
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
  /** The filter of the rows with this warning; undefined if the warning is about the whole order. */
  readonly filter: OrderRowFilter | undefined
}

/** The warnings about an order and its rows before cards are issued. `FundingNote` shows missing funds. */
export function warningsOf(order: VirtualCardOrdersBatchLoad, rows: readonly OrderRow[]): readonly Warning[] {
  const rowWarnings = order.state === 'awaiting' ? rowWarningsOf(countRowWarnings(rows)) : []
  const warnings: Warning[] = rowWarnings.map(({ kind, title, filter }) => ({
    title,
    text: textsOfRowWarnings[kind](rows),
    filter,
  }))
  if (order.duplicateReason === null) return warnings
  const duplicateWarning: Warning = {
    title: m.orders_sameCardsWereOrderedBefore(),
    text: m.orders_reasonGiven({ duplicateReason: order.duplicateReason }),
    filter: undefined,
  }
  return [duplicateWarning, ...warnings]
}

const textsOfRowWarnings: Readonly<Record<OrderRowWarning['kind'], (rows: readonly OrderRow[]) => ReactNode>> = {
  duplicates: () => m.orders_eachRowIsCard(),
  repeated: () => m.orders_alsoInOrdersHint(),
  invalid: (rows) => <Reasons rows={rows.filter(isInvalid)} />,
  withoutMessage: () => m.orders_issuedWithoutMessage(),
}

/** The reasons of the rows with the number of rows for each, the most frequent first. */
function Reasons({ rows }: { readonly rows: readonly OrderRow[] }) {
  const counts = new Map<string, number>()
  for (const { ERROR } of rows) counts.set(ERROR, (counts.get(ERROR) ?? 0) + 1)
  const sortedReasons = [...counts].toSorted(([, countOfA], [, countOfB]) => countOfB - countOfA)
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
