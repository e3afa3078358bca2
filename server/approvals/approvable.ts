// The common type of batches and orders, whose rows are submitted by one user and decided by another. Also locks a
// batch or an order before a change.
import { codes } from '#contract/codes.ts'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { AuditValues } from '#server/audit/audit-fields.ts'
import {
  type Db,
  type Services,
  refuse,
  type Refusal,
  checkRule,
  type SessionContext,
} from '#server/operations/context.ts'
import type { Phrase } from '#server/stored-text.ts'
import type { Scope } from '#server/operations/scope.ts'
import { type ApprovalState, type ApprovalSubjectName, readApprovals } from './signatures.ts'

/** The columns of batches and orders that a decision or a retry sets. */
export interface DecisionColumns {
  readonly approved_by?: number
  readonly approved_at?: Date
  readonly rejected_by?: number
  readonly rejected_at?: Date
  readonly reject_reason?: string | null
  readonly retry_requested_by?: number
  readonly retry_requested_at?: Date
}

export interface ApprovableRow {
  readonly id: number
  readonly approval_terms: ApprovalTerms | null
  readonly fingerprint: string
}

/** How to lock, change and report a batch or an order. */
export interface Approvable<Row extends ApprovableRow, Columns extends DecisionColumns = DecisionColumns> {
  readonly subject: ApprovalSubjectName
  readonly notFoundMessage: Phrase
  /** The text of the refusal if the rows are not the rows that the approver saw. */
  readonly changedMessage: Phrase
  readonly lock: (db: Db, id: number, scope: Scope) => Promise<Row | undefined>
  readonly update: (db: Db, id: number, columns: Columns) => Promise<unknown>
  readonly toAuditValues: (row: Row) => AuditValues
  /** Enqueues the e-mail about the decision. */
  readonly enqueueDecisionMail: (jobs: Services['jobs'], db: Db, id: number) => Promise<void>
  /** Enqueues the e-mail to the users who can sign next. */
  readonly enqueueSignedMail: (jobs: Services['jobs'], db: Db, id: number) => Promise<void>
}

export type LockedRow<Row> = Row & {
  /** When the change was checked. This time, and no later one, is stored with the change. */
  readonly checkedAt: Date
  /** The signatures and their rules. Undefined if no approval rule applies to the row. */
  readonly approval: ApprovalState | undefined
}

/** Who makes a change, and when. */
export interface ChangeAttempt {
  readonly viewerId: string
  readonly now: number
}

interface Change<Row> {
  readonly id: number
  /** A row for which this returns false is not found. */
  readonly appliesTo?: ((row: Row) => boolean) | undefined
  /** Returns why the change is refused. Undefined if it is allowed. */
  readonly refusalOf: (row: LockedRow<Row>, attempt: ChangeAttempt) => string | undefined
}

/**
 * Locks a batch or an order until the transaction ends. The second of two simultaneous changes waits, and is then
 * checked against the result of the first.
 */
export async function lockForChange<Row extends ApprovableRow>(
  context: SessionContext,
  { subject, notFoundMessage, lock, toAuditValues }: Approvable<Row>,
  { id, appliesTo = () => true, refusalOf }: Change<Row>,
): Promise<LockedRow<Row> | Refusal> {
  const { db, viewer } = context
  context.setSubject(subject, id)
  const row = await lock(db, id, viewer)
  if (!row || !appliesTo(row)) return refuse(codes.notFound, notFoundMessage)
  const now = context.now()
  const approval = (await readApprovals(context, subject, [row])).get(id)
  const lockedRow = { ...row, checkedAt: new Date(now), approval }
  const attempt = { viewerId: String(viewer.userId), now }
  const refusal = checkRule(codes.refusedState, () => refusalOf(lockedRow, attempt))
  if (refusal) return refusal
  context.recordValues(toAuditValues(row))
  return lockedRow
}
