// `keys rotate --online`: while servers run and users work, every value is encrypted with new keys; nothing is lost or
// refused, it can be interrupted, and at the end no value needs the old keys.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainEntries, verifyTrail } from '#server/audit/chain.ts'
import type { Db } from '#server/operations/context.ts'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { openKeys } from '#server/keys/database-keys.ts'
import { createLiveSecrets, type KeyWatch, watchKeys } from '#server/keys/live-secrets.ts'
import { encryptedColumns, prepareOnline, rotateOnline } from '#server/programme/keys/rotate-online.ts'
import { rotateKeys, verifyRotation } from '#server/programme/keys/rotate.ts'
import { testSecrets, writeTestKeys } from '#tests/support/test-keys.ts'
import { createDatabase } from '#tests/support/database.ts'
import { callWith } from '#tests/support/call.ts'
import { loadUpload } from '#tests/support/demo-server.ts'
import { type InProcessServer, silentLog, startInProcess } from '#tests/support/in-process.ts'
import { voyager } from '#brand/voyager.ts'
import { startSession } from '#server/sessions/sessions.ts'

let folder: string
let databaseUrl: string
let drop: () => Promise<void>
let database: Database
const noProgress = { add: () => undefined, end: () => undefined }
const options = () => ({ folder, progress: () => noProgress, audit: () => Promise.resolve() })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  writeTestKeys(folder)
  ;({ url: databaseUrl, drop } = await createDatabase('demo'))
  database = await connectDatabase({ databaseUrl, maxConnections: 6 })
  // The template was seeded with the tests' keys.
  await openKeys(database.db, folder)
})
afterEach(async () => {
  await database.close()
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

interface RunningServer {
  readonly server: InProcessServer
  readonly watch: KeyWatch
  readonly close: () => Promise<void>
}

/** A server that follows the keys of the database, with its own copy of their folder if given. */
async function startServer(keyFolder = folder): Promise<RunningServer> {
  const live = createLiveSecrets((await openKeys(database.db, keyFolder)).secrets)
  const watch = await watchKeys({ db: database.db, log: silentLog }, live, { folder: keyFolder, databaseUrl })
  const server = await startInProcess({
    database: { ...database, close: () => Promise.resolve() },
    settings: { client: voyager },
    secrets: live.secrets,
  })
  server.clock.now = Date.now()
  return {
    server,
    watch,
    close: async () => {
      await watch.stop()
      await server.close()
    },
  }
}

async function signIn({ server }: RunningServer, username: string) {
  const user = await database.db
    .selectFrom('user_account')
    .select(['id', 'username'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return callWith(server.url, await startSession(database.db, server.server, user))
}

/** The generations of the values in each column. */
async function generationsOf(db: Db): Promise<number[]> {
  const found = new Set<number>()
  for (const { table, column, form } of encryptedColumns) {
    const bytes = form === 'bytes' ? sql.ref(column) : sql`decode(${sql.ref(column)}->>'encrypted', 'base64')`
    const { rows } = await sql<{ generation: number }>`
      SELECT DISTINCT get_byte(${bytes}, 0) AS generation FROM ${sql.table(table)}
      WHERE ${bytes} IS NOT NULL AND octet_length(${bytes}) > 0`.execute(db)
    for (const { generation } of rows) found.add(generation)
  }
  return [...found].toSorted((left, right) => left - right)
}

describe('a rotation while servers run', () => {
  it('encrypts everything with the new keys, while users work without an interruption', async () => {
    const [first, second] = [await startServer(), await startServer()]
    const [maker, reader] = [await signIn(first, 'olive'), await signIn(second, 'ada')]
    await chainEntries({ db: database.db, secrets: first.server.server.secrets, now: Date.now })
    const work = { isOver: false, uploads: 0 }
    const uploading = (async () => {
      while (!work.isOver) {
        // Always the same card, since a fast machine uploads more files than there are cards.
        const response = await maker(
          'batchLoadUpload',
          loadUpload(sampleRows(1), {
            fileContent: 'YWJj',
            loadReference: `During ${work.uploads}`,
            duplicateReason: 'The same card again',
          }),
        )
        expect(response).toMatchObject({ resultCode: '0' })
        // A repeated request reads a stored response, on the other server too.
        const details = await reader('batchLoadDetails', { batchLoadFileID: String(response.batchLoadFileID) })
        expect(details.resultCode).toBe('0')
        work.uploads += 1
      }
    })()
    const { generation, count, proof } = await rotateOnline(database.db, options())
    work.isOver = true
    await uploading
    expect(generation).toBe(2)
    expect(work.uploads).toBeGreaterThan(2)
    expect(count).toBeGreaterThan(800)
    expect(Object.fromEntries(proof.map((each) => [each.column, each.count]))).toMatchObject({
      'card.pan_cipher': expect.any(Number) as number,
      'user_account.draft_key': expect.any(Number) as number,
    })
    expect(await generationsOf(database.db)).toEqual([2])
    expect(readdirSync(folder).sort()).toEqual(['data.2.key', 'draft.2.key', 'index.2.key', 'token.2.key'])
    // Sessions, searches and the chain go on, on both servers.
    const [card] = sampleRows(1)
    for (const call of [maker, reader]) {
      const found = await call('cardSearch', { searchType: '1', searchTerm: card?.identifier ?? '', showExpired: true })
      expect(found.cards).toHaveLength(1)
    }
    await chainEntries({ db: database.db, secrets: first.server.server.secrets, now: Date.now })
    expect((await verifyTrail(database.db, first.server.server.secrets)).faults).toEqual([])
    await first.close()
    await second.close()
    // A later rotation with stopped servers reads every value, and replaces the other keys.
    expect(await verifyRotation(database.db, options())).toBeGreaterThan(400)
    expect(await rotateKeys(database.db, { ...options(), now: Date.now })).toMatchObject({ generation: 3 })
    const { secrets } = await openKeys(database.db, folder)
    expect((await verifyTrail(database.db, secrets)).faults).toEqual([])
  })

  it('continues after interruptions, with servers that restart meanwhile, and refuses the other rotation', async () => {
    for (let interruptions = 0; interruptions < 3; interruptions += 1) {
      // After the first chunk.
      const add = () => {
        throw new Error('interrupted')
      }
      await expect(
        rotateOnline(database.db, { ...options(), progress: () => ({ add, end: () => undefined }) }),
      ).rejects.toThrow('interrupted')
      const restarted = await startServer()
      const reader = await signIn(restarted, 'ada')
      expect((await reader('revealCard', { voucherID: '1' })).CARDNUMBER).toMatch(/^\d{16}$/)
      await restarted.close()
    }
    expect(await generationsOf(database.db)).toEqual([1, 2])
    await expect(rotateKeys(database.db, { ...options(), now: Date.now })).rejects.toThrow('keys rotate --online')
    await rotateOnline(database.db, options())
    expect(await generationsOf(database.db)).toEqual([2])
  })

  it('does not end while a server encrypts with the old keys; a server without the new keys stops', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'portal-keys-elsewhere-'))
    cpSync(folder, elsewhere, { recursive: true })
    const server = await startServer(elsewhere)
    await expect(rotateOnline(database.db, { ...options(), maxWaitMs: 1_000 })).rejects.toThrow(
      'A server still encrypts with the keys of generation 1',
    )
    expect((await server.watch.missingKeys).message).toContain('copy it there and start the server again')
    await server.close()
    expect(await rotateOnline(database.db, options())).toMatchObject({ generation: 2 })
    rmSync(elsewhere, { recursive: true, force: true })
  })

  it('can be prepared, so that all servers have the new keys first', async () => {
    expect(await prepareOnline(database.db, folder)).toBe(2)
    const elsewhere = mkdtempSync(join(tmpdir(), 'portal-keys-elsewhere-'))
    cpSync(folder, elsewhere, { recursive: true })
    expect(testSecrets.generation).toBe(1)
    const server = await startServer(elsewhere)
    expect(await rotateOnline(database.db, options())).toMatchObject({ generation: 2 })
    expect((await (await signIn(server, 'ada'))('revealCard', { voucherID: '1' })).resultCode).toBe('0')
    await server.close()
    rmSync(elsewhere, { recursive: true, force: true })
  })
})
