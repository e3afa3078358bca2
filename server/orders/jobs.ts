// The jobs that orders leave behind them: enqueued with the change that they follow, so that there is none without the other.
import type { Db, Host } from '#server/operations/context.ts'

/** Issues the cards of an approved order, or those that could not be issued before. Its payload: { orderId }. */
export const ISSUE_ORDER = 'issue-order'
/** Makes a physical order final once nobody can cancel it. Its payload: { orderId }. */
export const FINALISE_ORDER = 'finalise-order'

type Jobs = Host['jobs']

export const enqueueIssue = (jobs: Jobs, db: Db, orderId: number): Promise<void> =>
  jobs.enqueue(db, ISSUE_ORDER, { orderId }, { singletonKey: String(orderId) })

/** `finalAt`: when the hours to cancel it are over. */
export const enqueueFinalise = (jobs: Jobs, db: Db, orderId: number, finalAt: Date): Promise<void> =>
  jobs.enqueue(db, FINALISE_ORDER, { orderId }, { singletonKey: String(orderId), runAt: finalAt.getTime() })

export const cancelFinalise = (jobs: Jobs, db: Db, orderId: number): Promise<void> =>
  jobs.cancel(db, FINALISE_ORDER, String(orderId))
