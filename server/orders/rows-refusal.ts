// Refuses to store an order with invalid rows: lists every error with its path and a sentence.
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

/** Lists every row with an error. Undefined if all rows can be stored. */
export function rowsRefusal(
  validatedRows: readonly ValidatedRow[],
  { type, rowsPath }: SubmittedRows,
): Refusal | undefined {
  const errors = validatedRows.flatMap(({ error }, index) =>
    error === undefined ? [] : [{ path: `${rowsPath}.${index}.ERROR`, message: error }],
  )
  if (errors.length === 0) return undefined
  const text = () => {
    const { one, many } = orderTypes[type].noun
    return errors.length === 1
      ? m.orders_rowCannotBeOrdered({ one })
      : m.orders_rowsCannotBeOrdered({ count: errors.length, many })
  }
  return refuse(codes.refusedParameters, text, { errors })
}
