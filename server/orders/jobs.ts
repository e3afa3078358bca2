// The jobs of orders, registered when the server starts: issuing cards, and e-mails. The transaction of a change also
// enqueues the job, so that both are stored or neither.
import * as z from 'zod'
import { registerWatch } from '#server/approvals/watch.ts'
import { enqueueNotifications } from '#server/notify/queue.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { issueOrder } from './issue-order.ts'
import { enqueueOrderMail, registerOrderMail } from './mail.ts'

/** The job that issues the cards of an approved order. A retry issues the cards that could not be issued before. */
const ISSUE_ORDER = 'issue-order'
/** The job that issues the cards of a physical order after its time to cancel. */
const FINALISE_ORDER = 'finalise-order'

type Jobs = Services['jobs']

export const enqueueIssue = (jobs: Jobs, db: Db, orderId: number): Promise<void> =>
  jobs.enqueue(db, ISSUE_ORDER, { orderId }, { singletonKey: String(orderId) })

/** `finalAt`: the time after which the order can no longer be cancelled. */
export const enqueueFinalise = (jobs: Jobs, db: Db, orderId: number, finalAt: Date): Promise<void> =>
  jobs.enqueue(db, FINALISE_ORDER, { orderId }, { singletonKey: String(orderId), runAt: finalAt.getTime() })

export const cancelFinalise = (jobs: Jobs, db: Db, orderId: number): Promise<void> =>
  jobs.cancel(db, FINALISE_ORDER, String(orderId))

/** The payload of both jobs. */
const payload = z.strictObject({ orderId: z.int() })

export function registerOrders(services: Services): void {
  registerOrderMail(services)
  registerWatch(services, 'order', (trx, orderId, event) => enqueueOrderMail(services.jobs, trx, { orderId, event }))
  const { db, secrets, now, jobs, log } = services
  const issueCards = async (data: unknown): Promise<void> => {
    const { orderId } = payload.parse(data)
    const startTime = performance.now()
    const issueServices = {
      db,
      secrets,
      now,
      timeZone: services.client.timeZone,
      isSandbox: services.client.isSandbox,
      afterChunk: (trx: Services['db']) => enqueueNotifications(jobs, trx),
      afterLastChunk: (trx: Services['db']) => enqueueOrderMail(jobs, trx, { orderId, event: 'issued' }),
    }
    const outcome = await issueOrder(issueServices, orderId)
    if (!outcome) return
    jobs.wake()
    const { issuedCount, failedCount } = outcome
    services.counters.countRun('order', { done: issuedCount, failed: failedCount })
    log.info({ orderId, issuedCount, failedCount, ms: Math.round(performance.now() - startTime) }, 'order issued')
  }
  jobs.registerHandler(ISSUE_ORDER, 'immediate', issueCards)
  jobs.registerHandler(FINALISE_ORDER, 'immediate', issueCards)
}
