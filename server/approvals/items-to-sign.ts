// Reads the values of a batch or an order that the signed text contains. The digest and the sums are computed from the
// stored rows, so that a changed row changes the signed text.
import { sql } from 'kysely'
import type { ItemToSign } from '#domain/approvals/signed-text.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import type { ApprovalSubjectName } from './signatures.ts'

interface Totals {
  readonly fingerprint: string
  readonly currency: string
  readonly rows_digest: string
  readonly amount: number
  readonly fee: number
}

/**
 * SQL for the hash of all rows `r`. The hashed text has the row number, amount and fee of each row, for two rows:
 * '1 5000 25,2 1000 25'.
 */
const rowsDigestSql = ({ amountColumn }: { readonly amountColumn: 'amount_cents' | 'load_cents' }) =>
  sql.raw(
    `encode(sha256(convert_to(string_agg(r.row_no || ' ' || r.${amountColumn} || ' ' || r.fee_cents, ',' ORDER BY r.row_no), 'UTF8')), 'hex')`,
  )

/** Undefined if there is no batch or order with this id. */
export async function readItemToSign(
  db: Db,
  subject: ApprovalSubjectName,
  id: number,
): Promise<Omit<ItemToSign, 'scheduledFor' | 'tier'> | undefined> {
  const queries = {
    batch: sql<Totals>`
          SELECT f.fingerprint, f.currency, ${rowsDigestSql({ amountColumn: 'amount_cents' })} AS rows_digest,
            sum(r.amount_cents)::bigint AS amount, sum(r.fee_cents)::bigint AS fee
          FROM batch_file f JOIN batch_row r ON r.batch_id = f.id WHERE f.id = ${id} GROUP BY f.id`,
    order: sql<Totals>`
          SELECT o.fingerprint, o.currency, ${rowsDigestSql({ amountColumn: 'load_cents' })} AS rows_digest,
            sum(r.load_cents)::bigint AS amount, (sum(r.fee_cents) + o.issue_fee_cents * count(*))::bigint AS fee
          FROM card_order o JOIN card_order_row r ON r.order_id = o.id WHERE o.id = ${id} GROUP BY o.id`,
  }
  const result = await queries[subject].execute(db)
  const totals = result.rows[0]
  if (!totals) return undefined
  return {
    subject,
    id,
    fingerprint: totals.fingerprint,
    currency: totals.currency,
    rows: totals.rows_digest,
    amountCents: cents(totals.amount),
    feeCents: cents(totals.fee),
  }
}
