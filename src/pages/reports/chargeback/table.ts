// Converts the response of the chargeback report to rows, columns and details. The server decides which columns exist
// and where they appear. Our table of fields (domain/reports/chargebacks.ts) adds their labels and formats.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { amountToText, cents, centsToText, decimalToCents } from '#domain/money.ts'
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
  const names = columns.map(({ key }) => key)
  /** The columns with these names, in the order of the names. A name without a column is left out. */
  const columnsNamed = (wanted: readonly string[]) =>
    wanted.map((name) => columns.find(({ key }) => key === name)).filter((column) => column !== undefined)
  return {
    columns,
    listColumns: columnsNamed(SUMMARYCOLUMNS),
    detailColumns: columnsNamed(HTMLCOLUMNS),
    rows: DATA.map((cells, index) => toRow(names, cells, index)),
  }
}

/** An unknown column keeps its own name as label. */
function toColumn(name: string, width: number): Column<ChargebackRow> {
  if (!isChargebackField(name)) return { key: name, label: name, format: 'text', width }
  const { label, format } = chargebackFieldOf(name)
  return { key: name, label, format, width }
}

function toRow(names: readonly string[], cells: readonly unknown[], rowIndex: number): ChargebackRow {
  const row: Record<string, unknown> = {}
  for (const [columnIndex, name] of names.entries()) row[name] = cells[columnIndex]
  const number = textOf(row['CHARGEBACKNUMBER'])
  return { ...row, key: number === '' ? String(rowIndex + 1) : number }
}

/** '' if the value is not a text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const trackingNumberOf = (row: ChargebackRow): string => textOf(row['TRACKINGNUMBER'])

export interface DetailsGroup {
  readonly title: string
  /** Label and formatted value. Card numbers are masked. */
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** All details of a chargeback, in groups. A group without columns is left out. */
export function toDetails({ detailColumns }: ChargebackTable, row: ChargebackRow): DetailsGroup[] {
  // Currencies are shown together with their amounts.
  const shownColumns = detailColumns.filter(({ key }) => !currencyColumns.has(key))
  const groups: DetailsGroup[] = []
  for (const group of Object.keys(chargebackGroups) as ChargebackGroup[]) {
    const title = chargebackGroups[group]
    const facts = shownColumns
      .filter(({ key }) => groupOf(key) === group)
      .map((column) => [column.label, cellToText(column, row)] as const)
    if (facts.length === 0) continue
    const hasNoPresentment = group === 'secondPresentment' && facts.every(([, value]) => value === '')
    groups.push({ title, facts: hasNoPresentment ? [[title, m.common_notReceived()]] : facts })
  }
  return groups
}

const currencyColumns = new Set(['TRANSACTIONCURRENCY', 'CHARGEBACKCURRENCY'])

const groupOf = (name: string): ChargebackGroup => (isChargebackField(name) ? chargebackFieldOf(name).group : 'other')

function cellToText({ key, format }: Column<ChargebackRow>, row: ChargebackRow): string {
  return format === 'amount' ? amountTextOf(row, key) : valueToText(row[key], format, client)
}

/** An amount with its currency. Empty if there is no amount. */
export function amountTextOf(row: ChargebackRow, name: string): string {
  const amount = textOf(row[name])
  const currency = currencyOf(row, name)
  if (amount === '') return ''
  return currency === '' ? valueToText(amount, 'amount', client) : amountToText(amount, currency)
}

/**
 * The currency of an amount. Empty if it is unknown. In the table of fields, `currency` is the currency itself, 'SGD', or
 * the name of the column that has the currency, 'CHARGEBACKCURRENCY'.
 */
function currencyOf(row: ChargebackRow, name: string): string {
  if (!isChargebackField(name)) return ''
  const currencyOrColumn = chargebackFieldOf(name).currency ?? ''
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
  const sumsByCurrency = new Map<string, number>()
  for (const row of rows) {
    const amountCents = decimalToCents(textOf(row['CHARGEBACKAMOUNT']))
    if (amountCents === undefined) continue
    const currency = textOf(row['CHARGEBACKCURRENCY'])
    sumsByCurrency.set(currency, (sumsByCurrency.get(currency) ?? 0) + amountCents)
  }
  const countYes = (name: string) => rows.filter((row) => Number(row[name]) === 1).length
  return {
    count: rows.length,
    // Without a currency, only the figure.
    amounts: [...sumsByCurrency].map(([currency, sum]) => `${currency} ${centsToText(cents(sum))}`.trim()),
    rejectedCount: countYes('CHARGEBACKREJECTED'),
    reversedCount: countYes('CHARGEBACKREVERSED'),
  }
}
