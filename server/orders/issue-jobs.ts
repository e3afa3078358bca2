// Issuing as durable jobs (threats T40): of a virtual order that was approved, and of a physical one that has become final.
import * as z from 'zod'
import type { Host } from '#server/operations/context.ts'
import { enqueueNotifications } from '#server/notify/queue.ts'
import { issueOrder } from './issue-order.ts'
import { FINALISE_ORDER, ISSUE_ORDER } from './jobs.ts'
import { enqueueOrderMail } from './mail.ts'

const payload = z.strictObject({ orderId: z.int() })

export function registerIssueOrders(host: Host): void {
  const { db, secrets, now, jobs, log } = host
  const issue = async (given: unknown): Promise<void> => {
    const { orderId } = payload.parse(given)
    const started = performance.now()
    const issuing = {
      db,
      secrets,
      now,
      timeZone: host.client.timeZone,
      issued: async (trx: Host['db'], isLast: boolean) => {
        await enqueueNotifications(jobs, trx)
        if (isLast) await enqueueOrderMail(jobs, trx, { orderId, event: 'issued' })
      },
    }
    const outcome = await issueOrder(issuing, orderId)
    if (!outcome) return
    jobs.wake()
    const { issuedCount, failedCount } = outcome
    log.info({ orderId, issuedCount, failedCount, ms: Math.round(performance.now() - started) }, 'order issued')
  }
  jobs.work(ISSUE_ORDER, 'prompt', issue)
  jobs.work(FINALISE_ORDER, 'prompt', issue)
}
