// Serves several clients in one process. Each client has its own database, keys, folder, jobs and metrics, and its own
// path below the common address. A client that cannot start does not stop the others. Docs:
// docs/running/several-clients.md.
import type { Server } from 'node:http'
import { createSharedServer } from './http/app.ts'
import { createFront } from './http/front.ts'
import { type Settings, StartError } from './config/settings.ts'
import { errorToFields } from './log.ts'
import { startServer, type StartedServer } from './server.ts'

/** The pause before a client that could not start is tried again. */
const RETRY_MS = 30_000

export interface SeveralClients {
  readonly server: Server
  /** Does not listen yet, like `server`. */
  readonly metrics: Server
  /** Resolves with the reason when a command needs exclusive access to a client's database. */
  readonly stopRequest: Promise<string>
  readonly stop: () => Promise<void>
}

interface Options {
  readonly version: string
  readonly print: (line: string) => void
  /** Called when a client has started. */
  readonly onStart: (started: StartedServer, settings: Settings) => Promise<void>
  /** Empties a sandbox for this user, while its server is stopped. */
  readonly reset: (settings: Settings, username: string) => Promise<void>
  readonly retryMs?: number
}

/** Resolves after the first try to start each client. A client that could not start is tried again later. */
export async function startSeveralClients(clients: readonly Settings[], options: Options): Promise<SeveralClients> {
  const { version, print, onStart, reset, retryMs = RETRY_MS } = options
  const [first, ...others] = clients
  if (!first) throw new Error('No client to start')
  const startedServers = new Map<string, StartedServer>()
  const retryTimers = new Set<NodeJS.Timeout>()
  let resolveStopRequest: (reason: string) => void = () => undefined
  const stopRequest = new Promise<string>((resolve) => {
    resolveStopRequest = resolve
  })
  let isStopping = false

  const start = async (settings: Settings): Promise<void> => {
    const { name, key } = settings.client
    try {
      const server = await startServer(settings, version, (line) => print(`${name}: ${line}`))
      if (isStopping) return await server.stop()
      await server.app.ready()
      startedServers.set(key, server)
      void server.stopRequest.then((reason) => resolveStopRequest(`${name}: ${reason}`))
      void server.resetRequest.then((username) => restart(settings, server, username))
      await onStart(server, settings)
    } catch (error) {
      const reason = error instanceof StartError ? error.message : JSON.stringify(errorToFields(error))
      print(`${name} could not start, and is tried again every ${retryMs / 1000} seconds. ${reason}`)
      retryLater(settings)
    }
  }
  /** Stops the server of a sandbox, resets the sandbox and starts its server again. */
  const restart = async (settings: Settings, server: StartedServer, username: string) => {
    startedServers.delete(settings.client.key)
    await server.stop()
    await reset(settings, username)
    await start(settings)
  }
  const retryLater = (settings: Settings) => {
    if (isStopping) return
    const timer = setTimeout(() => {
      retryTimers.delete(timer)
      void start(settings)
    }, retryMs)
    retryTimers.add(timer)
  }

  // One after another, because each client reads its keys and may migrate its database.
  for (const settings of clients) await start(settings)
  const servedClients = [first.client, ...others.map(({ client }) => client)] as const
  return {
    server: createSharedServer(first, servedClients, ({ key }) => startedServers.get(key)?.app.server),
    metrics: createFront(servedClients, ({ key }) => startedServers.get(key)?.metrics),
    stopRequest,
    stop: async () => {
      isStopping = true
      for (const timer of retryTimers) clearTimeout(timer)
      await Promise.all([...startedServers.values()].map(({ stop }) => stop()))
    },
  }
}
