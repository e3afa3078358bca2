// The worker thread of the embedded database: PGlite blocks while it runs a statement, and the host must go on answering.
// A second entry of the build. It imports packages only, so that it also runs from source (worker-file.ts).
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export interface WorkerData {
  readonly folder: string
}
export interface WorkerRequest {
  readonly task: 'connect' | 'close'
}

const TERMINATE = 'X'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

/** Its own copy of its files, in PGlite 160 MB: all of it is written as it opens, and the system keeps files in memory as well. */
const CACHE = '32MB'

const { folder } = workerData as WorkerData
const database = await PGlite.create({
  dataDir: folder,
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${CACHE}`],
})

// One after another, whoever asks: there is one session.
let last: Promise<unknown> = Promise.resolve()
const inTurn = (port: MessagePort, task: () => Promise<void>) => {
  // A broken task breaks its own wire only; whoever waits at the other end is told by the close.
  last = last.then(task).catch(() => port.close())
}
let inTransaction = false

parentPort?.on('message', ({ task, port }: WorkerRequest & { port: MessagePort }) => {
  if (task === 'connect') connect(port)
  if (task === 'close') {
    inTurn(port, async () => {
      await database.close()
      port.postMessage('closed')
      port.close()
    })
  }
})
parentPort?.postMessage('ready')

function connect(port: MessagePort): void {
  port.on('message', (bytes: Uint8Array) => {
    if (bytes[0] === TERMINATE) return
    inTurn(port, async () => {
      const given = await run(bytes)
      // Each answer ends with ReadyForQuery, whose last byte is the state of the transaction.
      inTransaction = given[given.length - 1] !== IDLE
      port.postMessage(given, [given.buffer])
    })
  })
  // A wire that breaks inside a transaction must not leave it open for the next one.
  port.on('close', () => {
    inTurn(port, async () => {
      if (inTransaction) await database.exec('ROLLBACK')
      inTransaction = false
    })
  })
}

/** The database's answer as it comes: `execProtocolRaw` would take it apart as well, and keep all that it ever found in it. */
async function run(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  // Copies, since a piece lies in the database's own memory, and what is joined may lie in one that Node shares.
  await database.execProtocolRawStream(bytes, { onRawData: (piece) => void pieces.push(piece.slice()) })
  return new Uint8Array(Buffer.concat(pieces))
}
