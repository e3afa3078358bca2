// Returns the transactions of several cards as one table for a csv file. The data leaves the portal, so numbers are
// masked, and the audit trail records who exported how many rows.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { groupDigits } from '#domain/cards/identifiers.ts'
import { cardTransactionTypes } from '#domain/cards/transactions.ts'
import { type Format, valueToExport } from '#domain/columns.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { findCardsByApiIdentifier, type CardRow } from './find-cards.ts'
import { type TransactionRow, findTransactions, rowToDescription } from './statement-queries.ts'

const MAX_ROWS = 50_000

/** The audit trail names at most this many cards. The number that it records is that of all cards. */
const MAX_NAMED_CARDS = 100
const cardToAuditText = ({ id, pan_masked: masked }: CardRow): string => `${groupDigits(masked)} (${id})`

interface StatementColumn {
  readonly label: () => string
  readonly format: Format
  readonly cell: (line: StatementLine) => unknown
}

interface StatementLine {
  readonly row: TransactionRow
  readonly card: CardRow
  readonly timeZone: string
}

const columns: readonly StatementColumn[] = [
  { label: m.common_cardNumber, format: 'pan', cell: ({ card }) => card.pan_masked },
  { label: m.common_trackingNumber, format: 'text', cell: ({ card }) => card.tracking_number },
  { label: m.cards_campaignName, format: 'text', cell: ({ card }) => card.campaign_name },
  { label: m.common_date, format: 'instant', cell: ({ row }) => row.posted_at.toISOString() },
  { label: m.common_type, format: 'text', cell: ({ row }) => cardTransactionTypes[row.kind].label },
  { label: m.common_description, format: 'text', cell: ({ row, timeZone }) => rowToDescription(row, timeZone) },
  { label: m.cards_authNumber, format: 'text', cell: ({ row }) => row.auth_number },
  { label: m.common_merchantId, format: 'text', cell: ({ row }) => row.merchant_id },
  { label: m.common_currency, format: 'text', cell: ({ card }) => card.currency },
  // Amounts are texts in the API's form, because amounts in csv files have no thousands separators.
  { label: m.common_amount, format: 'text', cell: ({ row }) => moneyToApi(row.amount_cents) },
  { label: m.common_balance, format: 'text', cell: ({ row }) => moneyToApi(row.balance_after) },
]

export const getCombinedStatement: Handler<'getCombinedStatement'> = async (context, { cardNumbers }) => {
  const { db, client } = context
  const uniqueNumbers = [...new Set(cardNumbers)]
  const foundCards = await findCardsByApiIdentifier(context, uniqueNumbers)
  // The call is refused if any card is missing, because an incomplete export would look complete.
  if ('refusalCode' in foundCards) return foundCards
  // The cards have the order of the request. A card that is requested twice, by number and by id, appears once.
  const cards = [...new Set(foundCards.values())]
  const accountIds = cards.map((card) => card.account_id)
  const rows = await findTransactions(db, accountIds, { limit: MAX_ROWS + 1 })
  if (rows.length > MAX_ROWS)
    return refuse(codes.refusedParameters, () => m.cards_combinedTooLong({ maxRows: MAX_ROWS }))
  context.setSubject('cards', cards.length)
  context.recordValues({ rows: rows.length, cardNumbers: cards.slice(0, MAX_NAMED_CARDS).map(cardToAuditText) })
  const rowsByAccount = new Map<number, TransactionRow[]>(accountIds.map((id) => [id, []]))
  for (const row of rows) rowsByAccount.get(row.account_id)?.push(row)
  const lines = cards.flatMap((card): StatementLine[] => {
    const rowsOfCard = rowsByAccount.get(card.account_id) ?? []
    return rowsOfCard.map((row) => ({ row, card, timeZone: client.timeZone }))
  })
  return {
    COLUMNS: columns.map(({ label }) => label()),
    DATA: lines.map((line) => columns.map(({ format, cell }) => valueToExport(cell(line), format, client))),
  }
}
