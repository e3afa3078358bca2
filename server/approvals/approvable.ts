// The common part of batches and orders: one user submits rows, another user decides. Also locks a batch or an order
// before it is changed.
import { codes } from '#contract/codes.ts'
import type { AuditFacts } from '#server/audit/audit-fields.ts'
import { type Db, type Services, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import type { Scope } from '#server/operations/scope.ts'

/** Columns of both batches and orders. */
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
  readonly fingerprint: string
}

/** How to lock, change and report a batch or an order. */
export interface Approvable<Row extends ApprovableRow, Columns extends DecisionColumns = DecisionColumns> {
  readonly subject: 'batch' | 'order'
  readonly notFound: string
  /** The text of the refusal if the rows differ from those that the approver saw. */
  readonly changed: string
  readonly lock: (db: Db, id: number, scope: Scope) => Promise<Row | undefined>
  readonly update: (db: Db, id: number, columns: Columns) => Promise<unknown>
  readonly toFacts: (row: Row) => AuditFacts
  /** Enqueues the e-mail about the decision. */
  readonly enqueueDecided: (jobs: Services['jobs'], db: Db, id: number) => Promise<void>
}

/** `judgedAt`: the time at which the change was checked. Write this time with the change, not a later one. */
export type Locked<Row> = Row & { readonly judgedAt: Date }

/**
 * Locks a batch or an order until the transaction ends. Of two simultaneous changes, the second waits and is then
 * checked against the result of the first. `isFor`: which batches or orders the change applies to; any other is refused
 * as not found.
 */
export async function lockForChange<Row extends ApprovableRow>(
  context: SessionContext,
  { subject, notFound, lock, toFacts }: Pick<Approvable<Row>, 'subject' | 'notFound' | 'lock' | 'toFacts'>,
  id: number,
  rule: (row: Row, viewerId: string, now: number) => string | undefined,
  isFor: (row: Row) => boolean = () => true,
): Promise<Locked<Row> | Refusal> {
  const { db, viewer } = context
  context.concerns(subject, id)
  const row = await lock(db, id, viewer)
  if (!row || !isFor(row)) return refuse(codes.notFound, notFound)
  const now = context.now()
  const text = rule(row, String(viewer.userId), now)
  if (text !== undefined) return refuse(codes.refusedState, text)
  context.records(toFacts(row))
  return { ...row, judgedAt: new Date(now) }
}
