// The connections to PostgreSQL, as something that may be lost at any moment: a line that breaks fails what runs on it and
// nothing else, and lines that hang can be given up, so that a database that comes back elsewhere is reached again.
import pg from 'pg'

/** A line that is not up within this is given up; whoever waits for a free one may wait longer (`pool`). */
const CONNECT_MS = 3_000
const ALIVE_MS = 2_500

export interface Lines {
  /** For pg's pool. */
  readonly Client: new (config?: pg.ClientConfig) => pg.Client
  /** Gives up every line: what waits for an answer fails, and the next one to ask has a new one. */
  readonly giveUp: () => void
}

/**
 * pg tells the loss of a line that is in use twice: whoever asked is told by the failed query, and an 'error' event of the
 * client, which would end the process where nobody listens. The pool listens to those alone that nobody uses.
 */
const withoutEvent = (client: pg.Client): pg.Client => client.on('error', () => undefined)

/** `connectMs`: how long a new line may take to come up. */
export function createLines(connectMs = CONNECT_MS): Lines {
  const lines = new Set<pg.Client>()
  class Line extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: connectMs })
      withoutEvent(this)
      lines.add(this)
      this.once('end', () => lines.delete(this))
    }
  }
  return {
    Client: Line,
    giveUp: () => {
      for (const line of lines) breakOff(line)
      lines.clear()
    },
  }
}

export interface Probe {
  /** True where the database answers within a moment. */
  readonly isAlive: () => Promise<boolean>
  readonly close: () => void
}

/**
 * Asks on a line of its own, so that a pool in which everything hangs does not hide a database that is back. The line is kept,
 * since a busy database answers a question sooner than it takes up a connection.
 */
export function createProbe(connectionString: string): Probe {
  let kept: pg.Client | undefined
  let closed = false
  const drop = () => {
    if (kept) breakOff(kept)
    kept = undefined
  }
  const ask = async (): Promise<void> => {
    if (!kept) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: ALIVE_MS, keepAlive: true })
      kept = withoutEvent(client)
      await kept.connect()
    }
    await kept.query('SELECT 1')
  }
  return {
    close: () => {
      closed = true
      drop()
    },
    isAlive: async () => {
      if (closed) return false
      const wasKept = kept !== undefined
      const first = await settled(ask(), ALIVE_MS)
      if (first === 'done') return true
      drop()
      // A line that broke says nothing about the database; one that hangs does.
      if (first === 'late' || !wasKept) return false
      if ((await settled(ask(), ALIVE_MS)) === 'done') return true
      drop()
      return false
    },
  }
}

/** Without a goodbye, which a server that is stopped would never hear. */
function breakOff(client: pg.Client): void {
  client.connection.stream.destroy(new Error('The database is not answering'))
}

async function settled(work: Promise<unknown>, withinMs: number): Promise<'done' | 'failed' | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    // A process that was busy itself has the answer lying there: it is read before the verdict.
    timer = setTimeout(() => setImmediate(resolve, 'late'), withinMs)
  })
  try {
    return await Promise.race([work.then(() => 'done' as const), late])
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}
