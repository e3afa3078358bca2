// The counters of this process for its metrics: calls, rows and cards. Prometheus adds up the processes. Names and
// meanings: docs/running/metrics.md.
//
// Prometheus sees an increase only between two readings, so a series that begins with its first event hides this event.
// Every series in an alert rule therefore begins with 0.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { codes } from '#contract/codes.ts'
import { methodNames } from '#contract/methods.ts'

/** Contains what only this process knows. Current figures are read from the database when the metrics are fetched. */
export const counterRegistry = new Registry()

const calls = new Counter({
  name: 'portal_calls_total',
  help: 'Calls of the API by operation and result code.',
  labelNames: ['method', 'code'],
  registers: [counterRegistry],
})

const callSeconds = new Histogram({
  name: 'portal_call_seconds',
  help: 'Time until a call was answered.',
  labelNames: ['method'],
  // A user waits for a call, and does not notice less than a tenth of a second.
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [counterRegistry],
})

const restRequests = new Counter({
  name: 'portal_rest_requests_total',
  help: 'Requests to /v1 by route and status.',
  labelNames: ['route', 'status'],
  registers: [counterRegistry],
})

const scimRequests = new Counter({
  name: 'portal_scim_requests_total',
  help: 'Requests of the company directory (SCIM) by method, resource and status.',
  labelNames: ['method', 'resource', 'status'],
  registers: [counterRegistry],
})

const rows = new Counter({
  name: 'portal_rows_total',
  help: 'Rows of batches that were posted, and cards of orders that were issued, by result.',
  labelNames: ['work', 'result'],
  registers: [counterRegistry],
})

const runs = new Counter({
  name: 'portal_runs_total',
  help: 'Batches processed and orders issued.',
  labelNames: ['work'],
  registers: [counterRegistry],
})

for (const method of methodNames) {
  for (const code of [codes.success, codes.internal]) calls.inc({ method, code }, 0)
}
for (const code of [codes.badCredentials, codes.locked, codes.codeWrong]) calls.inc({ method: 'logIn', code }, 0)

const works = ['batch', 'order'] as const
type Work = (typeof works)[number]
for (const work of works) {
  runs.inc({ work }, 0)
  for (const result of ['done', 'failed']) rows.inc({ work, result }, 0)
}

const cardNumberLimits = new Counter({
  name: 'portal_card_number_limits_total',
  help: 'Users who reached the limit of card numbers.',
  registers: [counterRegistry],
})

export function countCardNumberLimit(): void {
  cardNumberLimits.inc()
}

export function countCall(method: string, code: string, ms: number): void {
  calls.inc({ method, code })
  callSeconds.observe({ method }, ms / 1000)
}

/** `route`: the name of the route in the document; 'other' for any other address. */
export function countRestRequest(route: string, status: number): void {
  restRequests.inc({ route, status: String(status) })
}

/** `resource`: 'Users', 'Groups', one of the documents, or 'other' for any other address. */
export function countScimRequest(method: string, resource: string, status: number): void {
  scimRequests.inc({ method, resource, status: String(status) })
}

/** Counts one batch or order that has ended. */
export function countRun(work: Work, { done, failed }: { done: number; failed: number }): void {
  runs.inc({ work })
  rows.inc({ work, result: 'done' }, done)
  rows.inc({ work, result: 'failed' }, failed)
}

const breakGlassLogins = new Counter({
  name: 'portal_break_glass_logins_total',
  help: 'Sign-ins with the emergency password while passwords are switched off.',
  registers: [counterRegistry],
})

export const countBreakGlass = (): void => breakGlassLogins.inc()

const auditFall = new Gauge({
  name: 'portal_audit_fallen',
  help: '1 if the audit trail no longer has a link that this server has seen.',
  registers: [counterRegistry],
})

export function reportAuditFall(hasFallen: boolean): void {
  auditFall.set(hasFallen ? 1 : 0)
}
