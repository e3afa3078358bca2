// Decisions about a locked batch or order. The domain's rule is checked under the lock, so of two simultaneous
// approvers only the first succeeds. Constraints of the database separate maker and approver even if the code has an
// error.
import { codes } from '#contract/codes.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import type { Approvable, ApprovableRow, DecisionColumns, LockedRow } from './approvable.ts'

/**
 * Returns a refusal if the rows are not the rows that the approver saw, that is, if the fingerprints differ.
 */
export const validateFingerprint = (
  { changedMessage: changed }: Pick<Approvable<ApprovableRow>, 'changedMessage'>,
  { fingerprint }: ApprovableRow,
  seenFingerprint: string | undefined,
): Refusal | undefined =>
  seenFingerprint === undefined || seenFingerprint === fingerprint ? undefined : refuse(codes.refusedState, changed)

/** `columns`: other columns to write with the approval. */
export async function approve<Row extends ApprovableRow, Columns extends DecisionColumns>(
  context: SessionContext,
  { update, enqueueDecisionMail: enqueueDecided }: Approvable<Row, Columns>,
  { id, checkedAt: judgedAt }: LockedRow<Row>,
  columns: Columns,
): Promise<void> {
  const { db, viewer, jobs } = context
  await update(db, id, { ...columns, approved_by: viewer.userId, approved_at: judgedAt })
  await enqueueDecided(jobs, db, id)
  context.afterCommit(() => jobs.wake())
}

/** Returns a refusal if the reason contains a card number, or undefined once the rejection is saved. */
export async function reject<Row extends ApprovableRow>(
  context: SessionContext,
  { update, enqueueDecisionMail: enqueueDecided }: Approvable<Row>,
  { id, checkedAt: judgedAt }: LockedRow<Row>,
  reasonText: string | undefined,
): Promise<Refusal | undefined> {
  const reason = reasonText?.trim() || null
  const refusal = refuseCardNumber('reason', reason ?? '')
  if (refusal) return refusal
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
  { id, checkedAt: judgedAt }: LockedRow<Row>,
  columns: Columns,
): Promise<unknown> => update(db, id, { ...columns, retry_requested_by: viewer.userId, retry_requested_at: judgedAt })
