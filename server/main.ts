// Starts the server process: settings, server, address, signals. If the administrator can fix a problem, the process
// prints a one-line message and exits.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { demoStartupLines } from './demo/seed-if-allowed.ts'
import { startServer, type StartedServer } from './server.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { publicUrlWarning, pagesWarning } from './config/warnings.ts'
import { describeMissingGroups } from './sso/check.ts'
import { requireProductionSettings } from './config/production.ts'
import { readClients } from './config/clients-file.ts'
import { type Settings, StartError } from './config/settings.ts'
import { type SeveralClients, startSeveralClients } from './several-clients.ts'
import { resetByUser } from './programme/sandbox/reset.ts'

/** Longer than any clean stop takes. After this time the process ends anyway. */
const STOP_TIMEOUT_MS = 10_000

/** Connections that the operating system has accepted, but not yet the server. */
const MAX_PENDING_CONNECTIONS = 4096

try {
  await main()
} catch (error) {
  if (error instanceof StartError) console.error(error.message)
  else console.error('The server could not start.', error)
  process.exit(1)
}

async function main(): Promise<void> {
  const clients = readClients(process.env)
  for (const settings of clients) requireProductionSettings(settings)
  // All clients have the same address and the same metrics port.
  const [processSettings] = clients
  if (!processSettings) throw new Error('No client to start')
  // Checked before the demo programme is seeded and its links are mailed.
  await tryAddress(processSettings)
  if (clients.length > 1) await serveSeveral(clients, processSettings)
  else await serveOne(processSettings)
}

async function serveOne(settings: Settings): Promise<void> {
  let server = await start(settings)
  // The signals are handled before the server listens, because the server can be stopped as soon as it answers.
  endOnSignals(() => server.stop())
  for (;;) {
    await listenAndReport(server, settings)
    const username = await server.resetRequest
    await server.stop()
    await resetOrReport(settings, username)
    server = await start(settings)
  }
}

async function start(settings: Settings): Promise<StartedServer> {
  const server = await startServer(settings, readPackageVersion(), printLine)
  void server.stopRequest.then(endForExclusiveUse)
  return server
}

async function listenAndReport(server: StartedServer, settings: Settings): Promise<void> {
  const { app, metrics, stop } = server
  await listen({ listenAt: (address) => app.listen(address), metrics, stop }, settings)
  const { port } = app.server.address() as AddressInfo
  await printStartupMessages(server, settings, port)
}

async function serveSeveral(clients: readonly Settings[], processSettings: Settings): Promise<void> {
  const several = await startSeveralClients(clients, {
    version: readPackageVersion(),
    print: printLine,
    onStart: (started, settings) => printStartupMessages(started, settings, processSettings.port),
    reset: resetOrReport,
  })
  const { server, metrics, stopRequest } = several
  const stop = () => closeAll(several)
  endOnSignals(stop)
  void stopRequest.then(endForExclusiveUse)
  await listen({ listenAt: (address) => once(server.listen(address), 'listening'), metrics, stop }, processSettings)
}

async function closeAll({ server, metrics, stop }: SeveralClients): Promise<void> {
  for (const listener of [server, metrics]) {
    listener.close()
    listener.closeIdleConnections()
  }
  await stop()
}

function printLine(line: string): void {
  console.log(line)
}

/** If the reset fails, the sandbox stays as it was, and the server starts again. */
async function resetOrReport(settings: Settings, username: string): Promise<void> {
  try {
    await resetByUser(settings, username)
    console.log('The sandbox was reset.')
  } catch (error) {
    console.error('The sandbox was not reset.', error)
  }
}

/** Throws a StartError with the reason if the server could not listen. */
async function tryAddress({ host, port }: Settings): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (error) {
    throw toStartError(error, { host, port })
  }
  probe.close()
  await once(probe, 'close')
}

interface Listeners {
  readonly listenAt: (address: { host: string; port: number; backlog: number }) => Promise<unknown>
  readonly metrics: Server | undefined
  readonly stop: () => Promise<void>
}

async function listen({ listenAt, metrics, stop }: Listeners, settings: Settings): Promise<void> {
  const { host, port, metricsAddress, metricsPort } = settings
  try {
    await listenAt({ host, port, backlog: MAX_PENDING_CONNECTIONS })
  } catch (error) {
    await stop()
    throw toStartError(error, { host, port })
  }
  if (!metrics || metricsPort === undefined) return
  try {
    await once(metrics.listen({ host: metricsAddress, port: metricsPort }), 'listening')
  } catch (error) {
    await stop()
    throw toStartError(error, { host: metricsAddress, port: metricsPort, settingPrefix: 'METRICS_' })
  }
}

interface Address extends Pick<Settings, 'host' | 'port'> {
  /** The beginning of the names of the settings that the address comes from. */
  readonly settingPrefix?: '' | 'METRICS_'
}

/** A StartError that names the setting to change. If no setting can help, the error itself. */
function toStartError(error: unknown, { host, port, settingPrefix: prefix = '' }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use: set ${prefix}PORT to another port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`This machine has no address ${host}: set ${prefix}HOST to another address.`)
  if (code === 'EACCES')
    return new StartError(`The server may not use port ${port}: set ${prefix}PORT to one above 1023.`)
  return error
}

async function printStartupMessages(
  { services, demoRefusal }: Pick<StartedServer, 'services' | 'demoRefusal'>,
  settings: Settings,
  boundPort: number,
): Promise<void> {
  // With port 0, the operating system has chosen the port.
  const address = settings.port === 0 ? settings.publicUrl.replace(/:0\//, `:${boundPort}/`) : settings.publicUrl
  console.log(`\nThe ${settings.client.name} portal is at ${address}`)
  const warnings = [pagesWarning(settings), publicUrlWarning(settings)].filter((warning) => warning !== undefined)
  for (const warning of warnings) console.log(warning)
  for (const sentence of await describeMissingGroups({ db: services.db, settings })) console.log(capitalise(sentence))
  for (const line of await demoStartupLines(services.db, settings, demoRefusal)) console.log(line)
  console.log()
}

function endOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
      void stopAndExit(stop)
    })
  }
}

async function stopAndExit(stop: () => Promise<void>): Promise<void> {
  try {
    await stop()
    process.exit(0)
  } catch {
    process.exit(1)
  }
}

/**
 * Exits immediately. Another process is about to use the database exclusively, so results of running work could not be
 * stored any more.
 */
function endForExclusiveUse(sentence: string): void {
  console.error(sentence)
  process.exit(1)
}

function readPackageVersion(): string {
  // The sources are one folder below package.json, the build is two folders below.
  for (const path of ['../package.json', '../../package.json']) {
    const file = new URL(path, import.meta.url)
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  }
  return 'unknown'
}
