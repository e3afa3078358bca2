// Exports the rows of a draft as a file whose headings the portal recognises.
import { m } from '#words/messages.js'
import { orderSample } from '#domain/order/sample.ts'
import { isOrder, type UploadType } from '#domain/uploads.ts'
import type { TextTable } from '#pages/shared/saveTable.ts'

/** An order has the columns of its sample file. A batch has identifier, target (only in transfers) and amount. */
export function draftToTable(rows: readonly (readonly string[])[], type: UploadType): TextTable {
  if (isOrder(type)) return { ...orderSample(type), rows }
  const columnCount = Math.max(...rows.map((row) => row.length))
  // The first column is the identifier, and the last column is the amount. The columns between them are targets.
  const targets = Array.from({ length: Math.max(0, columnCount - 2) }, () => m.rows_target())
  const header = [m.rows_identifier(), ...targets, m.common_amount()].slice(0, columnCount)
  // All columns except the amount.
  const textColumns = header.slice(0, -1).map((_, index) => index)
  return { header, rows, textColumns }
}
