// The jobs of the area, as the host takes them up at its start.
import type { Host } from '#server/operations/context.ts'
import { registerIssueOrders } from './issue-jobs.ts'
import { registerOrderMail } from './mail.ts'

export function registerOrders(host: Host): void {
  registerIssueOrders(host)
  registerOrderMail(host)
}
