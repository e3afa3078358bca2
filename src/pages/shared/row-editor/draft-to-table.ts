// Exports the rows of a draft as a file whose headings the portal recognises.
import { m } from '#words/messages.js'
import { orderSample } from '#domain/order/sample.ts'
import { isOrder, type UploadType } from '#domain/uploads.ts'
import type { TextTable } from '#pages/shared/saveTable.ts'

/** An order has the columns of its sample file; a batch has identifier, target (transfers only) and amount. */
export function draftToTable(rows: readonly (readonly string[])[], type: UploadType): TextTable {
  if (isOrder(type)) return { ...orderSample(type), rows }
  const width = Math.max(...rows.map((row) => row.length))
  const header = [
    m.rows_identifier(),
    ...Array.from({ length: Math.max(0, width - 2) }, () => m.rows_target()),
    m.common_amount(),
  ].slice(0, width)
  return { header, rows, textColumns: header.slice(0, -1).map((_, index) => index) }
}
