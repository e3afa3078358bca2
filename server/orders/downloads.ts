// A virtual order as a file: the columns of its rows, and the result of each row.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { Cell } from '#domain/columns.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { orderRowStateLabels } from '#domain/order/states.ts'
import { columnWidths } from '#domain/rows/fields.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { programmeDay } from '#server/operations/day-range.ts'
import { fileToResponse, XLSX_CONTENT_TYPE } from '#server/operations/to-api.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { findVirtualOrder } from './details.ts'
import { readCurrentRows, type RowOutcome } from './current-rows.ts'

export const downloadVirtualCardOrdersBatchLoadDetailsReport: Handler<
  'downloadVirtualCardOrdersBatchLoadDetailsReport'
> = async (context, params) => {
  const order = await findVirtualOrder(context, params.batchLoadFileID)
  if (!order) return refuse(codes.notFound, m.orders_noSuchOrder)
  const today = programmeDay(context)
  const { rows } = await readCurrentRows(context, order)
  context.recordValues({ cards: rows.length })
  const { fields } = virtualRows({ today })
  const reasonOf = ({ ERROR: error, NOTE: note, state }: RowOutcome) => {
    const rejectReason = state === 'rejected' ? order.reject_reason : null
    return error ?? note ?? rejectReason ?? ''
  }
  const bytes = writeXlsx({
    name: m.orders_orderId({ id: order.id }),
    header: [...fields.map(({ label }) => label), m.common_status(), m.common_reason()],
    widths: [...fields.map(({ value }) => columnWidths[value]), 16, 60],
    rows: rows.map(({ row, outcome }): Cell[] => [
      // The load is the only amount of a virtual card.
      ...fields.map(({ name, value }) =>
        value === 'money' ? { amountCents: row.load_cents } : (row.fields[name] ?? ''),
      ),
      orderRowStateLabels[outcome.state],
      reasonOf(outcome),
    ]),
  })
  return fileToResponse(`virtual_card_orders_batch_load_details_report_${today}.xlsx`, XLSX_CONTENT_TYPE, bytes)
}
