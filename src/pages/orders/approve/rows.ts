// The rows of the list: the API's orders with their texts, and the columns for each status.
import { m } from '#words/messages.js'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import { decimalToCents } from '#domain/money.ts'
import type { OrderToDecide } from '#domain/order/decisions.ts'
import { orderProgressToText } from '#domain/order/status.ts'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'
import type { ListWarning } from '#pages/shared/decision-list/ListWarnings.tsx'
import type { OrderRowFilter } from '../OrderTable.tsx'
import { FEES_CHARGED_LABEL, LOADED_LABEL, orderAmount, sizeOf } from '../words.ts'
import { rowWarningsOf } from './warnings.ts'

/** An order of the API with texts for the list; the names of these texts are in capitals. */
export interface ListedOrder extends VirtualCardOrdersBatchLoad {
  readonly ORDEREDBY: string
  readonly APPROVEDBY: string
  readonly REJECTEDBY: string
  /** What an approver should know before opening the order. */
  readonly WARNINGS: readonly ListWarning[]
  /** `WARNINGS` as one text for files, or ''. */
  readonly WARNING: string
  /** The number of cards by result: '10 issued, 2 not issued'. */
  readonly OUTCOME: string
}

export function orderToRow(order: VirtualCardOrdersBatchLoad): ListedOrder {
  const warnings = listWarningsOf(order)
  return {
    ...order,
    ORDEREDBY: fullName(order.uploadUserFirstName, order.uploadUserLastName),
    APPROVEDBY: fullName(order.approvalUserFirstName, order.approvalUserLastName),
    REJECTEDBY: fullName(order.rejectUserFirstName, order.rejectUserLastName),
    WARNINGS: warnings,
    WARNING: warnings.map(({ title }) => title).join('. '),
    OUTCOME: orderProgressToText(order),
  }
}

/** The same warnings as in the details and the dialogs. If the server has not checked the cards, a warning says so. */
function listWarningsOf(order: VirtualCardOrdersBatchLoad): ListWarning[] {
  const { state, duplicateReason, fundsMissing = '0.00', rowWarnings, approval } = order
  if (state !== 'awaiting') return []
  const warnings: ListWarning[] = []
  if (approval) warnings.push({ title: m.approvals_signedOf(approval) })
  if (duplicateReason !== null) warnings.push({ title: m.orders_sameCardsWereOrderedBefore() })
  const missingCents = decimalToCents(fundsMissing) ?? 0
  if (missingCents > 0) {
    const filter: OrderRowFilter = 'warned'
    warnings.push({ title: m.common_fundingShort({ amount: orderAmount(missingCents) }), filter })
  }
  // Null means that the list was too long for the server to check the cards of this order.
  if (rowWarnings === null) warnings.push({ title: m.common_rowsNotChecked() })
  if (rowWarnings) for (const { title, filter } of rowWarningsOf(rowWarnings)) warnings.push({ title, filter })
  return warnings
}

/** Converts an order to the input of the rules about decisions. */
export const toOrderToDecide = ({
  state,
  uploadUserId,
  keyMakerUserId,
  approval,
}: VirtualCardOrdersBatchLoad): OrderToDecide => ({
  state,
  orderedBy: uploadUserId,
  keyMakerId: keyMakerUserId,
  refusals: approval?.refusals,
})

/** '12 virtual cards, S$ 240.00'. */
export const orderSize = ({ cardsCount, totalLoadAmount }: VirtualCardOrdersBatchLoad): string =>
  sizeOf('virtual', { cardCount: cardsCount, loadMinor: totalLoadAmount })

/** The total load amount of the orders: 'S$ 240.00'. */
export const sumOf = (orders: readonly VirtualCardOrdersBatchLoad[]): string =>
  orderAmount(orders.reduce((sum, { totalLoadAmount }) => sum + totalLoadAmount, 0))

/** First the columns that all filters share, then the columns of the chosen filter, then the columns of files only. */
export const columnsOf = (filter: VirtualOrderFilter): readonly Column<ListedOrder>[] => [
  { key: 'batchLoadFileID', label: m.common_order(), format: 'shortText' },
  { key: 'campaignName', label: m.common_campaign(), format: 'text' },
  { key: 'cardsCount', label: m.common_cardsLabel(), format: 'count', wideOnly: true },
  { key: 'totalLoadAmount', label: m.common_loadAmount(), format: 'amount' },
  { key: 'totalFee', label: m.common_fee(), format: 'amount', wideOnly: true },
  { key: 'ORDEREDBY', label: m.common_orderedBy(), format: 'text' },
  ...columnsByFilter[filter],
  { key: 'issuedLoadAmount', label: LOADED_LABEL, format: 'amount', onlyOn: 'files' },
  { key: 'issuedFee', label: FEES_CHARGED_LABEL, format: 'amount', onlyOn: 'files' },
  { key: 'fileName', label: m.common_fileLabel(), format: 'text', onlyOn: 'files' },
  { key: 'currency', label: m.common_currency(), format: 'text', onlyOn: 'files' },
  { key: 'uploadDate', label: m.common_ordered(), format: 'instant', onlyOn: 'files' },
  { key: 'approvalDate', label: m.common_approved(), format: 'instant', onlyOn: 'files' },
  { key: 'rejectDate', label: m.common_rejectedLabel(), format: 'instant', onlyOn: 'files' },
]

const columnsByFilter: Readonly<Record<VirtualOrderFilter, readonly Column<ListedOrder>[]>> = {
  [virtualOrderFilters.awaiting]: [{ key: 'WARNING', label: m.common_warnings(), format: 'text' }],
  [virtualOrderFilters.approved]: [
    { key: 'OUTCOME', label: m.common_result(), format: 'shortText' },
    { key: 'APPROVEDBY', label: m.common_approvedBy(), format: 'text' },
  ],
  [virtualOrderFilters.rejected]: [
    { key: 'rejectReason', label: m.common_reason(), format: 'text' },
    { key: 'REJECTEDBY', label: m.common_rejectedBy(), format: 'text' },
  ],
}

const fullName = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ')
