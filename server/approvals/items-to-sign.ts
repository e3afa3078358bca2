// Reads a batch or an order as it is signed. The sums are those of its rows, so that a changed row changes the text.
import { sql } from 'kysely'
import type { ItemToSign } from '#domain/approvals/signed-text.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import type { ApprovalSubjectName } from './signatures.ts'

interface Sums {
  readonly fingerprint: string
  readonly currency: string
  readonly rows: string
  readonly amount: number
  readonly fee: number
}

const digest = (amount: string, fee: string) =>
  sql.raw(
    `encode(sha256(convert_to(string_agg(r.row_no || ' ' || r.${amount} || ' ' || r.${fee}, ',' ORDER BY r.row_no), 'UTF8')), 'hex')`,
  )

/** The batch or order with the sums of its rows. Undefined if there is none with this id. */
export async function readItemToSign(
  db: Db,
  subject: ApprovalSubjectName,
  id: number,
): Promise<Omit<ItemToSign, 'scheduledFor' | 'tier'> | undefined> {
  const { rows } =
    subject === 'batch'
      ? await sql<Sums>`
          SELECT f.fingerprint, f.currency, ${digest('amount_cents', 'fee_cents')} AS rows,
            sum(r.amount_cents)::bigint AS amount, sum(r.fee_cents)::bigint AS fee
          FROM batch_file f JOIN batch_row r ON r.batch_id = f.id WHERE f.id = ${id} GROUP BY f.id`.execute(db)
      : await sql<Sums>`
          SELECT o.fingerprint, o.currency, ${digest('load_cents', 'fee_cents')} AS rows,
            sum(r.load_cents)::bigint AS amount, (sum(r.fee_cents) + o.issue_fee_cents * count(*))::bigint AS fee
          FROM card_order o JOIN card_order_row r ON r.order_id = o.id WHERE o.id = ${id} GROUP BY o.id`.execute(db)
  const [sums] = rows
  if (!sums) return undefined
  const { fingerprint, currency, rows: digestOfRows } = sums
  return {
    subject,
    id,
    fingerprint,
    currency,
    rows: digestOfRows,
    amountCents: cents(sums.amount),
    feeCents: cents(sums.fee),
  }
}
