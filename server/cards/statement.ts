// A card's statement: its transactions in a range, the columns on screen and in exports, and the workbook.
import { m } from '#words/messages.js'
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import { codes } from '#contract/codes.ts'
import { groupDigits } from '#domain/cards/identifiers.ts'
import { statementRangeRefusal } from '#domain/cards/statement.ts'
import { cardTransactionTypes, reversalRefusal } from '#domain/cards/transactions.ts'
import type { Format } from '#domain/columns.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import { type Handler, type Refusal, refuse } from '#server/operations/context.ts'
import { checkParameter } from '#server/operations/refuse-parameter.ts'
import { flagToApi, moneyToApi } from '#server/operations/to-api.ts'
import { findCardById, noSuchCard } from './find-cards.ts'
import {
  findTransactionsInDays,
  readBalanceBefore,
  rowToDescription,
  type TransactionRow,
} from './statement-queries.ts'

/** The maximum number of lines in a statement. A card takes many years to have this many. */
const MAX_LINES = 50_000

export const cardStatement: Handler<'cardStatement'> = async (context, params) => {
  const { db, viewer, client } = context
  const refusal = refuseRange(params)
  if (refusal) return refusal
  const card = await findCardById(db, viewer, Number(params.cardID))
  if (!card) return noSuchCard()
  context.setSubject('card', card.id)
  const range = paramsToRange(params, client.timeZone)
  const rows = await findTransactionsInDays(db, card, { range, limit: MAX_LINES + 1 })
  if (rows.length > MAX_LINES)
    return refuse(codes.refusedParameters, () => m.cards_tooManyTransactions({ maxLines: MAX_LINES }))
  const transactions = rows.map((row) => rowToTransaction(row, client.timeZone))
  const workbookColumns = statementColumns.map((column) => ({ ...column, label: column.label() }))
  const workbook = tableToXlsx(workbookColumns, transactions, client, groupDigits(card.pan_masked))
  context.recordValues({ days: `${params.startDate} – ${params.endDate}`, rows: rows.length })
  const newest = rows[0]
  const oldest = rows.at(-1)
  // Without transactions, the balance before the range is the balance of every day of the range.
  const openingCents = oldest ? oldest.balance_after - oldest.amount_cents : await readBalanceBefore(db, card, range)
  // The transaction's id is only in exports, not in the table on screen.
  const visibleColumns = statementColumns.filter(({ key }) => key !== 'TRANSACTIONID')
  return {
    transactions,
    visibleColumns: visibleColumns.map(columnToApi),
    exportColumns: statementColumns.map(columnToApi),
    excelBase64Data: Buffer.from(workbook).toString('base64'),
    openingBalance: moneyToApi(openingCents),
    closingBalance: moneyToApi(newest?.balance_after ?? openingCents),
  }
}

/** The contract has checked that both dates are valid, so they can be cast to CalendarDate. */
interface RangeParams {
  readonly startDate: string
  readonly endDate: string
}

/** Refuses an invalid range. */
export const refuseRange = ({ startDate, endDate }: RangeParams): Refusal | undefined =>
  checkParameter('startDate', () => statementRangeRefusal(startDate as CalendarDate, endDate as CalendarDate))

export const paramsToRange = ({ startDate, endDate }: RangeParams, timeZone: string) => ({
  start: startDate as CalendarDate,
  end: endDate as CalendarDate,
  timeZone,
})

function rowToTransaction(row: TransactionRow, timeZone: string): CardTransaction {
  const { type, label } = cardTransactionTypes[row.kind]
  return {
    TRANSACTIONID: String(row.id),
    SHOWDATE: row.posted_at.toISOString(),
    TRANSACTIONTYPE: type,
    TRANSACTIONTYPELABEL: label,
    TRANSACTIONDESCRIPTION: rowToDescription(row, timeZone),
    AUTHNUMBER: row.auth_number,
    MERCHANTID: row.merchant_id,
    MONEYAMOUNT: moneyToApi(row.amount_cents),
    BALANCE: moneyToApi(row.balance_after),
    REVERSIBLE: reversalRefusal(row) === undefined ? 1 : 0,
    REVERSED: flagToApi(row.reversed),
    HASCHARGEBACK: flagToApi(row.has_chargeback),
  }
}

interface TransactionColumn {
  readonly key: StatementColumn['VALUE']
  /** Called for each statement, so that the heading is in the language of the call. */
  readonly label: () => string
  readonly format: Format
}

const statementColumns: readonly TransactionColumn[] = [
  { key: 'SHOWDATE', label: m.common_date, format: 'instant' },
  { key: 'TRANSACTIONTYPELABEL', label: m.common_type, format: 'text' },
  { key: 'TRANSACTIONDESCRIPTION', label: m.common_description, format: 'text' },
  // The amount comes before the codes, so that a narrow screen shows it without horizontal scrolling.
  { key: 'MONEYAMOUNT', label: m.common_amount, format: 'amount' },
  { key: 'BALANCE', label: m.common_balance, format: 'amount' },
  { key: 'AUTHNUMBER', label: m.cards_authNumber, format: 'text' },
  { key: 'MERCHANTID', label: m.common_merchantId, format: 'text' },
  { key: 'TRANSACTIONID', label: m.common_transactionId, format: 'text' },
]

const columnToApi = ({ key, label, format }: TransactionColumn): StatementColumn => ({
  VALUE: key,
  LABEL: label(),
  NUMERIC: format === 'amount' ? 1 : 0,
  RAWVALUE: format === 'text' ? 1 : 0,
})
