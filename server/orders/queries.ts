// Queries of orders and their rows. Every query is limited to one owner: orders of other owners are not found.
import { type RawBuilder, sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { OrderType } from '#domain/order/types.ts'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'
import type { Db } from '#server/operations/context.ts'
import { type DayRange, isWithinDaysSql } from '#server/operations/day-range.ts'
import { orderIsCancellable, virtualOrderLists } from '#server/db/order-states.ts'
import {
  type Page,
  andPositionOrderLimit,
  type PageParams,
  cursorColumn,
  type SortPosition,
  toPage,
} from '#server/operations/paging.ts'
import { groupRows } from '#server/db/sets.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'

export interface StoredOrder {
  readonly id: number
  readonly currency: string
  readonly kind: OrderType
  readonly campaign_id: number
  readonly campaign_name: string
  readonly quotation_number: string
  readonly plastic_id: string
  readonly design_id: string
  readonly original_name: string
  readonly fingerprint: string
  readonly duplicate_reason: string | null
  readonly row_count: number
  readonly amount_cents: number
  readonly fee_cents: number
  readonly issue_fee_cents: number
  readonly ordered_by: number
  readonly key_made_by: number | null
  readonly approval_terms: ApprovalTerms | null
  readonly ordered_at: Date
  readonly maker_username: string
  readonly maker_firstname: string
  readonly maker_lastname: string
  /** The time after which the order can no longer be cancelled. Null for a virtual order. */
  readonly final_at: Date | null
  readonly approved_at: Date | null
  readonly approver_firstname: string | null
  readonly approver_lastname: string | null
  readonly rejected_at: Date | null
  readonly rejecter_firstname: string | null
  readonly rejecter_lastname: string | null
  readonly reject_reason: string | null
  readonly cancelled_at: Date | null
  readonly cancelled_by: number | null
  readonly canceller_firstname: string | null
  readonly canceller_lastname: string | null
  readonly cancel_reason: string | null
  readonly fetched_at: Date | null
  readonly issued_count: number
  readonly failed_count: number
  readonly issued_amount_cents: number
  readonly issued_fee_cents: number
}

const ORDERED_AT = sql`o.ordered_at`

/**
 * The virtual orders of a list, newest first and limited by `range`. Orders that await a decision are listed oldest
 * first, without a limit of days.
 */
export async function findVirtualOrders(
  db: Db,
  scope: Scope,
  filter: VirtualOrderFilter,
  range: DayRange,
): Promise<StoredOrder[]> {
  const { condition, time } = virtualOrderLists[filter]
  if (filter === virtualOrderFilters.awaiting)
    return selectOrders(db, scope, time, sql`${condition} ORDER BY ${time}, o.id`)
  const inRange = sql`${condition} AND ${isWithinDaysSql(time, range)}`
  return selectOrders(db, scope, time, sql`${inRange} ORDER BY ${time} DESC, o.id DESC`)
}

/** One page of the user's own orders of either type, newest first. */
export async function findOrdersOfMaker(
  db: Db,
  scope: Scope,
  userId: number,
  range: DayRange,
  page: PageParams,
): Promise<Page<StoredOrder>> {
  const condition = sql`o.ordered_by = ${userId} AND ${isWithinDaysSql(ORDERED_AT, range)}`
  return findOrderPage(db, scope, { time: ORDERED_AT, condition, page })
}

/** One page of the physical orders that can still be cancelled, newest first. */
export const findPlacedOrders = (db: Db, scope: Scope, now: number, page: PageParams): Promise<Page<StoredOrder>> =>
  findOrderPage(db, scope, { time: sql`o.final_at`, condition: orderIsCancellable(now), page })

interface OrderList {
  /** The time by which the list is sorted. */
  readonly time: RawBuilder<unknown>
  readonly condition: RawBuilder<unknown>
  readonly page: PageParams
}

async function findOrderPage(db: Db, scope: Scope, { time, condition, page }: OrderList): Promise<Page<StoredOrder>> {
  const positionOrderLimit = andPositionOrderLimit({ moment: time, id: sql`o.id`, page })
  const orders = await selectOrders(db, scope, time, sql`${condition} ${positionOrderLimit}`)
  return toPage(orders, page, async () => {
    const { rows } = await sql<{ total: number }>`
      SELECT count(*)::int AS total FROM card_order o WHERE ${inScope(scope, 'o')} AND ${condition}`.execute(db)
    return rows[0]?.total ?? 0
  })
}

/** Orders with this fingerprint that were submitted at `since` or later, newest first. */
export function findOrdersByFingerprint(
  db: Db,
  scope: Scope,
  fingerprint: string,
  since: Date,
): Promise<StoredOrder[]> {
  const condition = sql`o.fingerprint = ${fingerprint} AND o.ordered_at >= ${since}`
  return selectOrders(db, scope, ORDERED_AT, sql`${condition} ORDER BY o.ordered_at DESC, o.id DESC`)
}

export async function findOrderById(db: Db, scope: Scope, id: number): Promise<StoredOrder | undefined> {
  const [order] = await selectOrders(db, scope, ORDERED_AT, sql`o.id = ${id}`)
  return order
}

/**
 * Locks an order until the transaction ends. The second of two simultaneous changes waits, and is then checked against
 * the result of the first.
 */
export async function lockOrderRow(trx: Db, id: number, scope: Scope): Promise<StoredOrder | undefined> {
  const locked = await sql`SELECT FROM card_order o WHERE id = ${id} AND ${inScope(scope, 'o')} FOR UPDATE`.execute(trx)
  return locked.rows.length === 0 ? undefined : findOrderById(trx, scope, id)
}

/**
 * `cursorTime` is the time by which the list is sorted. This time becomes part of each row's cursor. In the statement,
 * `u` is the maker, `a` the user who approved, `r` the user who rejected, and `s` the user who cancelled.
 */
async function selectOrders(
  db: Db,
  scope: Scope,
  cursorTime: RawBuilder<unknown>,
  conditionAndOrder: RawBuilder<unknown>,
): Promise<(StoredOrder & SortPosition)[]> {
  const { rows } = await sql<StoredOrder & SortPosition>`
    SELECT o.id, o.currency, o.kind, o.campaign_id, c.name AS campaign_name, o.quotation_number, o.plastic_id, o.design_id,
           o.original_name, o.fingerprint, o.duplicate_reason, o.row_count, o.amount_cents, o.fee_cents, o.issue_fee_cents, o.ordered_by, o.key_made_by, o.approval_terms,
           o.ordered_at, o.final_at, o.approved_at, o.rejected_at, o.reject_reason, o.cancelled_at, o.cancelled_by,
           o.cancel_reason, o.fetched_at, o.issued_count, o.failed_count, o.issued_amount_cents, o.issued_fee_cents, u.username AS maker_username, u.firstname AS maker_firstname, u.lastname AS maker_lastname,
           a.firstname AS approver_firstname, a.lastname AS approver_lastname,
           r.firstname AS rejecter_firstname, r.lastname AS rejecter_lastname,
           s.firstname AS canceller_firstname, s.lastname AS canceller_lastname, ${cursorColumn(cursorTime)}
    FROM card_order o
    JOIN campaign c ON c.id = o.campaign_id
    JOIN user_account u ON u.id = o.ordered_by
    LEFT JOIN user_account a ON a.id = o.approved_by
    LEFT JOIN user_account r ON r.id = o.rejected_by
    LEFT JOIN user_account s ON s.id = o.cancelled_by
    WHERE ${inScope(scope, 'o')} AND ${conditionAndOrder}
  `.execute(db)
  return rows
}

export interface OrderCardRow {
  readonly order_id: number
  readonly row_no: number
  readonly fields: Readonly<Record<string, string>>
  readonly load_cents: number
  readonly fee_cents: number
  readonly state: 'waiting' | 'issued' | 'failed' | 'cancelled'
  readonly result_text: string
  readonly card_id: number | null
  /** The gateway's reason for refusing the text message about the card. '' if it has not refused one. */
  readonly delivery_refusal: string
}

/** The rows of each order in the sequence of the uploaded file. The key is the order's id. */
export async function findOrderRows(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly OrderCardRow[]>> {
  const { rows } = await sql<OrderCardRow>`
    SELECT r.order_id, r.row_no, r.fields, r.load_cents, r.fee_cents, r.state, r.result_text, r.card_id, coalesce(n.refusal, '') AS delivery_refusal
    FROM card_order_row r JOIN card_order o ON o.id = r.order_id AND ${inScope(scope, 'o')}
    LEFT JOIN card_notification n ON n.card_id = r.card_id
    WHERE r.order_id = ANY (${ids}::bigint[]) ORDER BY r.order_id, r.row_no
  `.execute(db)
  return groupRows(rows, (row) => row.order_id)
}
