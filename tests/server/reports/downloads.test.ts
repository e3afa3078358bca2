// Long report files during the download: they are read as slowly as the client takes them, never look complete after a
// failure, and do not block other requests.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/operations/context.ts'
import type { ReportSource } from '#server/reports/source.ts'
import { post } from '#tests/support/call.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'
import { fakeSource, type FakeSource, loadOf } from './fake-source.ts'

const NAME = 'DetailedTopUpReport_from2026-03-01_to2026-03-04.csv'
/** The number of rows of a file with many chunks. */
const ROWS = 8_000
/**
 * A file of MANY rows exceeds all buffers of a connection. If the client does not read it, at most FEW rows are read.
 */
const [MANY, FEW] = [20_000, 12_000]
const NOTE = 'x'.repeat(4_000)
const longFile = () => fakeSource({ rows: MANY, toRow: (number) => ({ ...loadOf(number), REFERENCE: NOTE }) })

/** The source of the report's rows; each test sets it. */
let source: FakeSource
const detailedTopup: ReportSource = {
  count: (...args) => source.count(...args),
  read: (...args) => source.read(...args),
}

interface ServerWithReader {
  readonly server: InProcessServer
  readonly token: string
}

async function start(options: Parameters<typeof startInProcess>[0] = {}): Promise<ServerWithReader> {
  const server = await startInProcess({ ...options, reportSources: { sourceOf: () => detailedTopup } })
  return { server, token: (await server.addUser({ username: 'rita', permissions: ['Report.read'] })).token }
}

const getFrom = ({ server, token }: ServerWithReader, signal?: AbortSignal) =>
  fetch(`${server.url}reports/${NAME}`, { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) })

/** A client that reads nothing until it resumes. */
async function pausedClient({ server, token }: ServerWithReader, version = '1.1'): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET /voyager/reports/${NAME} HTTP/${version}\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return socket
}

const trailOf = async (db: Db) =>
  (
    await db
      .selectFrom('audit_event')
      .select(['method', 'subject_id', 'result_code'])
      .where('method', 'in', ['downloadReport', 'beginReportDownload'])
      .orderBy('id')
      .execute()
  ).map(({ method, subject_id, result_code }) => [method, Number(subject_id?.split('rows=')[1]), result_code] as const)

describe('report files being downloaded', () => {
  let serverWithReader: ServerWithReader
  let earlierEntryCount: number
  beforeAll(async () => {
    serverWithReader = await start()
  })
  afterAll(() => serverWithReader.server.close())
  beforeEach(async () => {
    earlierEntryCount = (await trailOf(serverWithReader.server.server.db)).length
  })
  const get = (signal?: AbortSignal) => getFrom(serverWithReader, signal)
  /** The audit entries of this test. */
  const trail = async () => (await trailOf(serverWithReader.server.server.db)).slice(earlierEntryCount)

  it('a long file arrives complete, and is audited before its first byte and before its last', async () => {
    const rows = ROWS
    const trails: unknown[] = []
    source = fakeSource({ rows, before: async (from) => from >= ROWS / 2 && trails.push(await trail()) })
    const response = await get()
    expect([response.headers.get('content-length'), response.headers.get('x-total-rows')]).toEqual([null, String(rows)])
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect([lines.length, lines.at(-1)]).toEqual([rows + 1, expect.stringContaining(`,REF-${rows},`)])
    expect(trails[0]).toEqual([['beginReportDownload', rows, '0']])
    expect(await trail()).toEqual([
      ['beginReportDownload', rows, '0'],
      ['downloadReport', rows, '0'],
    ])
  })

  it('other requests are handled between the chunks of a file', async () => {
    const { server, token } = serverWithReader
    const codes: string[] = []
    let call = Promise.resolve()
    // Each chunk is a statement, as in real reports. Before each chunk, the test awaits a call that was made during the
    // previous chunk. The call would never return if the download blocked the database.
    const before = async (from: number, db: Db) => {
      await call
      call = post(server.url, 'sessionState', { token }).then(({ response }) => void codes.push(response.resultCode))
      await sql`SELECT count(*) FROM generate_series(1, 20000)`.execute(db)
      return from
    }
    source = fakeSource({ rows: ROWS, before })
    await (await get()).text()
    await call
    expect(codes.length).toBe(source.starts.length)
    expect(new Set(codes)).toEqual(new Set(['0']))
  })

  it('two concurrent downloads of the same file are identical', async () => {
    source = fakeSource({ rows: ROWS })
    const texts = await Promise.all([get(), get()].map(async (response) => (await response).text()))
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]?.length).toBeGreaterThan(500_000)
  })

  it('reading stops when the client disconnects, and the audit trail records how much was sent', async () => {
    source = longFile()
    const abort = new AbortController()
    const reader = (await get(abort.signal)).body!.getReader()
    await reader.read()
    abort.abort()
    await expect.poll(trail).toHaveLength(2)
    const lastStart = source.starts.at(-1)
    expect(lastStart).toBeLessThan(FEW)
    const [start, end] = await trail()
    expect(start).toEqual(['beginReportDownload', MANY, '0'])
    expect(end).toEqual(['downloadReport', expect.any(Number), '-20500'])
    expect(end?.[1]).toBeGreaterThan(0)
    expect(end?.[1]).toBeLessThanOrEqual(lastStart!)
    // After a full round trip through the server, nothing more was read.
    await fetch(`${serverWithReader.server.url}health`)
    expect(source.starts.at(-1)).toBe(lastStart)
  })

  it('a failure during the download closes the connection, so that the client does not see a complete file', async () => {
    const before = (from: number) =>
      from >= ROWS / 2 ? Promise.reject(new Error('the connection is lost')) : undefined
    source = fakeSource({ rows: ROWS, before })
    const response = await get()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    await expect.poll(trail).toEqual([
      ['beginReportDownload', ROWS, '0'],
      ['downloadReport', source.starts.at(-1), '-20500'],
    ])
  })

  it('a file that could not be audited is not sent completely', async () => {
    const { db } = serverWithReader.server.server
    let isRenamed = false
    const before = async (from: number) => {
      if (from <= ROWS / 2 || isRenamed) return
      isRenamed = true
      await sql`ALTER TABLE audit_event RENAME TO elsewhere`.execute(db)
    }
    source = fakeSource({ rows: ROWS, before })
    await expect((await get()).text()).rejects.toThrow()
    await expect.poll(serverWithReader.server.log).toContain('the end of a download is not in the trail')
    await sql`ALTER TABLE elsewhere RENAME TO audit_event`.execute(db)
    expect(source.starts.at(-1)).toBeGreaterThan(ROWS / 2)
    expect(await trail()).toEqual([['beginReportDownload', ROWS, '0']])
  })

  it('reading pauses while a client takes nothing, and the client gets the complete file once it resumes', async () => {
    source = longFile()
    const socket = await pausedClient(serverWithReader)
    // Waits until the system's buffers are full and no more rows are read.
    let lastStart = 0
    const isPaused = () => {
      const previousStart = lastStart
      lastStart = source.starts.at(-1) ?? 0
      return lastStart > 0 && lastStart === previousStart
    }
    await expect.poll(isPaused, { interval: 250 }).toBe(true)
    expect(lastStart).toBeLessThan(FEW)
    let [length, end] = [0, '']
    socket.on('data', (bytes: Buffer) => {
      length += bytes.length
      end = (end + bytes.toString('latin1')).slice(-200)
      if (end.endsWith('\r\n0\r\n\r\n')) socket.destroy()
    })
    socket.resume()
    await once(socket, 'close')
    expect(end).toContain(`,0.50,${MANY / -100}.00\r\n`)
    expect(length).toBeGreaterThan(MANY * NOTE.length)
  })

  it('an HTTP/1.0 client, for which a closed connection ends the file, gets no file', async () => {
    source = fakeSource({ rows: 1 })
    const socket = await pausedClient(serverWithReader, '1.0')
    let response = ''
    socket.on('data', (bytes: Buffer) => (response += bytes.toString()))
    socket.resume()
    await once(socket, 'close')
    expect(response).toMatch(/^HTTP\/1\.1 505 /)
    expect(response).toContain('Report files are sent over HTTP/1.1: a proxy in front of the server must support it')
    expect(source.starts).toEqual([])
  })

  it('a user can download five files at the same time, and another when one of them is finished', async () => {
    source = longFile()
    const downloads = Array.from({ length: 5 }, () => new AbortController())
    // Stored in a variable, since the connection of a garbage-collected response is closed.
    const responses: Response[] = []
    for (const { signal } of downloads) responses.push(await get(signal))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await get()
    expect([sixth.status, await sixth.json()]).toEqual([
      429,
      {
        resultCode: '-20429',
        resultText: 'You are already downloading 5 files. Wait until one of them is finished',
        retryAfter: 5,
      },
    ])
    downloads[0]?.abort()
    const next = new AbortController()
    await expect.poll(async () => (await get(next.signal)).status).toBe(200)
    for (const each of [...downloads, next]) each.abort()
    // The audit trail is complete before the next test reads it.
    const countOpenDownloads = async () =>
      (await trail()).reduce(
        (sum, [method, , code]) => sum + (method === 'downloadReport' ? -1 : Number(code === '0')),
        0,
      )
    await expect.poll(countOpenDownloads).toBe(0)
  })
})

it('a client that reads nothing for too long is disconnected', async () => {
  const serverWithReader = await start({
    timeouts: { headersMs: 9_000, requestMs: 9_000, stallMs: 300, checkIntervalMs: 100 },
  })
  source = longFile()
  await pausedClient(serverWithReader)
  const trail = () => trailOf(serverWithReader.server.server.db)
  await expect.poll(trail).toHaveLength(2)
  expect((await trail())[1]).toEqual(['downloadReport', expect.any(Number), '-20500'])
  expect(source.starts.at(-1)).toBeLessThan(FEW)
  await serverWithReader.server.close()
})

it('a stopping server aborts downloads, and records this in the audit trail', async () => {
  const database = await freshDatabase('empty')
  const serverWithReader = await start({ database: { ...database, close: () => Promise.resolve() } })
  source = longFile()
  // One client reads its download, and the other does not.
  const download = (await getFrom(serverWithReader)).text()
  const socket = await pausedClient(serverWithReader)
  await expect.poll(() => trailOf(database.db)).toHaveLength(2)
  const closed = once(socket, 'close')
  const failed = expect(download).rejects.toThrow()
  await serverWithReader.server.close()
  socket.resume()
  await Promise.all([failed, closed])
  const aborted = ['downloadReport', expect.any(Number), '-20500']
  expect((await trailOf(database.db)).slice(2)).toEqual([aborted, aborted])
  await database.close()
})
