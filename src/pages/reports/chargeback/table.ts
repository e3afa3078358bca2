// Converts the response of the chargeback report to rows, columns and details. The server decides which columns exist
// and where they appear; our table of fields adds labels and formats.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { amountToText, type Cents, centsToText, decimalToCents } from '#domain/money.ts'
import {
  chargebackFieldOf,
  type ChargebackGroup,
  chargebackGroups,
  isChargebackField,
} from '#domain/reports/chargebacks.ts'

/** A chargeback, keyed by column name. */
export interface ChargebackRow extends Readonly<Record<string, unknown>> {
  /** The number of the chargeback, or its position in the response if the server sends no number. */
  readonly key: string
}

export interface ChargebackTable {
  /** All columns of the response. */
  readonly columns: readonly Column<ChargebackRow>[]
  /** The columns of the list. */
  readonly listColumns: readonly Column<ChargebackRow>[]
  /** The columns of the details. */
  readonly detailColumns: readonly Column<ChargebackRow>[]
  readonly rows: readonly ChargebackRow[]
}

export function responseToTable(response: Result<'chargebackReport'>): ChargebackTable {
  const { COLUMNS, SUMMARYCOLUMNS, HTMLCOLUMNS, DATA } = response
  const columns = COLUMNS.map(({ NAME, EXCELWIDTH }) => toColumn(NAME, EXCELWIDTH))
  const columnsNamed = (names: readonly string[]) => names.flatMap((name) => columns.filter(({ key }) => key === name))
  return {
    columns,
    listColumns: columnsNamed(SUMMARYCOLUMNS),
    detailColumns: columnsNamed(HTMLCOLUMNS),
    rows: DATA.map((cells, index) => toRow(columns, cells, index)),
  }
}

/** An unknown column keeps its own name as label. */
function toColumn(name: string, width: number): Column<ChargebackRow> {
  if (!isChargebackField(name)) return { key: name, label: name, format: 'text', width }
  const { label, format } = chargebackFieldOf(name)
  return { key: name, label, format, width }
}

function toRow(columns: readonly Column<ChargebackRow>[], cells: readonly unknown[], index: number): ChargebackRow {
  const row: Record<string, unknown> = Object.fromEntries(columns.map(({ key }, column) => [key, cells[column]]))
  const number = textOf(row['CHARGEBACKNUMBER'])
  return { ...row, key: number === '' ? String(index + 1) : number }
}

/** '' if the value is not a text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const trackingNumberOf = (row: ChargebackRow): string => textOf(row['TRACKINGNUMBER'])

export interface DetailsGroup {
  readonly title: string
  /** Label and formatted value; card numbers are masked. */
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** All details of a chargeback, in groups. */
export function toDetails({ detailColumns }: ChargebackTable, row: ChargebackRow): DetailsGroup[] {
  const groups = (Object.keys(chargebackGroups) as ChargebackGroup[]).map((group) => ({
    group,
    title: chargebackGroups[group],
    // Currencies are shown together with their amounts.
    facts: detailColumns
      .filter(({ key }) => groupOf(key) === group && !currencyColumns.has(key))
      .map((column) => [column.label, cellToText(column, row)] as const),
  }))
  return groups
    .filter(({ facts }) => facts.length > 0)
    .map(({ group, title, facts }) => {
      const isMissing = group === 'secondPresentment' && facts.every(([, value]) => value === '')
      return { title, facts: isMissing ? [[title, m.common_notReceived()] as const] : facts }
    })
}

const currencyColumns = new Set(['TRANSACTIONCURRENCY', 'CHARGEBACKCURRENCY'])

const groupOf = (name: string): ChargebackGroup => (isChargebackField(name) ? chargebackFieldOf(name).group : 'other')

function cellToText({ key, format }: Column<ChargebackRow>, row: ChargebackRow): string {
  return format === 'amount' ? amountTextOf(row, key) : valueToText(row[key], format, client)
}

/** An amount with its currency; '' if there is no amount. */
export function amountTextOf(row: ChargebackRow, name: string): string {
  const amount = textOf(row[name])
  const currency = currencyOf(row, name)
  return amount === '' || currency === '' ? valueToText(amount, 'amount', client) : amountToText(amount, currency)
}

/** The currency of an amount; '' if it is unknown. A field names its currency, or the column that has it. */
function currencyOf(row: ChargebackRow, name: string): string {
  const field = isChargebackField(name) ? chargebackFieldOf(name) : undefined
  const currencyOrColumn = field?.currency ?? ''
  return currencyColumns.has(currencyOrColumn) ? textOf(row[currencyOrColumn]) : currencyOrColumn
}

export interface ChargebackTotals {
  readonly count: number
  /** One sum per currency: 'SGD 1,250.00'. */
  readonly amounts: readonly string[]
  readonly rejectedCount: number
  readonly reversedCount: number
}

/** The totals of the list. Amounts in different currencies are not added. */
export function toTotals({ rows }: ChargebackTable): ChargebackTotals {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const amount = decimalToCents(textOf(row['CHARGEBACKAMOUNT']))
    const currency = textOf(row['CHARGEBACKCURRENCY'])
    if (amount !== undefined) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const countOf = (name: string) => rows.filter((row) => Number(row[name]) === 1).length
  return {
    count: rows.length,
    amounts: [...sums].map(([currency, sum]) => `${currency} ${centsToText(sum as Cents)}`.trim()),
    rejectedCount: countOf('CHARGEBACKREJECTED'),
    reversedCount: countOf('CHARGEBACKREVERSED'),
  }
}
