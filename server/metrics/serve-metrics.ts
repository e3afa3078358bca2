// `GET {base}metrics` in Prometheus' format, on a separate port. The metrics are for administrators, and the portal's
// port is open to the world.
import { createServer, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { errorToFields } from '../log.ts'
import type { Database } from '../db/connect.ts'
import type { Services } from '../operations/context.ts'
import { type Figures, readFigures } from './figures.ts'

/** Prometheus gives up after 10 seconds by default, so a longer read is useless. */
const READ_TIMEOUT_MS = 5_000

export interface MetricsOptions {
  readonly services: Services
  readonly database: Pick<Database, 'isAlive' | 'hasDiskSpace' | 'isNewerThanServer' | 'connections'>
  readonly version: string
}

/** Returns a server that does not listen yet. */
export function createMetricsServer(options: MetricsOptions): Server {
  const { services } = options
  const processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  const address = `${services.client.basePath}metrics`
  return createServer((request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url?.split('?')[0] === address
    if (!isMetricsRequest) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`Metrics are at GET ${address}\n`)
      return
    }
    void sendMetrics(options, processRegistry, response)
  })
}

async function sendMetrics(options: MetricsOptions, processRegistry: Registry, response: ServerResponse) {
  const { counters, log } = options.services
  try {
    const text = await collectMetrics(options, processRegistry)
    const headers = { 'content-type': counters.registry.contentType, 'cache-control': 'no-store' }
    response.writeHead(200, headers).end(text)
  } catch (error) {
    log.error(errorToFields(error), 'the metrics could not be read')
    response.writeHead(500).end()
  }
}

async function collectMetrics(options: MetricsOptions, processRegistry: Registry): Promise<string> {
  // Each request creates a new registry, so that a job or state that no longer exists does not show its last figure.
  const currentRegistry = new Registry()
  await addCurrentGauges(options, currentRegistry)
  return Registry.merge([options.services.counters.registry, currentRegistry, processRegistry]).metrics()
}

async function addCurrentGauges({ services, database, version }: MetricsOptions, registry: Registry): Promise<void> {
  const createGauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })

  createGauge('portal_info', 'Version of the server; always 1.', ['version', 'client']).set(
    { version, client: services.client.key },
    1,
  )
  const connections = createGauge('portal_database_connections', 'Connections to the database, by state.', ['state'])
  for (const [state, count] of Object.entries(database.connections())) connections.set({ state }, count)

  createGauge('portal_held_calls', 'Open portals that wait for a change: calls that the server holds.').set(
    services.heldCalls.count(),
  )

  const isUp = await database.isAlive()
  const isReady = isUp && database.hasDiskSpace() && !database.isNewerThanServer()
  createGauge('portal_database_up', '1 if the database answers.').set(isUp ? 1 : 0)
  createGauge('portal_ready', '1 if the server takes changes.').set(isReady ? 1 : 0)
  const { replica } = services
  if (replica) {
    const lag = isUp ? await replica.lagSeconds() : undefined
    createGauge('portal_reports_replica_up', '1 if reports are read on the replica.').set(lag === undefined ? 0 : 1)
    if (lag !== undefined)
      createGauge('portal_reports_replica_lag_seconds', 'How old the figures of the replica are.').set(lag)
  }
  const figures = isUp
    ? await withTimeLimit(readFigures(services.db, services.client.ownerId, services.now()))
    : undefined
  if (figures) setFigures(figures, createGauge)
}

function setFigures(
  { age, jobs, ledger, trail, open, feed, funds }: Figures,
  createGauge: (name: string, help: string, labelNames?: readonly string[]) => Gauge,
): void {
  const jobsGauge = createGauge('portal_jobs', 'Jobs of all servers of this client, by type and state.', [
    'kind',
    'state',
  ])
  const oldestGauge = createGauge('portal_oldest_job_seconds', 'Time since the oldest waiting job was due.', ['kind'])
  for (const { kind, waiting, running, scheduled, oldestSeconds } of jobs) {
    for (const [state, value] of Object.entries({ waiting, running, scheduled })) jobsGauge.set({ kind, state }, value)
    oldestGauge.set({ kind }, oldestSeconds)
  }
  const openGauge = createGauge('portal_open', 'Batches and orders that are not at their end, by state.', [
    'work',
    'state',
  ])
  for (const { work, state, count } of open) openGauge.set({ work, state }, count)
  createGauge('portal_ledger_faults', 'Broken rules of the ledger, at its last check.').set(ledger.faults)
  // Before the first proof, the age of the programme is used, so that there is an alert even if the job never runs.
  createGauge('portal_ledger_proof_age_seconds', 'Time since the whole ledger was verified, or since the setup.').set(
    Math.max(0, ledger.secondsSinceProof ?? age),
  )
  createGauge('portal_audit_faults', 'Broken entries of the audit trail, at its last verification.').set(trail.faults)
  createGauge('portal_audit_position', 'Position of the last link of the audit trail. It never falls.').set(
    trail.position,
  )
  createGauge('portal_audit_proof_age_seconds', 'Time since the audit trail was verified, or since the setup.').set(
    Math.max(0, trail.secondsSinceProof ?? age),
  )
  createGauge('portal_feed_exceptions', 'Events of the card processor that were not applied and not resolved.').set(
    feed.exceptions,
  )
  createGauge(
    'portal_feed_differences',
    'Days and campaigns whose totals of the card processor differ from the ledger.',
  ).set(feed.differences)
  if (feed.secondsSinceEvent !== undefined)
    createGauge('portal_feed_age_seconds', 'Time since the card processor sent events.').set(feed.secondsSinceEvent)
  createGauge('portal_funds_short', 'The funding account does not suffice for approved batches and orders: 1.').set(
    funds.isShort ? 1 : 0,
  )
  createGauge('portal_funds_low', 'The available funds are below the threshold of the programme: 1.').set(
    funds.isLow ? 1 : 0,
  )
}

/** Undefined if the work fails or takes too long, because the figures of the process are useful without the result. */
function withTimeLimit<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeLimit = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, READ_TIMEOUT_MS, undefined)))
  return Promise.race([work.catch(() => undefined), timeLimit]).finally(() => clearTimeout(timer))
}
