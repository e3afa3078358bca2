// Decisions about a locked batch or order. The domain's rule is checked while the batch or order is locked, so only the
// first of two simultaneous approvers succeeds. Constraints of the database separate maker and approver even if the
// code has an error.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import type { Approvable, BatchOrOrder, DecisionColumns, Locked } from './approvable.ts'

/**
 * Refuses the decision if the rows have changed since the approver saw them. `seenFingerprint` is undefined if the
 * client sends no fingerprint. The rows are then not compared.
 */
export function refuseIfRowsChanged(
  { changedMessage }: Pick<Approvable<BatchOrOrder>, 'changedMessage'>,
  { fingerprint }: BatchOrOrder,
  seenFingerprint: string | undefined,
): Refusal | undefined {
  const hasChanged = seenFingerprint !== undefined && seenFingerprint !== fingerprint
  return hasChanged ? refuse(codes.refusedState, changedMessage) : undefined
}

/** Stores the approval, together with the other `columns` that it sets. */
export async function approve<Item extends BatchOrOrder, Columns extends DecisionColumns>(
  context: SessionContext,
  { update, enqueueDecisionMail }: Approvable<Item, Columns>,
  { id, checkedAt }: Locked<Item>,
  columns: Columns,
): Promise<void> {
  const { db, viewer, jobs } = context
  await update(db, id, { ...columns, approved_by: viewer.userId, approved_at: checkedAt })
  await enqueueDecisionMail(jobs, db, id)
  context.afterCommit(() => jobs.wake())
}

/** Records in the audit trail a signature that is not the last, and notifies the users who can sign next. */
export async function notifySigned<Item extends BatchOrOrder>(
  context: SessionContext,
  { enqueueSignedMail }: Approvable<Item>,
  { id }: Locked<Item>,
  { signed, needed }: { readonly signed: number; readonly needed: number },
): Promise<{ readonly resultText: string }> {
  const { db, jobs } = context
  context.recordValues({ signatures: signed, signaturesNeeded: needed })
  await enqueueSignedMail(jobs, db, id)
  context.afterCommit(() => jobs.wake())
  return { resultText: m.approvals_signedOf({ signed, needed }) }
}

/** Saves the rejection. Returns a refusal, and saves nothing, if the reason contains a card number. */
export async function reject<Item extends BatchOrOrder>(
  context: SessionContext,
  { update, enqueueDecisionMail }: Approvable<Item>,
  { id, checkedAt }: Locked<Item>,
  reasonText: string | undefined,
): Promise<Refusal | undefined> {
  const trimmedReason = reasonText?.trim() ?? ''
  const refusal = refuseCardNumber('reason', trimmedReason)
  if (refusal) return refusal
  const reason = trimmedReason === '' ? null : trimmedReason
  context.recordValues({ reason })
  const { db, viewer, jobs } = context
  await update(db, id, { rejected_by: viewer.userId, rejected_at: checkedAt, reject_reason: reason })
  await enqueueDecisionMail(jobs, db, id)
  context.afterCommit(() => jobs.wake())
  return undefined
}

/** Stores the user who requested the retry, and the time, together with the other `columns` that the retry sets. */
export const requestRetry = <Item extends BatchOrOrder, Columns extends DecisionColumns>(
  { db, viewer }: SessionContext,
  { update }: Approvable<Item, Columns>,
  { id, checkedAt }: Locked<Item>,
  columns: Columns,
): Promise<unknown> => update(db, id, { ...columns, retry_requested_by: viewer.userId, retry_requested_at: checkedAt })
