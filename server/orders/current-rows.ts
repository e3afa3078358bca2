// The rows of an order with their results. While cards can still be issued, also the findings that a run would have
// now, even though the rows passed at submission, and the available funds.
import { hasPermission } from '#domain/access/permissions.ts'
import { availableOf, type Funding, fundsFor, toFunding } from '#domain/funding.ts'
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
import { orderCampaign } from './campaigns.ts'
import { judgeStored } from './judge-rows.ts'
import { type OrderCardRow, orderCards, type OrderRow } from './queries.ts'
import { repeatedRows } from './repeated.ts'
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

export async function currentRows(context: SessionContext, order: OrderRow): Promise<CurrentRows> {
  const { db, viewer } = context
  const rows = await orderCards(db, viewer, order.id)
  const state = orderToState(order, context.now())
  const open = rows.filter((row) => canBeIssued(row, order, state))
  const { judgements, funding } = await judgeOpen(context, order, open)
  const found = new Map(open.map((row, index) => [row.row_no, judgements[index]]))
  const isStoppable = state === 'awaiting' || state === 'placed'
  const repeated = isStoppable
    ? await repeatedRows(context, { type: order.kind, campaignId: order.campaign_id, own: order.id }, rows)
    : undefined
  const maySeeCards = hasPermission(viewer.permissions, 'CardStatement.read')
  return {
    funding,
    rows: rows.map((row, index) => ({
      row,
      outcome: {
        state: row.state === 'cancelled' && order.rejected_at !== null ? 'rejected' : row.state,
        ...(isUndecided(state) ? judgementToOutcome(found.get(row.row_no)) : {}),
        ...(row.state === 'failed' && { ERROR: storedToText(row.result_text) }),
        ...noteOf(row),
        repeatedIn: repeated?.get(index),
        voucherID: maySeeCards && row.card_id !== null ? String(row.card_id) : null,
      },
    })),
  }
}

const judgementToOutcome = (judged: IssueCheck | undefined): Pick<RowOutcome, 'ERROR' | 'fundsShort'> =>
  judged?.refusal === undefined ? {} : { ERROR: judged.refusal, ...(judged.isShort && { fundsShort: true as const }) }

/** For a card that is issued or can still be issued. */
function noteOf({ fields, state, refusal }: OrderCardRow): Pick<RowOutcome, 'NOTE'> {
  if (state !== 'waiting' && state !== 'issued') return {}
  const NOTE = notificationNote(
    fields['notificationNumber'] ?? '',
    state === 'issued',
    refusal && refusalToWords(refusal),
  )
  return NOTE === undefined ? {} : { NOTE }
}

/** True if no one has decided yet, or the order can still be cancelled. */
const isUndecided = (state: OrderState): boolean => state === 'awaiting' || state === 'placed'

/** Failed cards of a virtual order can be retried. */
const canBeIssued = ({ state: row }: OrderCardRow, { kind }: OrderRow, state: OrderState): boolean =>
  isUndecided(state) ? row === 'waiting' : state === 'partlyIssued' && kind === 'virtual' && row === 'failed'

interface Judged {
  readonly judgements: readonly IssueCheck[]
  readonly funding: Funding | undefined
}

async function judgeOpen(context: SessionContext, order: OrderRow, open: readonly OrderCardRow[]): Promise<Judged> {
  if (open.length === 0) return { judgements: [], funding: undefined }
  const { db, viewer } = context
  const campaign = await orderCampaign(db, viewer, order.campaign_id)
  if (!campaign) throw new Error(`order ${order.id} has no campaign`)
  const stored = open.map(toStoredRow)
  const errors = judgeStored(order.kind, campaign, stored, programmeDay(context))
  const costs = stored.map(({ loadCents, feeCents }, index) => ({
    loadCents,
    feeCents: cents(feeCents + order.issue_fee_cents),
    error: errors[index],
  }))
  const account = await readFundingAccount(db, viewer.ownerId, order.currency)
  const funds = fundsFor(account, context.now(), { kind: 'order', id: order.id })
  const judgements = checkRowsToIssue(costs, cents(Math.max(0, availableOf(funds))))
  const coverage = {
    neededCents: sumCents(costs.filter(({ error }) => error === undefined).map(costOf)),
    failingRows: judgements.filter(({ isShort }) => isShort).length,
  }
  return { judgements, funding: toFunding(funds, coverage) }
}

const costOf = ({ loadCents, feeCents }: { readonly loadCents: Cents; readonly feeCents: Cents }): Cents =>
  cents(loadCents + feeCents)
