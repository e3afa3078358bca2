// Rows that were sent before: how far back a batch or an order is looked for, and what is asked of who sends its rows once more
// (threats T35).
import { codes } from '#contract/codes.ts'
import { DAY_MS } from '#domain/units.ts'
import { isDuplicateReason } from '#domain/uploads.ts'
import { refuse, type Refusal, type SessionContext } from './context.ts'

const DAYS = 30

/** From when on the same rows count as sent before. */
export const repeatsSince = (context: SessionContext): Date => new Date(context.now() - DAYS * DAY_MS)

/** Refuses what equals `last` unless a reason is given; `toMessage` names `last` and asks for one. Undefined where it may go on. */
export function refuseWithoutReason<Row>(
  last: Row | undefined,
  reason: string,
  toMessage: (last: Row) => string,
): Refusal | undefined {
  if (!last || isDuplicateReason(reason)) return undefined
  const message = toMessage(last)
  return refuse(codes.refusedParameters, message, { errors: [{ path: 'duplicateReason', message }] })
}
