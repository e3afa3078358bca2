// The columns of a statement: which are on screen, which in exports, and how a value stands in a workbook's or csv's cell.
import type { CardTransaction, StatementColumn } from '#contract/cards.ts'
import { type Format, valueToText, type Zone } from '#domain/columns.ts'
import { type Cents, wireToCents } from '#domain/money.ts'
import type { XlsxCell } from '#sheets/write-xlsx.ts'

const column = (VALUE: StatementColumn['VALUE'], LABEL: string, format: Format): StatementColumn & { format: Format } => ({
  VALUE,
  LABEL,
  NUMERIC: format === 'amount' ? 1 : 0,
  RAWVALUE: format === 'text' ? 1 : 0,
  format,
}) // prettier-ignore

const all = [
  column('SHOWDATE', 'Date', 'instant'),
  column('TRANSACTIONTYPELABEL', 'Type', 'text'),
  column('TRANSACTIONDESCRIPTION', 'Description', 'text'),
  // Before the codes, so that a narrow screen shows it without scrolling sideways.
  column('MONEYAMOUNT', 'Amount', 'amount'),
  column('AUTHNUMBER', 'Auth Number', 'text'),
  column('MERCHANTID', 'Merchant ID', 'text'),
  column('TRANSACTIONID', 'Transaction ID', 'text'),
]

const toWire = ({ VALUE, LABEL, NUMERIC, RAWVALUE }: StatementColumn): StatementColumn => ({
  VALUE,
  LABEL,
  NUMERIC,
  RAWVALUE,
})

/** What the screen's table shows; the transaction's id is for exports. */
export const visibleColumns: StatementColumn[] = all.filter(({ VALUE }) => VALUE !== 'TRANSACTIONID').map(toWire)
export const exportColumns: StatementColumn[] = all.map(toWire)

/** A transaction as a row of cells in the order of the export columns: ids stay text, amounts are numbers. */
export function transactionToCells(transaction: CardTransaction, zone: Zone): XlsxCell[] {
  return all.map(({ VALUE, format }) => {
    const value = transaction[VALUE]
    if (format === 'amount') return { amountCents: wireToCents(String(value)) ?? (0 as Cents) }
    return valueToText(value, format, zone)
  })
}

/** The columns whose cells are text whatever is in them. */
export const textColumns: number[] = all.flatMap(({ NUMERIC }, index) => (NUMERIC ? [] : [index]))
