// The counters of one client in this process for its metrics: calls, rows and cards. Prometheus adds up the processes.
// Names and meanings: docs/running/metrics.md.
//
// Prometheus sees an increase only between two readings, so a series that begins with its first event hides this event.
// Every series in an alert rule therefore begins with 0.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { codes } from '#contract/codes.ts'
import { methodNames } from '#contract/methods.ts'

const works = ['batch', 'order'] as const
type Work = (typeof works)[number]

export type Counters = ReturnType<typeof createCounters>

/** Counts what only this process knows. Current figures are read from the database when the metrics are fetched. */
export function createCounters() {
  const registry = new Registry()
  const createCounter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })

  const calls = createCounter('portal_calls_total', 'Calls of the API by operation and result code.', [
    'method',
    'code',
  ])
  const callSeconds = new Histogram({
    name: 'portal_call_seconds',
    help: 'Time until a call was answered.',
    labelNames: ['method'],
    // A user waits for a call, and does not notice less than a tenth of a second.
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const restRequests = createCounter('portal_rest_requests_total', 'Requests to /v1 by route and status.', [
    'route',
    'status',
  ])
  const rows = createCounter(
    'portal_rows_total',
    'Rows of batches that were posted, and cards of orders that were issued, by result.',
    ['work', 'result'],
  )
  const runs = createCounter('portal_runs_total', 'Batches processed and orders issued.', ['work'])
  const cardNumberLimits = createCounter(
    'portal_card_number_limits_total',
    'Users who reached the limit of card numbers.',
  )
  const breakGlassLogins = createCounter(
    'portal_break_glass_logins_total',
    'Sign-ins with the emergency password while passwords are switched off.',
  )
  const missingAuditHead = new Gauge({
    name: 'portal_audit_fallen',
    help: '1 if the audit trail no longer has a link that this server has seen.',
    registers: [registry],
  })

  for (const method of methodNames) {
    for (const code of [codes.success, codes.internal]) calls.inc({ method, code }, 0)
  }
  for (const code of [codes.badCredentials, codes.locked, codes.codeWrong]) calls.inc({ method: 'logIn', code }, 0)
  for (const work of works) {
    runs.inc({ work }, 0)
    for (const result of ['done', 'failed']) rows.inc({ work, result }, 0)
  }

  return {
    registry,
    /** `ms`: the duration of the call. Undefined for a held call, whose duration means nothing. */
    countCall(method: string, code: string, ms: number | undefined): void {
      calls.inc({ method, code })
      if (ms !== undefined) callSeconds.observe({ method }, ms / 1000)
    },
    /** `route`: the name of the route in the OpenAPI document, or 'other' for any other address. */
    countRestRequest(route: string, status: number): void {
      restRequests.inc({ route, status: String(status) })
    },
    /** Counts one batch or order that has ended. */
    countRun(work: Work, { done, failed }: { done: number; failed: number }): void {
      runs.inc({ work })
      rows.inc({ work, result: 'done' }, done)
      rows.inc({ work, result: 'failed' }, failed)
    },
    countCardNumberLimit: (): void => cardNumberLimits.inc(),
    countBreakGlass: (): void => breakGlassLogins.inc(),
    reportAuditHead: ({ isMissing }: { isMissing: boolean }): void => missingAuditHead.set(isMissing ? 1 : 0),
  }
}
