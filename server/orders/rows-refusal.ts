// The refusal of an order with invalid rows: lists every error with its path and a message.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { orderTypes, type OrderType } from '#domain/order/types.ts'
import { refuse, type Refusal } from '#server/operations/context.ts'
import type { ValidatedRow } from './validate-rows.ts'

interface SubmittedRows {
  readonly type: OrderType
  /** The parameter that contains the rows. */
  readonly rowsPath: 'cardOrders' | 'virtualCardOrders'
}

/** Refuses rows with errors, and lists every error. Undefined if all rows can be stored. */
export function rowsRefusal(
  validatedRows: readonly ValidatedRow[],
  { type, rowsPath }: SubmittedRows,
): Refusal | undefined {
  const errors: { path: string; message: string }[] = []
  for (const [index, { error }] of validatedRows.entries())
    if (error !== undefined) errors.push({ path: `${rowsPath}.${index}.ERROR`, message: error })
  if (errors.length === 0) return undefined
  const toText = () => {
    const { one, many } = orderTypes[type].noun
    if (errors.length === 1) return m.orders_rowCannotBeOrdered({ one })
    return m.orders_rowsCannotBeOrdered({ count: errors.length, many })
  }
  return refuse(codes.refusedParameters, toText, { errors })
}
