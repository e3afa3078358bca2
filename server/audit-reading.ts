// Reads that show many cards, or one in full, are in the audit trail like changes: who, what, how many (threats T21).
import type { ResultCode } from '#contract/codes.ts'
import type { Method } from '#contract/facts.ts'
import { writeAudit } from './audit.ts'
import type { Db, SessionContext } from './context.ts'

interface Reading {
  readonly method: Method
  /** 'card' with its id, or 'cards' and 'rows' with how many were given. */
  readonly subjectType: 'card' | 'cards' | 'rows'
  readonly subjectId: number
  readonly resultCode: ResultCode
}

/** Adds the row before the answer goes out: nothing is shown that could not be written down. */
export async function auditReading(context: SessionContext, reading: Reading, db: Db = context.db): Promise<void> {
  await writeAudit(db, {
    at: context.now(),
    userId: context.viewer.userId,
    ownerId: context.viewer.ownerId,
    method: reading.method,
    subjectType: reading.subjectType,
    subjectId: String(reading.subjectId),
    resultCode: reading.resultCode,
    correlationId: context.correlationId,
  })
}
