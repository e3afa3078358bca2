// Decisions about a locked batch or order. The domain's rule is checked under the lock, so of two simultaneous
// approvers only the first succeeds. Constraints of the database separate maker and approver even if the code has an
// error.
import { codes } from '#contract/codes.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import type { Approvable, ApprovableRow, DecisionColumns, Locked } from './approvable.ts'

/**
 * Refuses a decision about rows that differ from those the approver saw. Undefined if the fingerprint is that of the
 * stored rows.
 */
export const refuseChanged = (
  { changed }: Pick<Approvable<ApprovableRow>, 'changed'>,
  { fingerprint }: ApprovableRow,
  seenFingerprint: string | undefined,
): Refusal | undefined =>
  seenFingerprint === undefined || seenFingerprint === fingerprint ? undefined : refuse(codes.refusedState, changed)

/** `columns`: other columns to write with the approval. */
export async function approve<Row extends ApprovableRow, Columns extends DecisionColumns>(
  context: SessionContext,
  { update, enqueueDecided }: Approvable<Row, Columns>,
  { id, judgedAt }: Locked<Row>,
  columns: Columns,
): Promise<void> {
  const { db, viewer, jobs } = context
  await update(db, id, { ...columns, approved_by: viewer.userId, approved_at: judgedAt })
  await enqueueDecided(jobs, db, id)
  context.afterCommit(() => jobs.wake())
}

/** Undefined if it was rejected. */
export async function reject<Row extends ApprovableRow>(
  context: SessionContext,
  { update, enqueueDecided }: Approvable<Row>,
  { id, judgedAt }: Locked<Row>,
  given: string | undefined,
): Promise<Refusal | undefined> {
  const reason = given?.trim() || null
  const refused = refuseCardNumber('reason', reason ?? '')
  if (refused) return refused
  context.records({ reason })
  const { db, viewer, jobs } = context
  await update(db, id, { rejected_by: viewer.userId, rejected_at: judgedAt, reject_reason: reason })
  await enqueueDecided(jobs, db, id)
  context.afterCommit(() => jobs.wake())
  return undefined
}

/** Records the user who requested the retry, and the time. */
export const requestRetry = <Row extends ApprovableRow, Columns extends DecisionColumns>(
  { db, viewer }: SessionContext,
  { update }: Approvable<Row, Columns>,
  { id, judgedAt }: Locked<Row>,
  columns: Columns,
): Promise<unknown> => update(db, id, { ...columns, retry_requested_by: viewer.userId, retry_requested_at: judgedAt })
