// The answer of the chargeback report as rows, columns and details: the host says which columns there are and which of them the list
// and the details have, our table of fields what they are called and how they are shown (batches §3).
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import {
  chargebackFieldOf,
  type ChargebackGroup,
  chargebackGroups,
  isChargebackField,
} from '#domain/reports/chargebacks.ts'
import * as say from '#words/pages/reports/chargeback.ts'

/** A chargeback by the names of its columns. */
export interface ChargebackRow extends Readonly<Record<string, unknown>> {
  /** Its number; its place in the answer of a host that gives none. */
  readonly key: string
}

export interface ChargebackTable {
  /** All that the host gives of a chargeback. */
  readonly columns: readonly Column<ChargebackRow>[]
  /** The few of the list. */
  readonly listed: readonly Column<ChargebackRow>[]
  /** Those of the details. */
  readonly detailed: readonly Column<ChargebackRow>[]
  readonly rows: readonly ChargebackRow[]
}

export function answerToTable(answer: Result<'chargebackReport'>): ChargebackTable {
  const { COLUMNS, SUMMARYCOLUMNS, HTMLCOLUMNS, DATA } = answer
  const columns = COLUMNS.map(({ NAME, EXCELWIDTH }) => toColumn(NAME, EXCELWIDTH))
  const named = (names: readonly string[]) => names.flatMap((name) => columns.filter(({ key }) => key === name))
  return { columns, listed: named(SUMMARYCOLUMNS), detailed: named(HTMLCOLUMNS), rows: DATA.map((cells, at) => toRow(columns, cells, at)) } // oxfmt-ignore
}

/** A column that only another host knows is shown under its own name. */
function toColumn(name: string, width: number): Column<ChargebackRow> {
  if (!isChargebackField(name)) return { key: name, label: name, format: 'text', width }
  const { label, format } = chargebackFieldOf(name)
  return { key: name, label, format, width }
}

function toRow(columns: readonly Column<ChargebackRow>[], cells: readonly unknown[], at: number): ChargebackRow {
  const row: Record<string, unknown> = Object.fromEntries(columns.map(({ key }, column) => [key, cells[column]]))
  const number = textOf(row['CHARGEBACKNUMBER'])
  return { ...row, key: number === '' ? String(at + 1) : number }
}

/** A value of the wire that is a text; '' for any other. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const trackingNumberOf = (row: ChargebackRow): string => textOf(row['TRACKINGNUMBER'])

export interface DetailsGroup {
  readonly title: string
  /** Label and value as people read it, card numbers masked. */
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** All that is known of a chargeback, in groups. */
export function toDetails({ detailed }: ChargebackTable, row: ChargebackRow): DetailsGroup[] {
  const groups = (Object.keys(chargebackGroups) as ChargebackGroup[]).map((group) => ({
    group,
    title: chargebackGroups[group],
    // A currency is shown with its amount.
    facts: detailed
      .filter(({ key }) => groupOf(key) === group && !currencies.has(key))
      .map((column) => [column.label, factOf(column, row)] as const),
  }))
  return groups
    .filter(({ facts }) => facts.length > 0)
    .map(({ group, title, facts }) => {
      const isMissing = group === 'secondPresentment' && facts.every(([, value]) => value === '')
      return { title, facts: isMissing ? [[title, say.notReceived] as const] : facts }
    })
}

const currencies = new Set(['TRANSACTIONCURRENCY', 'CHARGEBACKCURRENCY'])

const groupOf = (name: string): ChargebackGroup => (isChargebackField(name) ? chargebackFieldOf(name).group : 'other')

function factOf({ key, format }: Column<ChargebackRow>, row: ChargebackRow): string {
  return format === 'amount' ? amountOf(row, key) : valueToText(row[key], format, client)
}

/** An amount with its currency; '' where there is none. */
export function amountOf(row: ChargebackRow, name: string): string {
  const amount = textOf(row[name])
  const { currency = '' } = isChargebackField(name) ? chargebackFieldOf(name) : {}
  const code = currencies.has(currency) ? textOf(row[currency]) : currency
  return amount === '' || code === '' ? valueToText(amount, 'amount', client) : amountToText(amount, code)
}
