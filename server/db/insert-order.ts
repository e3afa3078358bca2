// Stores an order with all its rows in one statement.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { Cents } from '#domain/money.ts'
import { HOURS_TO_CANCEL, orderTypes, type OrderType } from '#domain/order/types.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from './sets.ts'

export interface NewOrder {
  readonly ownerId: number
  readonly kind: OrderType
  readonly campaignId: number
  /** Always '' for a virtual order, like the next two fields. */
  readonly quotationNumber: string
  readonly plasticId: string
  readonly designId: string
  readonly originalName: string
  readonly fingerprint: string
  readonly duplicateReason: string | null
  readonly amountCents: Cents
  readonly feeCents: Cents
  /** The campaign's fee for each card at the time of the order. */
  readonly issueFeeCents: Cents
  readonly orderedBy: number
  readonly orderedAt: Date
  /** Undefined for an order without approval rules. */
  readonly approvalTerms?: ApprovalTerms | undefined
  /** In the order of the file, numbered from 1. */
  readonly rows: readonly NewOrderRow[]
}

export interface NewOrderRow {
  /** The texts by field name, without the amounts. */
  readonly fields: Readonly<Record<string, string>>
  readonly loadCents: Cents
  readonly feeCents: Cents
}

/** The time from which the order can no longer be cancelled. Null for types of orders that need an approval. */
export const toFinalTime = (kind: OrderType, orderedAt: Date): Date | null =>
  orderTypes[kind].needsApproval ? null : new Date(orderedAt.getTime() + HOURS_TO_CANCEL * HOUR_MS)

/** Returns the order's id. The database refuses the order if the count or the sums of its rows do not match. */
export async function insertOrder(db: Db, order: NewOrder): Promise<number> {
  const { rows: orderRows } = order
  const rowSet = columnsToTable('s', {
    row_no: ['integer', orderRows.map((_, index) => index + 1)],
    fields: ['text', orderRows.map(({ fields }) => JSON.stringify(fields))],
    load_cents: ['bigint', orderRows.map(({ loadCents }) => loadCents)],
    fee_cents: ['bigint', orderRows.map(({ feeCents }) => feeCents)],
  })
  const { rows } = await sql<{ id: number }>`
    WITH inserted AS (
      INSERT INTO card_order (owner_id, currency, kind, campaign_id, quotation_number, plastic_id, design_id, original_name,
        fingerprint, duplicate_reason, row_count, amount_cents, fee_cents, issue_fee_cents, ordered_by, ordered_at, final_at, approval_terms)
      SELECT owner_id, currency, ${order.kind}, ${order.campaignId}::bigint, ${order.quotationNumber}, ${order.plasticId},
        ${order.designId}, ${order.originalName}, ${order.fingerprint}, ${order.duplicateReason}, ${orderRows.length}::integer,
        ${order.amountCents}::bigint, ${order.feeCents}::bigint, ${order.issueFeeCents}::bigint, ${order.orderedBy}::bigint,
        ${order.orderedAt}::timestamptz, ${toFinalTime(order.kind, order.orderedAt)}::timestamptz,
        ${order.approvalTerms ? JSON.stringify(order.approvalTerms) : null}::jsonb
      FROM programme WHERE owner_id = ${order.ownerId}
      RETURNING id
    ),
    stored AS (
      INSERT INTO card_order_row (order_id, row_no, fields, load_cents, fee_cents)
      SELECT inserted.id, s.row_no, s.fields::jsonb, s.load_cents, s.fee_cents
      FROM inserted, ${rowSet}
    )
    SELECT id FROM inserted
  `.execute(db)
  const [insertedOrder] = rows
  if (!insertedOrder) throw new Error(`owner ${order.ownerId} has no programme`)
  return insertedOrder.id
}
