// Exports the transactions of an owner's cards as rows for `import transactions`. For each card, posted transactions
// come first, then authorisations, then failed payments. Openings are left out because the import computes them.
import { sql } from 'kysely'
import { cents, centsToDecimal } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { storedToText } from '#server/stored-text.ts'
import { transactionColumns } from '../import/transactions/file.ts'
import { instantToField, type Page } from './pages.ts'

/** Cards are named by their tracking numbers only. */
const columns = transactionColumns.fixed.filter((column) => column.key !== 'cardNumber')
type ColumnKey = (typeof columns)[number]['key']

interface TransactionRow {
  readonly card_id: number
  readonly tracking_number: string
  /** For a posted transaction, its number on the card. For other types, an id by which they are sorted. */
  readonly position: number
  readonly posted_at: Date
  readonly happened_at: Date | null
  readonly kind: string
  readonly amount_cents: number
  readonly currency: string
  readonly description: string
  readonly merchant_id: string
  readonly auth_number: string
  readonly fee_type: string
  /** For a reversal: the position of the reversed transaction. */
  readonly reverses: number | null
  readonly released_at: Date | null
  readonly error_code: string
  readonly method: string
  readonly manager: string
  readonly card_balance_cents: number | null
}

export const createTransactionExport = (db: Db, ownerId: number) => ({
  headings: columns.map(({ heading }) => heading),
  readRows: async (page: Page): Promise<string[][]> => {
    const rows = await readTransactions(db, ownerId, page)
    return rows.map((row) => {
      const fields = rowToFields(row)
      return columns.map(({ key }) => fields[key])
    })
  },
})

/** Transactions of these types are not posted. Therefore they have no number on their card. */
const unnumberedKinds = ['authorisation', 'failed']

const rowToFields = (row: TransactionRow): Readonly<Record<ColumnKey, string>> => ({
  trackingNumber: row.tracking_number,
  number: unnumberedKinds.includes(row.kind) ? '' : String(row.position),
  posted: instantToField(row.posted_at),
  kind: row.kind,
  amount: centsToDecimal(cents(row.amount_cents)),
  currency: row.currency,
  description: storedToText(row.description),
  merchantId: row.merchant_id,
  authNumber: row.auth_number,
  feeType: row.fee_type,
  reverses: row.reverses === null ? '' : String(row.reverses),
  released: instantToField(row.released_at),
  errorCode: row.error_code,
  method: row.method,
  manager: row.manager,
  cardBalance: row.card_balance_cents === null ? '' : centsToDecimal(cents(row.card_balance_cents)),
  happened: instantToField(row.happened_at),
})

async function readTransactions(db: Db, ownerId: number, { after, upTo }: Page): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    -- The cards of the page.
    WITH page_card AS MATERIALIZED (
      SELECT c.id, c.tracking_number, a.id AS account_id, a.currency FROM card c JOIN account a ON a.card_id = c.id
      WHERE c.owner_id = ${ownerId} AND c.id > ${after} AND c.id <= ${upTo}
    ),
    -- The posted transactions of these cards, each with its position on the card.
    posted AS MATERIALIZED (
      SELECT c.id AS card_id, t.id, row_number() OVER (PARTITION BY c.id ORDER BY t.posted_at, t.id) AS position, t.posted_at, t.happened_at,
             t.kind, e.amount_cents, t.description, t.merchant_id, t.auth_number, coalesce(f.name, '') AS fee_type, t.reverses
      FROM page_card c JOIN ledger_entry e ON e.account_id = c.account_id JOIN ledger_transaction t ON t.id = e.transaction_id
      LEFT JOIN fee_type f ON f.id = t.fee_type_id
      WHERE t.kind <> 'opening'
    )
    SELECT c.tracking_number, c.currency, s.* FROM page_card c JOIN (
      SELECT p.card_id, 1 AS type_order, p.position, p.posted_at, p.happened_at, p.kind, p.amount_cents, p.description, p.merchant_id, p.auth_number,
             p.fee_type, r.position AS reverses, NULL::timestamptz AS released_at, '' AS error_code, '' AS method, '' AS manager, NULL::bigint AS card_balance_cents
      FROM posted p LEFT JOIN posted r ON r.id = p.reverses
      UNION ALL
      -- Authorisations.
      SELECT c.id, 2, a.id, a.authorised_at, a.first_authorised_at, 'authorisation', a.amount_cents, a.description, a.merchant_id, a.auth_number, '' AS fee_type,
             NULL AS reverses, a.released_at, '' AS error_code, '' AS method, '' AS manager, NULL AS card_balance_cents
      FROM page_card c JOIN card_authorisation a ON a.card_id = c.id
      UNION ALL
      -- Failed payments.
      SELECT c.id, 3, f.id, f.failed_at, NULL AS happened_at, 'failed', f.amount_cents, f.description, '' AS merchant_id, '' AS auth_number, '' AS fee_type,
             NULL AS reverses, NULL AS released_at, f.error_code, f.method, f.manager, f.card_balance_cents
      FROM page_card c JOIN failed_transaction f ON f.card_id = c.id
    ) s ON s.card_id = c.id
    ORDER BY c.id, s.type_order, s.posted_at, s.position`.execute(db)
  return rows
}
