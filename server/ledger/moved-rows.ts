// The movements of a ledger transaction: a single movement, or one movement for each row that was posted with others.
import { sql } from 'kysely'

/**
 * Joins the movements of transaction `t` as `w` of (row_no, card_id, amount_cents, fee_cents). `fee_cents` is the
 * amount that the programme's fee income got. Use this only for types of transactions whose movements each have one
 * card. In a lateral subquery, LIMIT 1 makes PostgreSQL look up each row by its key.
 */
export const movedRows = sql`
  CROSS JOIN LATERAL (
    -- The rows of a batch.
    SELECT p.row_no, r.card_id, r.amount_cents, r.fee_cents
    FROM posted_row p
    CROSS JOIN LATERAL (
      SELECT card_id, amount_cents, fee_cents FROM batch_row WHERE batch_id = p.batch_id AND row_no = p.row_no LIMIT 1
    ) r
    WHERE p.batch_id = t.batch_id AND p.row_no BETWEEN t.first_row AND t.last_row AND p.transaction_id = t.id
    UNION ALL
    -- The rows of an order.
    SELECT p.row_no, r.card_id, r.load_cents, r.fee_cents + o.issue_fee_cents
    FROM paid_order_row p
    CROSS JOIN LATERAL (
      SELECT card_id, load_cents, fee_cents FROM card_order_row WHERE order_id = p.order_id AND row_no = p.row_no LIMIT 1
    ) r
    CROSS JOIN LATERAL (SELECT issue_fee_cents FROM card_order WHERE id = p.order_id LIMIT 1) o
    WHERE p.order_id = t.order_id AND p.row_no BETWEEN t.first_row AND t.last_row AND p.transaction_id = t.id
    UNION ALL
    -- A single movement.
    SELECT 0, t.card_id, s.amount_cents, s.fee_cents
    FROM (
      SELECT coalesce(sum(e.amount_cents) FILTER (WHERE a.kind = 'card'), 0)::bigint AS amount_cents,
             coalesce(sum(e.amount_cents) FILTER (WHERE a.kind = 'fee'), 0)::bigint AS fee_cents
      FROM ledger_entry e CROSS JOIN LATERAL (SELECT kind FROM account WHERE id = e.account_id LIMIT 1) a
      WHERE e.transaction_id = t.id
    ) s WHERE t.card_id IS NOT NULL
  ) w`

/**
 * SQL for the maximum number of movements of transaction `t`. It can have fewer, because rows between its first and
 * last row can have failed.
 */
export const maxMovementsSql = sql`coalesce(t.last_row - t.first_row + 1, 1)`
