// What each change of the API costs the database: never more statements than its row allows, however many rows there
// are, and none of them scans a table that grows with the programme.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { type ChangingMethod, factsOf } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { changes, type Stage } from '#tests/support/changes.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'
import { type Statement, plannedOf, scansWithoutIndex, watchedDb } from '#tests/support/reads.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

let server: InProcessServer
let stage: Stage
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
  const everything = await server.addUser({ username: 'everything', permissions })
  const tokenOf = async (username: string) =>
    startSession(
      db,
      server.server,
      await db
        .selectFrom('user_account')
        .select(['id', 'username'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow(),
    )
  stage = {
    url: server.url,
    server: { ...server.server, db },
    tokenOf,
    tokens: { maker: await tokenOf('olive'), all: everything.token },
  }
})
afterAll(() => server.close())

it.each(Object.keys(changes) as ChangingMethod[])('%s', async (method) => {
  const { given, statements } = changes[method]
  const { params, token = stage.tokens.all } = await given(stage)
  requests.length = 0
  const { answer } = await post(server.url, method, { requestId: randomUUID(), ...params, token })
  const own = [...requests]
  expect(answer).toMatchObject({ resultCode: factsOf(method).successCode })
  expect(factsOf(method).changes).toBe(true)
  expect(own.length).toBeLessThanOrEqual(statements)
  expect(await scansWithoutIndex(stage.server.db, plannedOf(own))).toEqual([])
})
