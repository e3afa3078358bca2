// The database fails while servers post a batch: it is killed, restarted, frozen or failed over at chosen statements of
// the posting (in the long run at every statement). The servers stay up, return 503 in the meantime and continue when
// the database is back. Each row is posted once.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { ROWS_PER_CHUNK } from '#server/ledger/process-batch.ts'
import { clientFor, post, type SignedInClient } from '#tests/support/call.ts'
import { type DatabaseProxy, type ObservedStatement, startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { minutes, startRandom } from '#tests/support/long-run.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { freezePostgresAt } from '#tests/support/postgres-processes.ts'
import { faultLasting } from '#tests/support/pauses.ts'

const random = startRandom()
// Enough rows for more than one chunk of a posting.
const ROW_COUNT = 1_000
const FROZEN_MS = 5_000

const cards = demoCardsInState('active', 60, [1])
const batchElements = Array.from({ length: ROW_COUNT }, (_, index) => ({
  identifier: cards[index % cards.length]?.trackingNumber ?? '',
  amount: '1.00',
}))

/** A fault of the database; returns the function that ends it. */
type Fault = (system: TestSystem) => Promise<() => Promise<void>>
const faults: Readonly<Record<'killed' | 'restarted' | 'frozen' | 'failed over', Fault>> = {
  killed: async ({ postgres }) => {
    await postgres.kill()
    return postgres.start
  },
  restarted: async ({ postgres }) => {
    postgres.shutDown()
    return postgres.start
  },
  frozen: async ({ postgres }) => {
    const thaw = await freezePostgresAt(postgres.url)
    const isLongEnough = faultLasting(FROZEN_MS)
    return async () => {
      await isLongEnough
      thaw()
    }
  },
  'failed over': async ({ proxies }) => {
    for (const proxy of proxies) proxy.goSilent()
    return async () => undefined
  },
}

interface TestSystem {
  readonly postgres: PostgresServer
  readonly proxies: readonly DatabaseProxy[]
  readonly servers: readonly RunningServer[]
  readonly olive: SignedInClient
  readonly amir: SignedInClient
}

/** A point in the posting: before its n-th statement reaches the database, or before the result reaches the server. */
interface Phase {
  readonly n: number
  readonly event: ObservedStatement['event']
  readonly sql: string
}

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Used only by this file, since it is killed. The first server that connects to it seeds it. */
let postgres: PostgresServer
async function startDatabase(): Promise<void> {
  postgres = await startPostgres({ isDurable: true })
}

async function startSystem(serverCount: number): Promise<TestSystem> {
  const proxies: DatabaseProxy[] = []
  const servers: RunningServer[] = []
  for (let n = 0; n < serverCount; n += 1) {
    const proxy = await startDatabaseProxy(postgres.url)
    proxies.push(proxy)
    const server = await startServer({ env: { DATABASE_URL: proxy.url, LOG_LEVEL: 'info' } })
    servers.push(server)
    cleanUps.push(proxy.close, () => server.remove())
  }
  const [first, last] = [servers[0], servers.at(-1)]
  if (!first || !last) throw new Error('no server was started')
  return { postgres, proxies, servers, olive: await clientFor(first, 'olive'), amir: await clientFor(last, 'amir') }
}

async function upload({ olive }: TestSystem): Promise<string> {
  const uploaded = await olive.call('batchLoadUpload', {
    batchElements,
    identifierType: 2,
    loadReference: 'While the database dies',
    fileName: 'x.csv',
    batchLoadOptions: [],
    duplicateReason: 'The same cards again',
  })
  expect(uploaded).toMatchObject({ resultCode: '0' })
  return uploaded.batchLoadFileID
}

const batchOf = async ({ amir }: TestSystem, filter: 1 | 2, id: string) =>
  (await amir.call('batchLoads', { filter })).batchLoads?.find((batch) => batch.BATCHLOADFILEID === id)

async function approve(system: TestSystem, id: string): Promise<void> {
  const fingerprint = (await batchOf(system, 1, id))?.FINGERPRINT ?? ''
  // The fault can occur before the response arrives, so only the batch's progress is checked.
  await system.amir.call('approveBatchLoad', { batchLoadFileID: id, fingerprint })
}

/** Reports each phase of the posting on any server. Statements of users' requests are ignored. */
function watchPosting(proxies: readonly DatabaseProxy[], report: (phase: Phase) => Promise<void> | void): void {
  let n = -1
  // Other jobs can end between the chunks of a posting, so the end of a job counts only after the last chunk.
  let chunksLeft = Math.ceil(ROW_COUNT / ROWS_PER_CHUNK)
  let endingId: string | undefined
  for (const [proxyNumber, proxy] of proxies.entries()) {
    const requestTransactions = new Set<number>()
    const postingTransactions = new Set<number>()
    proxy.watch(({ sql, transaction, event }) => {
      if (sql.includes('request_answer')) requestTransactions.add(transaction)
      if (/\bbatch_file\b[^]*FOR UPDATE/.test(sql) && !requestTransactions.has(transaction))
        postingTransactions.add(transaction)
      const isPosting = postingTransactions.has(transaction)
      // The end of a job is the last point at which it could be lost or done twice. Only one statement that ends a job
      // is counted, since other jobs can end at any time and every round must have the same number. It is the first one
      // sent after the last chunk: one that is only completed then was sent before.
      const id = `${proxyNumber} ${transaction}`
      if (chunksLeft <= 0 && event === 'sent' && sql.startsWith('DELETE FROM job')) endingId ??= id
      const isEnd = endingId === id && sql.startsWith('DELETE FROM job')
      if (!isPosting && !isEnd) return
      if (isPosting && sql === 'commit' && event === 'completed') chunksLeft -= 1
      if (event === 'sent') n += 1
      return report({ n, event, sql })
    })
  }
}
const unwatch = ({ proxies }: TestSystem) => proxies.forEach((proxy) => proxy.watch(undefined))

async function expectPostedOnce({ postgres, servers }: TestSystem, id: string): Promise<void> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const countOf = async (tableAndCondition: string) =>
    (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${tableAndCondition}`)).rows[0]?.n
  expect(await countOf(`posted_row WHERE batch_id = ${id}`)).toBe(ROW_COUNT)
  // The job of a posted batch may have to run again. Its statements must end before the next round.
  await expect.poll(() => countOf("job WHERE kind = 'process-batch'")).toBe(0)
  await client.end()
  const database = await connectDatabase({ databaseUrl: postgres.url })
  expect(await checkLedger(database.db)).toEqual([])
  await database.close()
  for (const server of servers) expect((await fetch(`${server.url}health`)).status).toBe(200)
}

const waitUntilLoaded = (system: TestSystem, id: string) =>
  expect.poll(async () => (await batchOf(system, 2, id))?.LOADEDCOUNT, { interval: 200 }).toBe(ROW_COUNT)

/** The phases of the posting, recorded from a batch without faults. */
async function phasesOf(system: TestSystem): Promise<Phase[]> {
  const phases: Phase[] = []
  const id = await upload(system)
  watchPosting(system.proxies, (phase) => void phases.push(phase))
  await approve(system, id)
  await waitUntilLoaded(system, id)
  await expect.poll(() => phases.at(-1)?.sql.startsWith('DELETE FROM job')).toBe(true)
  unwatch(system)
  return phases
}

async function runRound(
  system: TestSystem,
  fault: keyof typeof faults,
  point: Pick<Phase, 'n' | 'event'>,
): Promise<void> {
  const id = await upload(system)
  let hasFaultStarted = false
  const faultStarted = new Promise<() => Promise<void>>((resolve, reject) => {
    watchPosting(system.proxies, async ({ n, event }) => {
      if (hasFaultStarted || n !== point.n || event !== point.event) return
      hasFaultStarted = true
      await faults[fault](system).then(resolve, reject)
    })
    setTimeout(() => reject(new Error('the posting never reached this point')), minutes(1)).unref()
  })
  const approval = approve(system, id)
  const endFault = await faultStarted
  unwatch(system)
  // Each call gets a response while the fault lasts.
  const responses = await Promise.all(
    system.servers.map((server) => post(server.url, 'userInfo', { token: system.amir.token })),
  )
  for (const { status, response } of responses)
    if (fault !== 'failed over' || status !== 200)
      expect([status, response.resultCode], JSON.stringify(response)).toEqual([503, '-20500'])
  if (fault !== 'failed over')
    for (const { url } of system.servers) expect((await fetch(`${url}health`)).status).toBe(503)
  await endFault()
  await approval
  await waitUntilLoaded(system, id)
  await expectPostedOnce(system, id)
}

describe('the database dies while a batch is posted', () => {
  beforeAll(startDatabase)
  afterAll(() => postgres.remove())

  it.each([1, 2])('each row is posted once with %i server(s)', { timeout: minutes(30) }, async (serverCount) => {
    const system = await startSystem(serverCount)
    const phases = await phasesOf(system)
    expect(phases.length).toBeGreaterThan(10)
    const anyPhase = () => phases[random.integer(0, phases.length - 1)] as Phase
    const lastCommit = phases.filter(({ sql, event }) => sql === 'commit' && event === 'completed').at(-1) as Phase
    // What a statement has done is lost until the commit, so before its result is like before the next statement.
    const differentPhases = phases.filter(({ sql, event }) => event === 'sent' || sql === 'commit')
    const rounds: (readonly [keyof typeof faults, Phase])[] = [
      // Two servers differ only in who continues, which does not depend on the phase.
      ...(serverCount === 1 ? differentPhases : [lastCommit, anyPhase()]).map((phase) => ['killed', phase] as const),
      ...(['restarted', 'frozen', 'failed over'] as const).flatMap((fault) =>
        [lastCommit, anyPhase()].map((phase) => [fault, phase] as const),
      ),
    ]
    for (const [fault, phase] of rounds) {
      const name = `${fault} when statement ${phase.n} was ${phase.event}: ${phase.sql.trim().slice(0, 60)}`
      await runRound(system, fault, phase).catch((error: unknown) => {
        throw new Error(
          `${name}\n${system.servers
            .map((server) => server.log())
            .join('\n')
            .slice(-6_000)}`,
          { cause: error },
        )
      })
    }
  })
})
