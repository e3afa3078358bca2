// Durable jobs: each is committed together with its change, runs on one server at a time, and runs again after a
// failure or a killed server.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createJobs, type JobHandler, type Jobs } from '#server/jobs/queue.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/in-process.ts'

describe('queue', () => {
  let database: Database
  const clock = { now: Date.now() }
  beforeAll(async () => {
    database = await freshDatabase('empty')
  })
  afterAll(() => database.close())

  /** Starts a server's queue for one type of job. Each test stops it at the end. */
  async function startQueue(
    kind: string,
    handler: JobHandler,
    { pollMs = 50, ignoresLeases = false, ownerId = 3 } = {},
  ): Promise<Jobs> {
    const jobs = createJobs({
      db: database.db,
      log: silentLog,
      now: () => clock.now,
      ignoresLeases,
      pollMs,
      ownerId,
    })
    jobs.registerHandler(kind, 'immediate', handler)
    await jobs.start()
    return jobs
  }
  const countJobs = async (kind: string) =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM job WHERE kind = ${kind}`.execute(database.db)).rows[0]?.n

  const countStartedJobs = async (kind: string) =>
    (
      await sql<{ n: number }>`SELECT count(*)::int AS n FROM job WHERE kind = ${kind} AND attempts > 0`.execute(
        database.db,
      )
    ).rows[0]?.n

  it('a job is committed or rolled back with its transaction, and starts immediately when woken', async () => {
    const kind = randomUUID()
    const payloads: unknown[] = []
    const jobs = await startQueue(kind, async (payload) => void payloads.push(payload), { pollMs: 60_000 })
    await database.db
      .transaction()
      .execute(async (trx) => {
        await jobs.enqueue(trx, kind, { undone: true })
        throw new Error('undo')
      })
      .catch(() => undefined)
    await database.db.transaction().execute((trx) => jobs.enqueue(trx, kind, { batchId: 7 }))
    jobs.wake()
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(0), { timeout: 60_000 })
    expect(payloads).toEqual([{ batchId: 7 }])
    await jobs.stop()
  })

  it('a job is found by polling when it is due', async () => {
    const kind = randomUUID()
    const payloads: unknown[] = []
    const jobs = await startQueue(kind, async (payload) => void payloads.push(payload))
    await jobs.enqueue(database.db, kind, { n: 1 }, { runAt: clock.now + 3_600_000 })
    await jobs.enqueue(database.db, kind, { n: 2 })
    await vi.waitFor(() => expect(payloads).toEqual([{ n: 2 }]), { timeout: 60_000 })
    expect(await countJobs(kind)).toBeGreaterThan(0)
    clock.now += 3_600_001
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(0), { timeout: 60_000 })
    expect(payloads).toEqual([{ n: 2 }, { n: 1 }])
    await jobs.stop()
  })

  it.each([
    ['a batch', 'a background job', 'immediate', 'background'],
    ['a mail', 'a batch', 'mail', 'immediate'],
    ['a batch', 'a mail whose server does not respond', 'immediate', 'mail'],
    ['a mail', 'a message whose gateway does not respond', 'mail', 'messages'],
  ] as const)('%s does not wait for %s', async (_waiting, _blocking, waitingLane, blockingLane) => {
    const [waitingKind, blockingKind] = [randomUUID(), randomUUID()]
    let release = () => {}
    const blockingPromise = new Promise<void>((resolve) => (release = resolve))
    const jobs = createJobs({
      db: database.db,
      log: silentLog,
      now: () => clock.now,
      ignoresLeases: false,
      pollMs: 50,
      ownerId: 3,
    })
    jobs.registerHandler(blockingKind, blockingLane, () => blockingPromise)
    jobs.registerHandler(waitingKind, waitingLane, () => Promise.resolve())
    await jobs.enqueue(database.db, blockingKind, {})
    await jobs.start()
    await vi.waitFor(async () => expect(await countStartedJobs(blockingKind)).toBe(1), { timeout: 60_000 })
    await jobs.enqueue(database.db, waitingKind, {})
    jobs.wake()
    await vi.waitFor(async () => expect(await countJobs(waitingKind)).toBe(0), { timeout: 60_000 })
    expect(await countJobs(blockingKind)).toBe(1)
    release()
    await jobs.stop()
    expect(await countJobs(blockingKind)).toBe(0)
  })

  it('a failed job runs again, after a longer delay each time', async () => {
    const kind = randomUUID()
    const attempts: number[] = []
    const jobs = await startQueue(kind, async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('not yet')
    })
    await jobs.enqueue(database.db, kind, {})
    await vi.waitFor(
      async () => {
        clock.now += 10_000
        expect(await countJobs(kind)).toBe(0)
      },
      { timeout: 60_000 },
    )
    expect(attempts).toEqual([1, 2, 3])
    await jobs.stop()
  })

  it('only one job per key can wait; another can be queued once it has started', async () => {
    const kind = randomUUID()
    let release = () => {}
    const payloads: unknown[] = []
    const jobs = await startQueue(kind, async (payload) => {
      payloads.push(payload)
      if (payloads.length === 1) await new Promise<void>((resolve) => (release = resolve))
    })
    const inASecond = { singletonKey: '7', runAt: clock.now + 1000 }
    await jobs.enqueue(database.db, kind, { n: 1 }, inASecond)
    await jobs.enqueue(database.db, kind, { n: 2 }, inASecond)
    expect(await countJobs(kind)).toBe(1)
    clock.now += 1001
    await vi.waitFor(() => expect(payloads).toHaveLength(1), { timeout: 60_000 })
    await jobs.enqueue(database.db, kind, { n: 3 }, { singletonKey: '7' })
    release()
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(0), { timeout: 60_000 })
    expect(payloads).toEqual([{ n: 1 }, { n: 3 }])
    await jobs.stop()
  })

  it('a killed server’s job is taken over when its lease expires, and not before', async () => {
    const kind = randomUUID()
    const attempts: number[] = []
    const lease = async (until: string) =>
      sql`INSERT INTO job (kind, payload, run_at, created_at, attempts, lease, leased_until)
        VALUES (${kind}, '{}', ${new Date(clock.now)}, now(), 1, ${randomUUID()}, now() + ${until}::interval)`.execute(
        database.db,
      )
    const jobs = await startQueue(kind, async (_payload, { attempt }) => void attempts.push(attempt))
    await lease('1 hour')
    await lease('-1 second')
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(1), { timeout: 60_000 })
    expect(attempts).toEqual([2])
    await jobs.stop()
    // A server that runs alone takes over the jobs of a killed server immediately.
    const next = await startQueue(kind, async (_payload, { attempt }) => void attempts.push(attempt), {
      ignoresLeases: true,
    })
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(0), { timeout: 60_000 })
    await next.stop()
  })

  it('each job is run by only one of several servers', async () => {
    const kind = randomUUID()
    const numbers: number[] = []
    const handler: JobHandler = async (payload) => void numbers.push((payload as { n: number }).n)
    const servers = await Promise.all([startQueue(kind, handler), startQueue(kind, handler), startQueue(kind, handler)])
    for (let n = 0; n < 20; n++) await servers[0]?.enqueue(database.db, kind, { n })
    for (const server of servers) server.wake()
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(0), { timeout: 60_000 })
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    await Promise.all(servers.map((server) => server.stop()))
  })

  it('a job is run only by servers of its owner', async () => {
    const kind = randomUUID()
    const ownerIds: number[] = []
    const startQueueOf = (ownerId: number) => startQueue(kind, async () => void ownerIds.push(ownerId), { ownerId })
    const otherOwnersJobs = await startQueueOf(1)
    const jobs = await startQueueOf(3)
    await jobs.enqueue(database.db, kind, {}, { singletonKey: 'one' })
    await otherOwnersJobs.enqueue(database.db, kind, {}, { singletonKey: 'one' })
    jobs.wake()
    otherOwnersJobs.wake()
    await vi.waitFor(async () => expect(await countJobs(kind)).toBe(0), { timeout: 20_000 })
    expect(ownerIds.toSorted((a, b) => a - b)).toEqual([1, 3])
    await Promise.all([jobs.stop(), otherOwnersJobs.stop()])
  })
})
