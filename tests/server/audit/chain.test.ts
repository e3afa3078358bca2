// The hash chain over the audit trail detects and names every change that the owner of the tables makes by SQL.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { pruneTrail, chainEntries, readLastVerificationTime, verifyTrail } from '#server/audit/chain.ts'
import { type Head, headToText } from '#server/audit/head.ts'
import type { Database } from '#server/db/connect.ts'
import { registerAuditChain } from '#server/jobs/chain-audit.ts'
import { registerAuditVerification } from '#server/jobs/verify-audit.ts'
import { watchAuditHead } from '#server/jobs/watch-audit-head.ts'
import { keysToSecrets, textToKeys } from '#server/keys/secrets.ts'
import { readFigures } from '#server/metrics/figures.ts'
import { auditForEachOwner } from '#server/programme/owner.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startInProcess } from '#tests/support/in-process.ts'
import { freshInstance, programmeOn, runOnOpenDatabase } from '#tests/support/programme.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

const start = Date.parse('2026-03-01T08:00:00Z')

let database: Database
let now = start
const services = () => ({ db: database.db, secrets: testSecrets, now: () => now })
const addEntries = async (count: number, at = now) => {
  for (let entry = 0; entry < count; entry += 1)
    await auditForEachOwner({ now: () => at }, database.db, 'rotateKeys', [
      { field: 'fileName', after: `file ${entry}` },
    ])
}
const executeAsOwner = async (...statements: readonly string[]) => {
  for (const table of ['audit_event', 'audit_link'])
    await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(database.db)
  for (const statement of statements) await sql.raw(statement).execute(database.db)
  for (const table of ['audit_event', 'audit_link'])
    await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(database.db)
}
const verify = (recordedHead?: Head) => verifyTrail(database.db, testSecrets, { recordedHead, chunkSize: 3 })
const idAt = async (position: number) =>
  (
    await database.db
      .selectFrom('audit_link')
      .select('event_id')
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
  ).event_id

beforeEach(async () => {
  now = start
  database = await freshDatabase('empty', { maxConnections: 4 })
  await database.db.insertInto('owner').values({ id: 3, name: 'Voyager' }).execute()
  await addEntries(4)
  await chainEntries(services())
  now += 60_000
  await addEntries(4)
  await chainEntries(services())
})
afterEach(() => database.close())

describe('the chain over the audit trail', () => {
  it('is in order, and covers entries that are older than the chain', async () => {
    expect(await verify()).toMatchObject({ count: 8, unchained: 0, faults: [], head: { position: 8 } })
  })

  it.each([
    ['a method', `method = 'repairLedger'`],
    ['a value', `changes = '[{"field": "fileName", "after": "other"}]'`],
    ['the time', `at = at + interval '1 microsecond'`],
    ['the user', `run_by = 'someone'`],
    ['an address', `address = '10.0.0.1'`],
    ['the owner', `owner_id = NULL`],
  ])('detects that %s of an entry was changed', async (_, set) => {
    const id = await idAt(4)
    await executeAsOwner(`UPDATE audit_event SET ${set} WHERE id = ${id}`)
    expect((await verify()).faults).toEqual([{ entry: id, position: 4, problem: 'changed' }])
  })

  it('detects deleted entries', async () => {
    const id = await idAt(3)
    await executeAsOwner(`DELETE FROM audit_event WHERE id IN (${id}, ${id + 1})`)
    expect((await verify()).faults).toEqual([
      { entry: id, position: 3, problem: 'deleted' },
      { entry: id + 1, position: 4, problem: 'deleted' },
    ])
  })

  it('detects an entry that was deleted with its link, even if later entries are moved up', async () => {
    const id = await idAt(3)
    await executeAsOwner(`DELETE FROM audit_event WHERE id = ${id}`, `DELETE FROM audit_link WHERE position = 3`)
    expect((await verify()).faults).toEqual([{ entry: undefined, position: 3, problem: 'linkMissing' }])
    await executeAsOwner(
      `UPDATE audit_link SET position = position + 100 WHERE position > 3`,
      `UPDATE audit_link SET position = position - 101 WHERE position > 100`,
    )
    expect((await verify()).faults[0]).toEqual({ entry: id + 1, position: 3, problem: 'changed' })
  })

  it('detects that the first entries were deleted', async () => {
    const id = await idAt(2)
    await executeAsOwner(`DELETE FROM audit_event WHERE id <= ${id}`, `DELETE FROM audit_link WHERE position <= 2`)
    expect((await verify()).faults[0]).toEqual({ entry: undefined, position: 1, problem: 'linkMissing' })
    await database.db
      .insertInto('audit_anchor')
      .values({ position: 2, hash: Buffer.alloc(32), generation: 1, mac: Buffer.alloc(32), pruned_at: new Date(now) })
      .execute()
    expect((await verify()).faults[0]).toEqual({ entry: undefined, position: 2, problem: 'anchorForged' })
  })

  it('detects an entry that was inserted with an older date, before and after it is chained', async () => {
    now += 2 * HOUR_MS
    await addEntries(1)
    await chainEntries(services())
    await addEntries(1, start)
    const { faults, unchained } = await verify()
    const insertedId = faults[0]?.entry
    expect(faults).toEqual([{ entry: insertedId, position: undefined, problem: 'inserted' }])
    expect(unchained).toBe(1)
    await chainEntries(services())
    expect((await verify()).faults).toEqual([{ entry: insertedId, position: 10, problem: 'inserted' }])
  })

  it('detects an entry that was inserted with an id before chained entries', async () => {
    now += 2 * HOUR_MS
    await addEntries(1)
    await chainEntries(services())
    const id = (await idAt(1)) - 1
    await executeAsOwner(
      `INSERT INTO audit_event (id, at, owner_id, method, result_code, correlation_id)
       OVERRIDING SYSTEM VALUE VALUES (${id}, '2026-03-01T08:00:00Z', 3, 'rotateKeys', '0', 'x')`,
    )
    expect((await verify()).faults).toEqual([{ entry: id, position: undefined, problem: 'inserted' }])
  })

  it('detects that two entries or two links were swapped', async () => {
    const [first, second] = [await idAt(2), await idAt(6)]
    const swap = `UPDATE audit_event e SET at = o.at, changes = o.changes, correlation_id = o.correlation_id
      FROM audit_event o WHERE (e.id, o.id) IN ((${first}, ${second}), (${second}, ${first}))`
    await executeAsOwner(swap)
    expect((await verify()).faults.map(({ entry }) => entry)).toEqual([first, second])
    await executeAsOwner(swap)
    expect((await verify()).faults).toEqual([])
    await executeAsOwner(
      `UPDATE audit_link SET event_id = 0 WHERE position = 2`,
      `UPDATE audit_link SET event_id = ${first} WHERE position = 6`,
      `UPDATE audit_link SET event_id = ${second} WHERE position = 2`,
    )
    expect((await verify()).faults[0]).toEqual({ entry: second, position: 2, problem: 'changed' })
  })

  it('detects a truncated chain by comparing it with a head that is stored elsewhere, even after new entries', async () => {
    const { head } = await verify()
    const firstDeletedId = await idAt(7)
    await executeAsOwner(
      `DELETE FROM audit_event WHERE id >= ${firstDeletedId}`,
      `DELETE FROM audit_link WHERE position >= 7`,
      'UPDATE ledger_proof SET trail_position = NULL',
    )
    expect((await verify()).faults).toEqual([])
    expect((await verify(head)).faults).toEqual([{ entry: undefined, position: 8, problem: 'cutOff' }])
    await addEntries(4)
    await chainEntries(services())
    expect((await verify(head)).faults).toEqual([{ entry: undefined, position: 8, problem: 'otherHead' }])
  })

  it('cannot be recreated without the key', async () => {
    const forger = { ...services(), secrets: keysToSecrets(textToKeys('a guess')) }
    const id = await idAt(1)
    await executeAsOwner(`UPDATE audit_event SET method = 'repairLedger' WHERE id = ${id}`, 'TRUNCATE audit_link')
    await chainEntries(forger)
    // The stored head is missing too.
    expect((await verify()).faults).toHaveLength(9)
  })

  it('does not fork if several servers add links at the same time', async () => {
    await addEntries(30)
    const chainAll = async () => {
      let after: number | undefined
      do after = (await chainEntries(services(), after, 7)).next
      while (after !== undefined)
    }
    await Promise.all(Array.from({ length: 8 }, chainAll))
    expect(await verify()).toMatchObject({ count: 38, unchained: 0, faults: [] })
    await expect(
      sql`INSERT INTO audit_link SELECT position, event_id + 1000000, chained_at, generation, hash FROM audit_link`.execute(
        database.db,
      ),
    ).rejects.toThrow('duplicate key')
  })

  it('includes an entry that is committed after later entries were chained', async () => {
    const slowTransaction = await database.db.startTransaction().execute()
    await auditForEachOwner({ now: () => now }, slowTransaction, 'rotateKeys')
    await addEntries(1)
    await chainEntries(services())
    await slowTransaction.commit().execute()
    now += 50 * 60_000
    await addEntries(1)
    await chainEntries(services())
    expect(await verify()).toMatchObject({ count: 11, unchained: 0, faults: [] })
  })

  it('can still be verified after a key rotation', async () => {
    const firstKeys = textToKeys('tests')
    const rotatedSecrets = keysToSecrets({ ...textToKeys('rotated'), generation: 2 }, [firstKeys.index])
    await addEntries(1)
    await chainEntries({ ...services(), secrets: rotatedSecrets })
    expect(await verifyTrail(database.db, rotatedSecrets)).toMatchObject({ count: 9, faults: [] })
    expect((await verifyTrail(database.db, keysToSecrets(textToKeys('rotated')))).faults).toHaveLength(10)
  })

  it('begins after the expired entries once pruneTrail has deleted them', async () => {
    now += 24 * HOUR_MS
    await addEntries(2)
    await chainEntries(services())
    expect(await pruneTrail(services(), new Date(start + 1000), 3)).toBe(3)
    expect(await pruneTrail(services(), new Date(start + 1000), 3)).toBe(1)
    expect(await pruneTrail(services(), new Date(start + 1000), 3)).toBe(0)
    expect(await verify()).toMatchObject({ count: 6, unchained: 0, prunedTo: 4, faults: [], head: { position: 10 } })
    await expect(sql`DELETE FROM audit_event`.execute(database.db)).rejects.toThrow('is not allowed')
    // The same applies if no entry is left.
    expect(await pruneTrail(services(), new Date(now + 1000))).toBe(6)
    await addEntries(1)
    await chainEntries(services())
    expect(await verify()).toMatchObject({ count: 1, prunedTo: 10, faults: [], head: { position: 11 } })
  })

  it('rejects changes unless its trigger is disabled', async () => {
    for (const statement of ['UPDATE audit_link SET hash = NULL', 'DELETE FROM audit_link', 'TRUNCATE audit_link'])
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('is not allowed')
  })
})

describe('audit verify', () => {
  it('names the first broken entry, and prints the head to store', async () => {
    const { head } = await verify()
    const programme = programmeOn(database)
    expect(await runOnOpenDatabase(programme, ['audit', 'verify'])).toEqual([
      '8 entries were checked.',
      `Head: ${headToText(head as Head)}`,
      'The audit trail is in order.',
    ])
    const id = await idAt(5)
    await executeAsOwner(`DELETE FROM audit_event WHERE id = ${id}`)
    expect(await runOnOpenDatabase(programme, ['audit', 'verify', '--head', headToText(head as Head)])).toContain(
      `The first fault: entry ${id} (position 5) was deleted.`,
    )
  })

  it('exits with 1 for a broken trail and with 2 for a malformed head', async () => {
    const instance = await freshInstance('demo')
    try {
      await instance.withDb((db) => auditForEachOwner({ now: Date.now }, db, 'rotateKeys'))
      await instance.withDb((db) => chainEntries({ db, secrets: testSecrets, now: Date.now }))
      const verification = await instance.run(['audit', 'verify'])
      expect(verification).toMatchObject({ code: 0 })
      expect(verification.output.join()).toContain('The audit trail is in order.')
      await instance.withDb(async (db) => {
        await sql`ALTER TABLE audit_event DISABLE TRIGGER USER`.execute(db)
        await sql`UPDATE audit_event SET method = 'x' WHERE id = (SELECT min(event_id) FROM audit_link)`.execute(db)
      })
      expect(await instance.run(['audit', 'verify'])).toMatchObject({ code: 1 })
      expect(await instance.run(['audit', 'verify', '--head', '8'])).toMatchObject({ code: 2 })
    } finally {
      await instance.remove()
    }
  })
})

describe('a server', () => {
  it('verifies the trail at night, and reports the first broken entry', async () => {
    const server = await startInProcess({ database: { ...database, close: () => Promise.resolve() } })
    try {
      const nightlyVerification = registerAuditVerification({ ...server.server, secrets: testSecrets })
      // Noon in Singapore.
      server.clock.now = Date.parse('2026-03-04T04:00:00Z')
      await server.server.jobs.start()
      await nightlyVerification.start()
      const runAt = async () =>
        (
          await sql<{ at: Date }>`SELECT run_at AS at FROM job WHERE kind = 'verify-audit' AND attempts = 0`.execute(
            database.db,
          )
        ).rows[0]?.at.getTime()
      await expect.poll(runAt).toBe(server.clock.now + 3_600_000)
      expect(await readLastVerificationTime(database.db)).toBeUndefined()
      // 02:00 in Singapore.
      server.clock.now = Date.parse('2026-03-04T18:00:00Z')
      server.server.jobs.wake()
      await expect.poll(() => server.log()).toContain('the whole audit trail was verified')
      expect(await readLastVerificationTime(database.db)).toEqual(new Date(server.clock.now))

      await executeAsOwner(`UPDATE audit_event SET method = 'repairLedger' WHERE id = ${await idAt(4)}`)
      server.clock.now += 24 * 3_600_000
      server.server.jobs.wake()
      await expect.poll(() => server.log()).toContain('"rule":"changed"')
      const { trail } = await readFigures(database.db, 3, server.clock.now)
      expect(trail).toEqual({ secondsSinceProof: 0, faults: 1, position: 8 })

      // Evidence about a batch that does not exist.
      await database.db.transaction().execute(async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx)
        await sql`
          INSERT INTO approval_evidence (batch_id, signed_by, signed_at, nonce, signed_text, origin, time_step)
          VALUES (-1, -1, now(), 'nonce', 'approve', 'https://portal.example', 1)`.execute(trx)
      })
      server.clock.now += 24 * 3_600_000
      server.server.jobs.wake()
      await expect.poll(() => server.log()).toContain('the signed approvals are not in order')
      expect((await readFigures(database.db, 3, server.clock.now)).trail).toMatchObject({ faults: 2 })
    } finally {
      await server.close()
    }
  })

  it.each([
    ['an emptied trail', ['TRUNCATE audit_event, audit_link'], 'cutOff'],
    [
      'a trail without its end',
      [
        'DELETE FROM audit_link WHERE position > 4',
        'DELETE FROM audit_event WHERE id NOT IN (SELECT event_id FROM audit_link)',
      ],
      'cutOff',
    ],
    ['an end that was cut off and has grown again', ['DELETE FROM audit_link WHERE position > 4'], 'otherHead'],
    ['a changed stored head', ['UPDATE ledger_proof SET trail_position = 4'], 'headForged'],
  ])('at night detects %s without a head from elsewhere, until someone looks', async (_, statements, problem) => {
    await executeAsOwner(...statements)
    for (const round of [1, 2]) {
      // The job that chains new entries goes on and must not hide the fault.
      if (problem === 'otherHead' || round === 2) {
        now += 1000
        await addEntries(3)
        await chainEntries(services())
      }
      const { faults } = await verifyTrail(database.db, testSecrets, { chunkSize: 3 })
      expect(faults.map((fault) => fault.problem)).toContain(problem)
    }
    expect(await runOnOpenDatabase(programmeOn(database), ['audit', 'verify']).catch(String)).not.toContain(
      'The audit trail is in order.',
    )
  })

  it('reports an empty trail beside users, even if the stored head was removed too', async () => {
    await executeAsOwner('TRUNCATE audit_event, audit_link')
    await sql`UPDATE ledger_proof SET trail_position = NULL`.execute(database.db)
    // A new database has neither.
    expect((await verify()).faults).toEqual([])
    const server = await startInProcess({ database: { ...database, close: () => Promise.resolve() } })
    await server.addUser({ username: 'olive' })
    expect((await verify()).faults).toEqual([{ entry: undefined, position: undefined, problem: 'emptied' }])
    await server.close()
  })

  it.each([
    [
      'emptied, with the stored head',
      ['TRUNCATE audit_event, audit_link', 'UPDATE ledger_proof SET trail_position = NULL'],
    ],
    ['cut off', ['DELETE FROM audit_link WHERE position > 5']],
    [
      'emptied behind a forged anchor',
      [
        'TRUNCATE audit_event, audit_link',
        `INSERT INTO audit_anchor (position, hash, generation, mac, pruned_at) VALUES (99, '\\x00', 1, '\\x00', now())`,
      ],
    ],
  ])('is in the memory of each server, which reports that it was %s', async (_, statements) => {
    const server = await startInProcess({ database: { ...database, close: () => Promise.resolve() } })
    const watch = watchAuditHead({ ...server.server, secrets: testSecrets })
    expect(await watch.check()).toBe(false)
    now += 1000
    await addEntries(2)
    await chainEntries(services())
    expect(await watch.check()).toBe(false)
    await executeAsOwner(...statements)
    expect(await watch.check()).toBe(true)
    await addEntries(12)
    await chainEntries(services())
    expect(await watch.check()).toBe(true)
    expect(server.log()).toContain('the audit trail has lost its end')
    expect(await server.server.counters.registry.metrics()).toContain('portal_audit_fallen 1')
    await watch.stop()
    await server.close()
  })

  it('does not lose its head when expired entries are deleted', async () => {
    const server = await startInProcess({ database: { ...database, close: () => Promise.resolve() } })
    const watch = watchAuditHead({ ...server.server, secrets: testSecrets })
    expect(await watch.check()).toBe(false)
    await pruneTrail(services(), new Date(now + 1000))
    expect(await watch.check()).toBe(false)
    expect((await verify()).faults).toEqual([])
    await watch.stop()
    await server.close()
  })

  it('adds links for new entries, and logs the head', async () => {
    const server = await startInProcess({ database: { ...database, close: () => Promise.resolve() } })
    try {
      server.clock.now = now
      await addEntries(3)
      const auditChain = registerAuditChain({ ...server.server, secrets: testSecrets })
      await server.server.jobs.start()
      await auditChain.start()
      await expect.poll(() => verify().then(({ unchained }) => unchained)).toBe(0)
      await server.server.jobs.stop()
      const { head } = await verify()
      const line = server
        .log()
        .split('\n')
        .find((text) => text.includes('the audit trail was chained'))
      expect(JSON.parse(line ?? '')).toMatchObject({ ...head })
    } finally {
      await server.close()
    }
  })
})
