// What each read of the API costs the database: never more statements than its row allows, however many rows there are,
// and none of them scans a table that grows with the programme.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { factsOf, type ReadingMethod } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'
import {
  type Statement,
  makeThings,
  questions,
  readingOf,
  scansWithoutIndex,
  type Things,
  watchedDb,
} from '#tests/support/reads.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

let server: InProcessServer
let things: Things
let everything: Awaited<ReturnType<InProcessServer['addUser']>>
const tokens = { maker: '', all: '' }
const requests: Statement[] = []

beforeAll(async () => {
  const database = await freshDatabase('demo')
  const { db } = database
  server = await startInProcess({
    database: { ...database, db: watchedDb(db, requests) },
    settings: { client: voyager },
    secrets: testSecrets,
  })
  server.clock.now = Date.now()
  everything = await server.addUser({ username: 'everything', permissions })
  tokens.all = everything.token
  const olive = await db
    .selectFrom('user_account')
    .select(['id', 'username'])
    .where('username', '=', 'olive')
    .executeTakeFirstOrThrow()
  tokens.maker = await startSession(db, server.server, olive)
  things = await makeThings({ url: server.url, db, now: server.clock.now }, { maker: tokens.maker, password })
})
afterAll(() => server.close())

it.each(Object.keys(questions) as ReadingMethod[])('%s', async (method) => {
  const { params, statements, byMaker } = questions[method]
  // Signing out must not end the session of another test.
  const all = method === 'logOut' ? await startSession(server.database.db, server.server, everything) : tokens.all
  requests.length = 0
  const { answer } = await post(server.url, method, { ...params(things), token: byMaker ? tokens.maker : all })
  const own = [...requests]
  expect(answer).toMatchObject({ resultCode: '0' })
  expect(factsOf(method).changes).toBe(false)
  expect(own.length).toBeLessThanOrEqual(statements)
  expect(await scansWithoutIndex(server.database.db, readingOf(own))).toEqual([])
})

it.each([
  ['2', 'C10'],
  ['3', '6580000'],
  ['3', '+65 8000 0069'],
  ['4', '70000'],
  ['5', 'S1234'],
  ['6', 'VOY-2025-08-0000002'],
] as const)('cardSearch by type %s for %j', async (searchType, searchTerm) => {
  requests.length = 0
  const { answer } = await post(server.url, 'cardSearch', {
    searchTerm,
    searchType,
    showExpired: false,
    token: tokens.all,
  })
  const own = [...requests]
  expect(answer).toMatchObject({ resultCode: '0' })
  expect(own.length).toBeLessThanOrEqual(questions.cardSearch.statements + 1)
  expect(await scansWithoutIndex(server.database.db, readingOf(own))).toEqual([])
})
