// Reads the rows of orders with their results. If cards can still be issued, also reads the available funds, and finds
// the errors that issuing the cards now would produce. Rows that were valid at the submission can have errors now.
import { hasPermission } from '#domain/access/permissions.ts'
import { availableFunds, type Funding, type FundingAccount, fundsFor, toFunding } from '#domain/funding/funds.ts'
import { type Cents, cents, sumCents } from '#domain/money.ts'
import { type IssueCheck, checkRowsToIssue } from '#domain/order/issue.ts'
import { notificationNote } from '#domain/order/notification.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { OrderState } from '#domain/order/states.ts'
import type { VirtualCardOrderDetail } from '#contract/orders.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'
import { orderToState } from '#server/db/order-states.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import { storedToText } from '#server/stored-text.ts'
import { refusalToWords } from '#server/notify/transport.ts'
import { findOrderCampaigns, type OrderCampaign } from './campaigns.ts'
import { validateStoredRows } from './validate-rows.ts'
import { type OrderCardRow, findOrderRows, type StoredOrder } from './queries.ts'
import { findOtherOrdersByRow, type OtherOrdersByRow } from './repeated-rows.ts'
import { toStoredRow } from './stored-row.ts'

/** The fields of the API that depend on the result of a row. */
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

export async function readCurrentRows(context: SessionContext, order: StoredOrder): Promise<CurrentRows> {
  const [currentRows] = await readCurrentRowsOfOrders(context, order.kind, [order])
  if (!currentRows) throw new Error(`no rows were read for order ${order.id}`)
  return currentRows
}

/**
 * The current rows of several orders of one type, in the sequence of `orders`. The number of SQL statements does not
 * depend on the number of orders. `account`: the owner's funding account, if the caller has already read it.
 */
export async function readCurrentRowsOfOrders(
  context: SessionContext,
  type: OrderType,
  orders: readonly StoredOrder[],
  account?: FundingAccount,
): Promise<readonly CurrentRows[]> {
  const { db, viewer } = context
  const orderIds = orders.map(({ id }) => id)
  const rowsByOrder = await findOrderRows(db, viewer, orderIds)
  const storedRows = orders.map((order): StoredRows => {
    const rows = rowsByOrder.get(order.id) ?? []
    const state = orderToState(order, context.now())
    return { order, state, rows, openRows: rows.filter((row) => canBeIssued(row, order, state)) }
  })
  const openOrders = storedRows.filter(({ openRows }) => openRows.length > 0).map(({ order }) => order)
  const campaignIds = [...new Set(openOrders.map((order) => order.campaign_id))]
  const campaigns = await findOrderCampaigns(db, viewer, campaignIds)
  const payingAccount = account ?? (await readPayingAccount(db, viewer.ownerId, openOrders))
  const searches = storedRows.map(({ order, state, rows }) => ({
    campaignId: order.campaign_id,
    ownOrderId: order.id,
    rows: isPending(state) ? rows : [],
  }))
  const otherOrdersByOrder = await findOtherOrdersByRow(context, type, searches)
  return storedRows.map((rowsOfOrder, index) => {
    const campaign = campaigns.get(rowsOfOrder.order.campaign_id)
    const checkedRows = payingAccount ? checkOpenRows(context, rowsOfOrder, campaign, payingAccount) : NOTHING_CHECKED
    return toCurrentRows(context, rowsOfOrder, checkedRows, otherOrdersByOrder[index])
  })
}

/** An owner has one currency, so one account pays for all orders. Undefined if there are no orders to pay. */
async function readPayingAccount(
  db: Db,
  ownerId: number,
  [firstOrder]: readonly StoredOrder[],
): Promise<FundingAccount | undefined> {
  return firstOrder && readFundingAccount(db, ownerId, firstOrder.currency)
}

interface StoredRows {
  readonly order: StoredOrder
  readonly state: OrderState
  readonly rows: readonly OrderCardRow[]
  /** The rows whose cards can still be issued. */
  readonly openRows: readonly OrderCardRow[]
}

function toCurrentRows(
  { viewer }: SessionContext,
  { order, state, rows, openRows }: StoredRows,
  { checks, funding }: CheckedRows,
  otherOrdersByRow: OtherOrdersByRow | undefined,
): CurrentRows {
  const checkByRow = new Map(openRows.map((row, index) => [row.row_no, checks[index]]))
  const canSeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  const isRejected = order.rejected_at !== null
  return {
    funding,
    rows: rows.map((row, index) => ({
      row,
      outcome: {
        // The rows of a rejected order are stored as 'cancelled' too.
        state: isRejected && row.state === 'cancelled' ? 'rejected' : row.state,
        ...(isPending(state) && checkToOutcome(checkByRow.get(row.row_no))),
        // A failed row has the error of its last run, not the result of a check.
        ...(row.state === 'failed' && { ERROR: storedToText(row.result_text) }),
        ...rowToNote(row),
        repeatedIn: otherOrdersByRow?.get(index),
        voucherID: canSeeCards && row.card_id !== null ? String(row.card_id) : null,
      },
    })),
  }
}

function checkToOutcome(check: IssueCheck | undefined): Pick<RowOutcome, 'ERROR' | 'fundsShort'> {
  if (check?.refusal === undefined) return {}
  return check.isUncovered ? { ERROR: check.refusal, fundsShort: true } : { ERROR: check.refusal }
}

/**
 * The field NOTE: that the text message about the card was not delivered, or cannot be delivered. Only a card that is
 * issued or can still be issued has a note.
 */
function rowToNote({ fields, state, delivery_refusal: refusal }: OrderCardRow): Pick<RowOutcome, 'NOTE'> {
  if (state !== 'waiting' && state !== 'issued') return {}
  const NOTE = notificationNote({
    number: fields['notificationNumber'] ?? '',
    isIssued: state === 'issued',
    refusal: refusal === '' ? undefined : refusalToWords(refusal),
  })
  return NOTE === undefined ? {} : { NOTE }
}

/** True if the order awaits a decision, or is placed and can still be cancelled. */
const isPending = (state: OrderState): boolean => state === 'awaiting' || state === 'placed'

function canBeIssued(row: OrderCardRow, { kind }: StoredOrder, state: OrderState): boolean {
  if (isPending(state)) return row.state === 'waiting'
  const canBeRetried = kind === 'virtual' && state === 'partlyIssued'
  return canBeRetried && row.state === 'failed'
}

interface CheckedRows {
  readonly checks: readonly IssueCheck[]
  readonly funding: Funding | undefined
}

const NOTHING_CHECKED: CheckedRows = { checks: [], funding: undefined }

function checkOpenRows(
  context: SessionContext,
  { order, openRows }: StoredRows,
  campaign: OrderCampaign | undefined,
  account: FundingAccount,
): CheckedRows {
  if (openRows.length === 0) return NOTHING_CHECKED
  if (!campaign) throw new Error(`order ${order.id} has no campaign`)
  const storedRows = openRows.map(toStoredRow)
  const errors = validateStoredRows(order.kind, campaign, storedRows, programmeDay(context))
  const rowCosts = storedRows.map(({ loadCents, feeCents }, index) => ({
    loadCents,
    feeCents: cents(feeCents + order.issue_fee_cents),
    error: errors[index],
  }))
  const funds = fundsFor(account, context.now(), { kind: 'order', id: order.id })
  const checks = checkRowsToIssue(rowCosts, cents(Math.max(0, availableFunds(funds))))
  const coverage = {
    neededCents: sumCents(rowCosts.filter(({ error }) => error === undefined).map(totalCost)),
    failingRows: checks.filter(({ isUncovered }) => isUncovered).length,
  }
  return { checks, funding: toFunding(funds, coverage) }
}

const totalCost = ({ loadCents, feeCents }: { readonly loadCents: Cents; readonly feeCents: Cents }): Cents =>
  cents(loadCents + feeCents)
