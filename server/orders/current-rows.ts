// Returns the rows of an order with their results. While cards can still be issued, it also returns the available funds
// and the errors that issuing them now would produce: rows that were valid at submission can fail later.
import { hasPermission } from '#domain/access/permissions.ts'
import { availableFunds, type Funding, fundsFor, toFunding } from '#domain/funding.ts'
import { type Cents, cents, sumCents } from '#domain/money.ts'
import { type IssueCheck, checkRowsToIssue } from '#domain/order/issue.ts'
import { notificationNote } from '#domain/order/notification.ts'
import type { OrderState } from '#domain/order/states.ts'
import type { VirtualCardOrderDetail } from '#contract/orders.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { orderToState } from '#server/db/order-states.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import { storedToText } from '#server/stored-text.ts'
import { refusalToWords } from '#server/notify/transport.ts'
import { findOrderCampaign } from './campaigns.ts'
import { validateStoredRows } from './validate-rows.ts'
import { type OrderCardRow, findOrderRows, type OrderRow } from './queries.ts'
import { findOtherOrdersByRow } from './repeated-rows.ts'
import { toStoredRow } from './stored-row.ts'

/** The result of a row. */
export type RowOutcome = Pick<
  VirtualCardOrderDetail,
  'state' | 'ERROR' | 'fundsShort' | 'NOTE' | 'repeatedIn' | 'voucherID'
>

export interface CurrentRow {
  readonly row: OrderCardRow
  readonly outcome: RowOutcome
}

export interface CurrentRows {
  /** In the order of the file. */
  readonly rows: readonly CurrentRow[]
  /** Undefined if no more cards can be issued. */
  readonly funding: Funding | undefined
}

export async function readCurrentRows(context: SessionContext, order: OrderRow): Promise<CurrentRows> {
  const { db, viewer } = context
  const rows = await findOrderRows(db, viewer, order.id)
  const state = orderToState(order, context.now())
  const openRows = rows.filter((row) => canBeIssued(row, order, state))
  const { checks, funding } = await checkOpenRows(context, order, openRows)
  const checksByRow = new Map(openRows.map((row, index) => [row.row_no, checks[index]]))
  const otherOrdersByRow = isPending(state)
    ? await findOtherOrdersByRow(
        context,
        { type: order.kind, campaignId: order.campaign_id, ownOrderId: order.id },
        rows,
      )
    : undefined
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  return {
    funding,
    rows: rows.map((row, index) => ({
      row,
      outcome: {
        state: row.state === 'cancelled' && order.rejected_at !== null ? 'rejected' : row.state,
        ...(isPending(state) ? checkToOutcome(checksByRow.get(row.row_no)) : {}),
        ...(row.state === 'failed' && { ERROR: storedToText(row.result_text) }),
        ...rowToNote(row),
        repeatedIn: otherOrdersByRow?.get(index),
        voucherID: canSeeCards && row.card_id !== null ? String(row.card_id) : null,
      },
    })),
  }
}

const checkToOutcome = (check: IssueCheck | undefined): Pick<RowOutcome, 'ERROR' | 'fundsShort'> =>
  check?.refusal === undefined ? {} : { ERROR: check.refusal, ...(check.isUncovered && { fundsShort: true as const }) }

/**
 * The note that the text message about the card was not or cannot be delivered. Only for a card that is issued or can
 * still be issued.
 */
function rowToNote({ fields, state, delivery_refusal: refusal }: OrderCardRow): Pick<RowOutcome, 'NOTE'> {
  if (state !== 'waiting' && state !== 'issued') return {}
  const NOTE = notificationNote(
    fields['notificationNumber'] ?? '',
    state === 'issued',
    refusal && refusalToWords(refusal),
  )
  return NOTE === undefined ? {} : { NOTE }
}

/** True if no one has decided yet, or the order can still be cancelled. */
const isPending = (state: OrderState): boolean => state === 'awaiting' || state === 'placed'

/** Failed cards of a virtual order can be retried. */
const canBeIssued = ({ state: rowState }: OrderCardRow, { kind }: OrderRow, state: OrderState): boolean =>
  isPending(state) ? rowState === 'waiting' : state === 'partlyIssued' && kind === 'virtual' && rowState === 'failed'

interface CheckedRows {
  readonly checks: readonly IssueCheck[]
  readonly funding: Funding | undefined
}

async function checkOpenRows(
  context: SessionContext,
  order: OrderRow,
  openRows: readonly OrderCardRow[],
): Promise<CheckedRows> {
  if (openRows.length === 0) return { checks: [], funding: undefined }
  const { db, viewer } = context
  const campaign = await findOrderCampaign(db, viewer, order.campaign_id)
  if (!campaign) throw new Error(`order ${order.id} has no campaign`)
  const storedRows = openRows.map(toStoredRow)
  const errors = validateStoredRows(order.kind, campaign, storedRows, programmeDay(context))
  const costs = storedRows.map(({ loadCents, feeCents }, index) => ({
    loadCents,
    feeCents: cents(feeCents + order.issue_fee_cents),
    error: errors[index],
  }))
  const account = await readFundingAccount(db, viewer.ownerId, order.currency)
  const funds = fundsFor(account, context.now(), { kind: 'order', id: order.id })
  const checks = checkRowsToIssue(costs, cents(Math.max(0, availableFunds(funds))))
  const coverage = {
    neededCents: sumCents(costs.filter(({ error }) => error === undefined).map(totalCost)),
    failingRows: checks.filter(({ isUncovered }) => isUncovered).length,
  }
  return { checks, funding: toFunding(funds, coverage) }
}

const totalCost = ({ loadCents, feeCents }: { readonly loadCents: Cents; readonly feeCents: Cents }): Cents =>
  cents(loadCents + feeCents)
