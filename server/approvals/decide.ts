// Decisions about a locked batch or order. The domain's rule is checked while the row is locked, so only the first of
// two simultaneous approvers succeeds. Constraints of the database separate maker and approver even if the code has an
// error.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import type { Approvable, ApprovableRow, DecisionColumns, LockedRow } from './approvable.ts'

/**
 * Refuses the decision if the rows have changed since the approver saw them. `seenFingerprint` is undefined if the
 * client sends none.
 */
export function validateFingerprint(
  { changedMessage }: Pick<Approvable<ApprovableRow>, 'changedMessage'>,
  { fingerprint }: ApprovableRow,
  seenFingerprint: string | undefined,
): Refusal | undefined {
  const hasChanged = seenFingerprint !== undefined && seenFingerprint !== fingerprint
  return hasChanged ? refuse(codes.refusedState, changedMessage) : undefined
}

/** Writes the approval, and `columns` with it. */
export async function approve<Row extends ApprovableRow, Columns extends DecisionColumns>(
  context: SessionContext,
  { update, enqueueDecisionMail }: Approvable<Row, Columns>,
  { id, checkedAt }: LockedRow<Row>,
  columns: Columns,
): Promise<void> {
  const { db, viewer, jobs } = context
  await update(db, id, { ...columns, approved_by: viewer.userId, approved_at: checkedAt })
  await enqueueDecisionMail(jobs, db, id)
  context.afterCommit(() => jobs.wake())
}

/** Records a signature that is not the last one, and notifies the users who can sign next. */
export async function notifySigned<Row extends ApprovableRow>(
  context: SessionContext,
  { enqueueSignedMail }: Approvable<Row>,
  { id }: LockedRow<Row>,
  { signed, needed }: { readonly signed: number; readonly needed: number },
): Promise<{ readonly resultText: string }> {
  const { db, jobs } = context
  context.recordValues({ signatures: signed, signaturesNeeded: needed })
  await enqueueSignedMail(jobs, db, id)
  context.afterCommit(() => jobs.wake())
  return { resultText: m.approvals_signedOf({ signed, needed }) }
}

/** Saves the rejection. Returns a refusal, and saves nothing, if the reason contains a card number. */
export async function reject<Row extends ApprovableRow>(
  context: SessionContext,
  { update, enqueueDecisionMail }: Approvable<Row>,
  { id, checkedAt }: LockedRow<Row>,
  reasonText: string | undefined,
): Promise<Refusal | undefined> {
  const reason = reasonText?.trim() || null
  const refusal = refuseCardNumber('reason', reason ?? '')
  if (refusal) return refusal
  context.recordValues({ reason })
  const { db, viewer, jobs } = context
  await update(db, id, { rejected_by: viewer.userId, rejected_at: checkedAt, reject_reason: reason })
  await enqueueDecisionMail(jobs, db, id)
  context.afterCommit(() => jobs.wake())
  return undefined
}

/** Records the user who requested the retry, and the time. */
export const requestRetry = <Row extends ApprovableRow, Columns extends DecisionColumns>(
  { db, viewer }: SessionContext,
  { update }: Approvable<Row, Columns>,
  { id, checkedAt }: LockedRow<Row>,
  columns: Columns,
): Promise<unknown> => update(db, id, { ...columns, retry_requested_by: viewer.userId, retry_requested_at: checkedAt })
