// A card's statement: its transactions in a range, the columns on screen and in exports, and the workbook.
import { m } from '#words/messages.js'
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import { codes } from '#contract/codes.ts'
import { groupDigits } from '#domain/cards/identifiers.ts'
import { statementRangeRefusal } from '#domain/cards/statement.ts'
import { cardTransactionTypes, reversalRefusal } from '#domain/cards/transactions.ts'
import type { Column, Format } from '#domain/columns.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import { type Handler, type Refusal, refuse } from '#server/operations/context.ts'
import { refuseParameterBy } from '#server/operations/refuse-parameter.ts'
import { flagToApi, moneyToApi } from '#server/operations/to-api.ts'
import { findCardById, noSuchCard } from './find-cards.ts'
import {
  findTransactionsInDays,
  readBalanceBefore,
  rowToDescription,
  type TransactionRow,
} from './statement-queries.ts'

/** Maximum number of lines in a statement. A card takes many years to reach it. */
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
  const workbook = tableToXlsx(workbookColumns(), transactions, client, groupDigits(card.pan_masked))
  context.recordValues({ days: `${params.startDate} – ${params.endDate}`, rows: rows.length })
  const newest = rows[0]
  const oldest = rows.at(-1)
  const openingCents = oldest ? oldest.balance_after - oldest.amount_cents : await readBalanceBefore(db, card, range)
  return {
    transactions,
    visibleColumns: visibleColumns(),
    exportColumns: exportColumns(),
    excelBase64Data: Buffer.from(workbook).toString('base64'),
    openingBalance: moneyToApi(openingCents),
    closingBalance: moneyToApi(newest?.balance_after ?? openingCents),
  }
}

/** The message about an invalid range, as a refusal. */
export const refuseRange = ({ startDate, endDate }: { startDate: string; endDate: string }): Refusal | undefined =>
  refuseParameterBy('startDate', () => statementRangeRefusal(startDate as CalendarDate, endDate as CalendarDate))

/** The contract has checked that both dates are valid. */
export const paramsToRange = ({ startDate, endDate }: { startDate: string; endDate: string }, timeZone: string) => ({
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

const column = (
  VALUE: StatementColumn['VALUE'],
  label: () => string,
  format: Format,
): StatementColumn & { readonly format: Format } => ({
  VALUE,
  get LABEL() {
    return label()
  },
  NUMERIC: format === 'amount' ? 1 : 0,
  RAWVALUE: format === 'text' ? 1 : 0,
  format,
})

const statementColumns = [
  column('SHOWDATE', m.common_date, 'instant'),
  column('TRANSACTIONTYPELABEL', m.common_type, 'text'),
  column('TRANSACTIONDESCRIPTION', m.common_description, 'text'),
  // The amount comes before the codes, so that a narrow screen shows it without horizontal scrolling.
  column('MONEYAMOUNT', m.common_amount, 'amount'),
  column('BALANCE', m.common_balance, 'amount'),
  column('AUTHNUMBER', m.cards_authNumber, 'text'),
  column('MERCHANTID', m.common_merchantId, 'text'),
  column('TRANSACTIONID', m.common_transactionId, 'text'),
]

const columnToApi = ({ VALUE, LABEL, NUMERIC, RAWVALUE }: StatementColumn): StatementColumn => ({
  VALUE,
  LABEL,
  NUMERIC,
  RAWVALUE,
})

/** The columns of the table on screen. The transaction's id is only in exports. */
const visibleColumns = (): StatementColumn[] =>
  statementColumns.filter(({ VALUE }) => VALUE !== 'TRANSACTIONID').map(columnToApi)
const exportColumns = (): StatementColumn[] => statementColumns.map(columnToApi)

/** The same columns for the workbook in the response. */
const workbookColumns = (): readonly Column<CardTransaction>[] =>
  statementColumns.map(({ VALUE, LABEL, format }) => ({
    key: VALUE,
    label: LABEL,
    format,
  }))
