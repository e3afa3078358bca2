// Converts order rows to API elements, and the server's check results to findings.
import type { VerifiedOrder } from '#contract/orders.ts'
import { type MappedOrderFields, mapOrderFields } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { OrderServerValues } from '#domain/order/rows.ts'
import { toSentValue } from '#domain/rows/fields.ts'
import { type Finding, findingsToSet } from '#domain/rows/findings.ts'
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import type { AnyRows, RowResult } from './rows.ts'

/** The part of the open rows (rows.ts) that this file uses. */
interface RowSource {
  readonly rowType: () => RowType
  readonly row: (id: number) => Pick<CheckedRow, 'values' | 'cents'>
}
type OrderElement<Type extends OrderType> = MappedOrderFields<Type, string, number>

/** Converts rows. Amounts are in minor units. A missing text is '', a missing amount is 0. */
export const idsToOrders = <Type extends OrderType>(type: Type, rows: RowSource, ids: readonly number[]) =>
  ids.map((id) => rowToOrder(type, rows, id))

function rowToOrder<Type extends OrderType>(type: Type, rows: RowSource, id: number): OrderElement<Type> {
  const rowType = rows.rowType()
  const { values, cents } = rows.row(id)
  return mapOrderFields(type, {
    text: (name): string => {
      const field = rowType.field(name)
      return field ? toSentValue(field, values[name] ?? '') : ''
    },
    // `cents` has one amount for each of the money fields, in the same order.
    amount: (name): number => {
      const index = rowType.moneyFields.findIndex((field) => field.name === name)
      return cents[index] ?? 0
    },
  })
}

/** Converts the server's check result of a row. The fee is a field of the row, so the result has none. */
export function orderToResult(
  rows: AnyRows,
  { ERROR, loadBlocked, repeatedIn }: Pick<VerifiedOrder, 'ERROR' | 'loadBlocked' | 'repeatedIn'>,
  currency: string,
  checkedAt: number,
): RowResult {
  const rowType = rows.rowType()
  const findings: Finding[] = []
  if (ERROR !== undefined) findings.push(rowType.finding(loadBlocked ? 'loadBlocked' : 'refused'))
  if (repeatedIn !== undefined) findings.push(rowType.finding('repeated'))
  const facts: OrderServerValues = { error: ERROR, repeatedIn: repeatedIn?.join(', ') }
  return {
    findings: findingsToSet(findings),
    facts: findings.length === 0 ? undefined : facts,
    feeCents: 0,
    checkedAt,
    currency,
  }
}
