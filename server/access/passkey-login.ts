// A passkey in place of a code.
import type { CallContext, Db } from '#server/context.ts'

export const isPasskeyAnswer = (
  _trx: Db,
  _context: CallContext,
  _userId: number,
  _answer: Record<string, unknown>,
): Promise<boolean> => Promise.resolve(false)
