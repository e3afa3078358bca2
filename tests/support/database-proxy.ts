// A proxy between the server and PostgreSQL that reads the statements, so that a test can cause a fault at a certain
// statement rather than at a certain time.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A statement that the server sends, or that the database has completed. */
export interface ObservedStatement {
  readonly sql: string
  /** The number of the transaction, or of the statement if it is outside a transaction. */
  readonly transaction: number
  readonly event: 'sent' | 'completed'
}

export interface DatabaseProxy {
  /** The connection URL of the database through the proxy. */
  readonly url: string
  /**
   * Calls the watcher for every message; the message waits until the watcher is done. A new watcher replaces the
   * earlier one; initially there is none.
   */
  watch(watcher: ((statement: ObservedStatement) => Promise<void> | void) | undefined): void
  /**
   * Closes the connections to PostgreSQL but leaves those to the server open and silent, as if the machine had
   * disappeared.
   */
  goSilent(): void
  close(): Promise<void>
}

const PARSE = 'P'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)

/** Starts a proxy to the PostgreSQL server of this connection URL. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  let watcher: ((statement: ObservedStatement) => Promise<void> | void) | undefined
  let transactions = 0
  const pairs = new Set<{ client: Socket; server: Socket; isDisconnected: boolean }>()

  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const pair = { client, server, isDisconnected: false }
    pairs.add(pair)
    let transaction = 0
    let sql = ''
    let isFirst = true
    // Messages stay in order: each waits until the watcher is done with the previous one.
    let previousTask: Promise<void> = Promise.resolve()
    const inOrder = (task: () => Promise<void>) => void (previousTask = previousTask.then(task).catch(() => undefined))
    const notify = async (event: ObservedStatement['event']) => {
      if (sql !== '') await watcher?.({ sql, transaction, event })
    }
    client.on('data', (chunk) =>
      inOrder(async () => {
        // The first message starts the connection and contains no statement.
        const statement = isFirst ? '' : statementOf(chunk)
        isFirst = false
        if (statement !== '') {
          if (transaction === 0) transaction = transactions += 1
          sql = statement
          await notify('sent')
        }
        if (!server.destroyed) server.write(chunk)
      }),
    )
    server.on('data', (chunk) =>
      inOrder(async () => {
        // ReadyForQuery ends each result: Z, the length, and the transaction status, which is I outside a transaction.
        if (chunk.length >= 6 && chunk[chunk.length - 6] === 'Z'.charCodeAt(0)) {
          await notify('completed')
          sql = ''
          if (chunk[chunk.length - 1] === 'I'.charCodeAt(0)) transaction = 0
        }
        if (!pair.isDisconnected && !client.destroyed) client.write(chunk)
      }),
    )
    client.on('error', () => server.destroy())
    client.on('close', () => {
      server.destroy()
      pairs.delete(pair)
    })
    server.on('error', () => undefined)
    server.on('close', () => !pair.isDisconnected && client.destroy())
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((listener.address() as AddressInfo).port)
  return {
    url: url.href,
    watch: (newWatcher) => void (watcher = newWatcher),
    goSilent: () => {
      for (const pair of pairs) {
        pair.isDisconnected = true
        pair.server.destroy()
      }
    },
    close: async () => {
      watcher = undefined
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** The first statement in bytes from a client; pg sends one at a time. */
function statementOf(bytes: Buffer): string {
  // A message begins with its type (one byte) and its length (four bytes). In Parse, a name precedes the statement.
  if (bytes.length < 6) return ''
  if (bytes[0] === QUERY) return bytes.toString('utf8', 5, bytes.indexOf(0, 5))
  if (bytes[0] !== PARSE) return ''
  const nameEnd = bytes.indexOf(0, 5)
  const end = bytes.indexOf(0, nameEnd + 1)
  return bytes.toString('utf8', nameEnd + 1, end === -1 ? bytes.length : end)
}
