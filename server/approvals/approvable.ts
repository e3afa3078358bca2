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

/** The columns that batches and orders share. */
export interface BatchOrOrder {
  readonly id: number
  readonly approval_terms: ApprovalTerms | null
  readonly fingerprint: string
}

/** How to lock, change and report a batch or an order. */
export interface Approvable<Item extends BatchOrOrder, Columns extends DecisionColumns = DecisionColumns> {
  readonly subject: ApprovalSubjectName
  readonly notFoundMessage: Phrase
  /** The text of the refusal if the rows are not the rows that the approver saw. */
  readonly changedMessage: Phrase
  readonly lock: (db: Db, id: number, scope: Scope) => Promise<Item | undefined>
  readonly update: (db: Db, id: number, columns: Columns) => Promise<unknown>
  readonly toAuditValues: (item: Item) => AuditValues
  /** Enqueues the e-mail about the decision. */
  readonly enqueueDecisionMail: (jobs: Services['jobs'], db: Db, id: number) => Promise<void>
  /** Enqueues the e-mail to the users who can sign next. */
  readonly enqueueSignedMail: (jobs: Services['jobs'], db: Db, id: number) => Promise<void>
}

export type Locked<Item> = Item & {
  /** The time when the change was checked. The change is stored with this time. */
  readonly checkedAt: Date
  /** The signatures and their rules. Undefined if no approval rule applies. */
  readonly approval: ApprovalState | undefined
}

/** The user who makes a change, and the time of the change in milliseconds since 1970. */
export interface ChangeAttempt {
  readonly viewerId: string
  readonly now: number
}

interface ChangeToCheck<Item> {
  readonly id: number
  /** A batch or order for which this returns false is not found. */
  readonly appliesTo?: ((item: Item) => boolean) | undefined
  /** Returns why the change is refused. Undefined if it is allowed. */
  readonly refusalOf: (item: Locked<Item>, attempt: ChangeAttempt) => string | undefined
}

/**
 * Locks a batch or an order until the transaction ends. The second of two simultaneous changes waits for the first, and
 * is then checked against the result of the first.
 */
export async function lockForChange<Item extends BatchOrOrder>(
  context: SessionContext,
  { subject, notFoundMessage, lock, toAuditValues }: Approvable<Item>,
  { id, appliesTo = () => true, refusalOf }: ChangeToCheck<Item>,
): Promise<Locked<Item> | Refusal> {
  const { db, viewer } = context
  context.setSubject(subject, id)
  const item = await lock(db, id, viewer)
  if (!item || !appliesTo(item)) return refuse(codes.notFound, notFoundMessage)
  const now = context.now()
  const approval = (await readApprovals(context, subject, [item])).get(id)
  const lockedItem = { ...item, checkedAt: new Date(now), approval }
  const attempt = { viewerId: String(viewer.userId), now }
  const refusal = checkRule(codes.refusedState, () => refusalOf(lockedItem, attempt))
  if (refusal) return refusal
  context.recordValues(toAuditValues(item))
  return lockedItem
}
