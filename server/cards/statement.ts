// A card's statement: its transactions in a range, the columns they are shown in, and the same as a workbook (cards §2, §7).
import type { CardTransaction } from '#contract/cards.ts'
import { codes } from '#contract/codes.ts'
import { groupDigits } from '#domain/cards/identifiers.ts'
import { refuseStatementRange } from '#domain/cards/statement.ts'
import { cardTransactionTypes, refuseReversal } from '#domain/cards/transactions.ts'
import type { CalendarDate } from '#domain/dates.ts'
import { cents, centsToWire } from '#domain/money.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { type Handler, refuse, type Refusal } from '#server/context.ts'
import { auditReading } from '#server/audit-reading.ts'
import { NO_SUCH_CARD } from './no-such-card.ts'
import { exportColumns, textColumns, transactionToCells, visibleColumns } from './statement-columns.ts'
import { statementCard, transactionsOf, type TransactionRow } from './statement-queries.ts'

/** As many lines as one statement may have; a card does not reach it in years. */
const MAX_LINES = 50_000
const TOO_MANY = `The card has more than ${MAX_LINES.toLocaleString('en')} transactions in this range. Choose a shorter one`

export const cardStatement: Handler<'cardStatement'> = async (context, params) => {
  const { db, viewer, client } = context
  const refused = refuseRange(params)
  if (refused) return refused
  const card = await statementCard(db, viewer.ownerId, Number(params.cardID))
  if (!card) return NO_SUCH_CARD
  const range = paramsToRange(params, client.timeZone)
  const rows = await transactionsOf(db, [card.account_id], range, MAX_LINES + 1)
  if (rows.length > MAX_LINES) return refuse(codes.refusedParameters, TOO_MANY)
  const transactions = rows.map(rowToTransaction)
  const workbook = await writeXlsx({
    name: groupDigits(card.pan_masked),
    header: exportColumns.map(({ LABEL }) => LABEL),
    rows: transactions.map((transaction) => transactionToCells(transaction, client)),
    widths: [24, 14, 36, 14, 14, 18, 16],
    textColumns,
  })
  // The answer carries the export, so that asking for it counts as one.
  await auditReading(context, { method: 'cardStatement', subjectType: 'card', subjectId: card.id, resultCode: '0' })
  return { transactions, visibleColumns, exportColumns, excelBase64Data: Buffer.from(workbook).toString('base64') }
}

/** cards §5: the sentence about a range that is not one, as a refusal. */
export function refuseRange({ startDate, endDate }: { startDate: string; endDate: string }): Refusal | undefined {
  const message = refuseStatementRange(startDate as CalendarDate, endDate as CalendarDate)
  if (message === undefined) return undefined
  return refuse(codes.refusedParameters, message, { errors: [{ path: 'startDate', message }] })
}

/** The contract has checked that both are days. */
export const paramsToRange = ({ startDate, endDate }: { startDate: string; endDate: string }, timeZone: string) => ({
  start: startDate as CalendarDate,
  end: endDate as CalendarDate,
  timeZone,
})

function rowToTransaction(row: TransactionRow): CardTransaction {
  const { type, label } = cardTransactionTypes[row.kind]
  return {
    TRANSACTIONID: String(row.id),
    SHOWDATE: row.posted_at.toISOString(),
    TRANSACTIONTYPE: type,
    TRANSACTIONTYPELABEL: label,
    TRANSACTIONDESCRIPTION: row.description,
    AUTHNUMBER: row.auth_number,
    MERCHANTID: row.merchant_id,
    MONEYAMOUNT: centsToWire(cents(row.amount_cents)),
    REVERSIBLE: refuseReversal(row) === undefined ? 1 : 0,
    REVERSED: row.reversed ? 1 : 0,
    HASCHARGEBACK: row.has_chargeback ? 1 : 0,
  }
}
