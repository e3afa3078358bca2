// What batches and orders have in common: one user submits rows, another user decides. Also locks a batch or an order
// before a change.
import { codes } from '#contract/codes.ts'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { AuditValues } from '#server/audit/audit-fields.ts'
import {
  type Db,
  type Services,
  refuse,
  type Refusal,
  refuseBy,
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

/**
 * Locks a batch or an order until the transaction ends. The second of two simultaneous changes waits, and is then
 * checked against the result of the first. `validate` returns why the change is refused. A row for which `appliesTo`
 * returns false is not found.
 */
export async function lockForChange<Row extends ApprovableRow>(
  context: SessionContext,
  {
    subject,
    notFoundMessage,
    lock,
    toAuditValues,
  }: Pick<Approvable<Row>, 'subject' | 'notFoundMessage' | 'lock' | 'toAuditValues'>,
  id: number,
  validate: (row: LockedRow<Row>, viewerId: string, now: number) => string | undefined,
  appliesTo: (row: Row) => boolean = () => true,
): Promise<LockedRow<Row> | Refusal> {
  const { db, viewer } = context
  context.setSubject(subject, id)
  const row = await lock(db, id, viewer)
  if (!row || !appliesTo(row)) return refuse(codes.notFound, notFoundMessage)
  const now = context.now()
  const approval = (await readApprovals(context, subject, [row])).get(id)
  const lockedRow = { ...row, checkedAt: new Date(now), approval }
  const refusal = refuseBy(codes.refusedState, () => validate(lockedRow, String(viewer.userId), now))
  if (refusal) return refusal
  context.recordValues(toAuditValues(row))
  return lockedRow
}
