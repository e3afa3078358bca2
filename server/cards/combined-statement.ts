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

/** The audit trail lists at most this many cards. It also has the total count. */
const MAX_LISTED_CARDS = 100
const cardToAuditText = ({ id, pan_masked: masked }: CardRow): string => `${groupDigits(masked)} (${id})`

type Cell = (row: TransactionRow, card: CardRow, timeZone: string) => unknown
const columns: readonly (readonly [() => string, Format, Cell])[] = [
  [m.common_cardNumber, 'pan', (_, card) => card.pan_masked],
  [m.common_trackingNumber, 'text', (_, card) => card.tracking_number],
  [m.cards_campaignName, 'text', (_, card) => card.campaign_name],
  [m.common_date, 'instant', (row) => row.posted_at.toISOString()],
  [m.common_type, 'text', (row) => cardTransactionTypes[row.kind].label],
  [m.common_description, 'text', (row, _card, timeZone) => rowToDescription(row, timeZone)],
  [m.cards_authNumber, 'text', (row) => row.auth_number],
  [m.common_merchantId, 'text', (row) => row.merchant_id],
  [m.common_currency, 'text', (_, card) => card.currency],
  // In the API's form, because amounts in csv files have no thousands separators.
  [m.common_amount, 'text', (row) => moneyToApi(row.amount_cents)],
  [m.common_balance, 'text', (row) => moneyToApi(row.balance_after)],
]

export const getCombinedStatement: Handler<'getCombinedStatement'> = async (context, { cardNumbers }) => {
  const { db, client } = context
  const uniqueNumbers = [...new Set(cardNumbers)]
  const foundCards = await findCardsByApiIdentifier(context, uniqueNumbers)
  // A missing card refuses the call, because an incomplete export would look complete.
  if ('refusalCode' in foundCards) return foundCards
  // In the order of the request. A card that is requested twice, by number and by id, appears once.
  const cards = [...new Set(foundCards.values())]
  const accountIds = cards.map((card) => card.account_id)
  const rows = await findTransactions(db, accountIds, undefined, MAX_ROWS + 1)
  if (rows.length > MAX_ROWS)
    return refuse(codes.refusedParameters, () => m.cards_combinedTooLong({ maxRows: MAX_ROWS }))
  context.setSubject('cards', cards.length)
  context.recordValues({ rows: rows.length, cardNumbers: cards.slice(0, MAX_LISTED_CARDS).map(cardToAuditText) })
  const rowsByAccount = new Map<number, TransactionRow[]>(accountIds.map((id) => [id, []]))
  for (const row of rows) rowsByAccount.get(row.account_id)?.push(row)
  const rowToCells = (row: TransactionRow, card: CardRow) =>
    columns.map(([, format, cell]) => valueToExport(cell(row, card, client.timeZone), format, client))
  return {
    COLUMNS: columns.map(([label]) => label()),
    DATA: cards.flatMap((card) => (rowsByAccount.get(card.account_id) ?? []).map((row) => rowToCells(row, card))),
  }
}
