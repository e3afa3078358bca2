// The rows of an order as columns: the fields of its type in order, then the result of each row.
import { m } from '#words/messages.js'
import type { VirtualCardOrderDetail } from '#contract/orders.ts'
import type { Result } from '#contract/operations.ts'
import type { Column, Format } from '#domain/columns.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { OrderType } from '#domain/order/types.ts'
import { orderRows } from '#domain/order/rows.ts'
import { orderRowStateLabels } from '#domain/order/states.ts'
import { ordersToText } from '#domain/order/words.ts'
import type { ValueType } from '#domain/rows/fields.ts'
import { TABLE_VIEW_PARAMS } from '#pages/shared/useTableView.ts'

type MyRowsResponse = Result<'myCardOrderRows'>
type ApiOrderRow =
  | NonNullable<MyRowsResponse['cardOrders']>[number]
  | NonNullable<MyRowsResponse['virtualCardOrders']>[number]
  | VirtualCardOrderDetail

/**
 * A row of either order type. The named fields below exist in every row. The index signature stands for the fields of
 * both types: a field that the row's own type does not have is undefined.
 */
export interface OrderRow extends Readonly<Record<string, unknown>> {
  readonly key: string
  /** The result: 'Issued', 'Not issued', … */
  readonly RESULT: string
  readonly state: ApiOrderRow['state']
  /** Why the card was not issued, or the current finding. */
  readonly ERROR: string
  /** A note about the message to the card's holder. */
  readonly NOTE: string
  /** Other orders with a card for the same person. */
  readonly repeatedIn: readonly string[]
  /** ERROR, NOTE and `repeatedIn` as one text for the table. */
  readonly REMARK: string
  /** True if ERROR means that the funding account does not cover the row. */
  readonly isUncovered: boolean
  readonly customerReference: string
  /** Minor units. */
  readonly loadAmount: number
  readonly voucherID: string | null
}

export function toOrderRow(row: ApiOrderRow, key: string): OrderRow {
  const repeatedText = row.repeatedIn && m.orders_alsoIn({ orders: ordersToText(row.repeatedIn) })
  const remarks = [row.ERROR, row.NOTE, repeatedText].filter((text) => text !== undefined)
  return {
    ...row,
    key,
    ERROR: row.ERROR ?? '',
    NOTE: row.NOTE ?? '',
    repeatedIn: row.repeatedIn ?? [],
    REMARK: remarks.join(' '),
    isUncovered: row.fundsShort === true,
    RESULT: orderRowStateLabels[row.state],
  }
}

const formats: Readonly<Record<ValueType, Format>> = {
  identifier: 'identifier',
  money: 'amount',
  date: 'date',
  text: 'text',
  list: 'text',
}

interface OrderColumnOptions {
  readonly today: CalendarDate
  /** True if rows have a result or will soon have one. */
  readonly hasResult: boolean
}

/** The columns of an order type. */
export function orderColumns(
  type: OrderType,
  rows: readonly OrderRow[],
  { today, hasResult }: OrderColumnOptions,
): readonly Column<OrderRow>[] {
  const { fields } = orderRows(type, today)
  const hasRemarks = rows.some(({ REMARK }) => REMARK !== '')
  const hasCards = rows.some(({ voucherID }) => voucherID !== null)
  const columns = fields.map(({ name, label, value }): Column<OrderRow> => ({
    key: name,
    label,
    format: formats[value],
  }))
  if (hasResult) columns.push({ key: 'RESULT', label: m.common_result(), format: 'shortText' })
  if (hasRemarks)
    columns.push({ key: 'REMARK', label: hasResult ? m.common_reason() : m.common_warnings(), format: 'text' })
  if (hasCards) columns.push({ key: 'voucherID', label: m.common_card(), format: 'shortText', onlyOn: 'screen' })
  return columns
}

/** The address parameters that belong to the open order. */
export const ORDER_PARAMS = ['rows', ...TABLE_VIEW_PARAMS] as const
