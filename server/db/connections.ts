// Opens connections to PostgreSQL. A connection may be lost at any time, and then only its own statements fail. All
// connections can be dropped when the database hangs. New connections then find it even at another address.
import pg from 'pg'
import { splitServers, findPrimary, forgetPrimary } from './primary.ts'

/** Timeout for a new connection. Waiting for a free connection in the pool may take longer. */
const CONNECT_TIMEOUT_MS = 3_000
const PROBE_TIMEOUT_MS = 2_500

export interface Connections {
  /** The client class for pg's pool. */
  readonly Client: new (config?: pg.ClientConfig) => pg.Client
  /** Drops every connection: waiting statements fail, and the next statement gets a new connection. */
  readonly dropAll: () => void
}

/** A connection to the database of a URL. If the URL names several servers, the client connects to the primary. */
export class DatabaseClient extends pg.Client {
  /** The URL if it names several servers, otherwise undefined. */
  readonly #urlOfServers: string | undefined
  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config
    const [firstServer, ...otherServers] = splitServers(connectionString)
    super({ ...config, connectionString: firstServer })
    ignoreErrorEvent(this)
    if (otherServers.length === 0) return
    this.#urlOfServers = connectionString
    this.once('end', () => forgetPrimary(connectionString))
    // The stream can be destroyed before it is connected, when pg has no error listener yet.
    this.connection.stream.on('error', () => undefined)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  /** pg's pool passes a callback and needs no promise. */
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    if (this.#urlOfServers === undefined) return callback ? super.connect(callback) : super.connect()
    if (!callback) return this.#connectToPrimary(this.#urlOfServers)
    void this.#connectAndReport(this.#urlOfServers, callback)
  }

  async #connectToPrimary(urlOfServers: string): Promise<pg.Client> {
    const { host, port } = await findPrimary(urlOfServers)
    Object.assign(this, { host, port })
    return super.connect()
  }

  async #connectAndReport(urlOfServers: string, callback: (error: Error) => void): Promise<void> {
    try {
      await this.#connectToPrimary(urlOfServers)
    } catch (error) {
      callback(error as Error)
      return
    }
    // pg calls the callback without an error when connected, but its types require an error.
    const onConnected = callback as () => void
    onConnected()
  }
}

/**
 * pg reports the loss of a connection in use twice: the query fails, and the client emits an 'error' event. Without a
 * listener, the event would end the process. The pool listens only to idle connections, so this adds a listener.
 */
const ignoreErrorEvent = (client: pg.Client): pg.Client => client.on('error', () => undefined)

export function createConnections(): Connections {
  const connections = new Set<pg.Client>()
  class Connection extends DatabaseClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
      connections.add(this)
      this.once('end', () => connections.delete(this))
    }
  }
  return {
    Client: Connection,
    dropAll: () => {
      for (const connection of connections) closeSocket(connection)
      connections.clear()
    },
  }
}

/** True if the URL leads to a connection pooler, whose process ids differ from those of PostgreSQL. */
export async function isPooled(connectionString: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
    return await usesPooler(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function usesPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid !== processIdOf(client)
}

/** The process id that the server announced at the connection. Behind a pooler, it is not an id of PostgreSQL. */
export const processIdOf = (client: pg.ClientBase): number =>
  // pg's types do not include processID.
  (client as unknown as { readonly processID: number }).processID

/** The notifications by which servers tell each other about changes. */
export interface Notifications {
  /** Sets the listener, which gets notifications from the next probe on. */
  readonly listen: (listener: NotificationListener) => void
  /**
   * False until the first probe. Always false behind a connection pooler: there, a connection cannot listen, because the
   * transactions of other clients use it too.
   */
  readonly isListening: () => boolean
}

/** Called with the payload of a notification. Called without a payload when notifications may have been missed. */
type NotificationListener = (payload?: string) => void

/** The PostgreSQL channel of the notifications. */
export const NOTIFICATION_CHANNEL = 'portal_change'

export interface Probe extends Notifications {
  /** True if the database responds quickly. */
  readonly isAlive: () => Promise<boolean>
  /** The version of the tables at the last successful probe. 0 before the first one. */
  readonly version: () => number
  readonly close: () => void
}

/**
 * Probes the database by a separate connection, so that a probe succeeds as soon as the database is back, even if the
 * whole pool hangs. The connection stays open, because a busy database answers a query sooner than it accepts a
 * connection.
 */
export function createProbe(connectionString: string): Probe {
  let probeClient: pg.Client | undefined
  let isClosed = false
  let version = 0
  let listener: NotificationListener | undefined
  let subscription: 'none' | 'listening' | 'impossible' = 'none'
  const drop = () => {
    if (probeClient) closeSocket(probeClient)
    probeClient = undefined
    subscription = 'none'
  }
  const probe = async (): Promise<void> => {
    if (!probeClient) {
      probeClient = new DatabaseClient({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS, keepAlive: true })
      await probeClient.connect()
      probeClient.on('notification', ({ payload }) => listener?.(payload))
    }
    const client = probeClient
    version = await readVersion(client)
    // If subscribing fails (a standby refuses it), the next probe tries again.
    const mustSubscribe = listener !== undefined && subscription === 'none'
    if (mustSubscribe) await subscribe(client).catch(() => undefined)
  }
  const subscribe = async (client: pg.Client): Promise<void> => {
    const isPossible = !(await usesPooler(client))
    if (isPossible) await client.query(`LISTEN ${NOTIFICATION_CHANNEL}`)
    // If the probe took too long, this connection has been dropped.
    if (probeClient !== client) return
    subscription = isPossible ? 'listening' : 'impossible'
    // Notifications may have been missed before.
    listener?.()
  }
  return {
    version: () => version,
    listen: (newListener) => {
      listener = newListener
    },
    isListening: () => subscription === 'listening',
    close: () => {
      isClosed = true
      drop()
    },
    isAlive: async () => {
      if (isClosed) return false
      const wasOpen = probeClient !== undefined
      const outcome = await outcomeWithin(probe(), PROBE_TIMEOUT_MS)
      if (outcome === 'answered') return true
      drop()
      // If an open connection was lost, the database may still be up, so a new connection is tried. If the connection
      // hangs, or a new one cannot be opened, the database is down.
      const isConnectionLost = outcome === 'failed' && wasOpen
      if (!isConnectionLost) return false
      if ((await outcomeWithin(probe(), PROBE_TIMEOUT_MS)) === 'answered') return true
      drop()
      return false
    },
  }
}

const NO_SUCH_TABLE = '42P01'

async function readVersion(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ number: number | null }>('SELECT max(number) AS number FROM migration')
    return rows[0]?.number ?? 0
  } catch (error) {
    // A database without tables is also alive.
    if ((error as NodeJS.ErrnoException).code === NO_SUCH_TABLE) return 0
    throw error
  }
}

/** Closes the socket without a termination message, which a stopped server would never read. */
function closeSocket(client: pg.Client): void {
  client.connection.stream.destroy(new Error('The database is not answering'))
}

async function outcomeWithin(work: Promise<unknown>, withinMs: number): Promise<'answered' | 'failed' | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'late'>((resolve) => {
    // If this process was busy, the response may have arrived already. setImmediate lets it be read before giving up.
    timer = setTimeout(() => setImmediate(resolve, 'late'), withinMs)
  })
  try {
    return await Promise.race([work.then(() => 'answered' as const), timeout])
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}
