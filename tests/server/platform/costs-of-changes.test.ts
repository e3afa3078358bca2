// What each change of the contract costs the database: never more statements than its row says, however many rows there are, and none
// of them goes through a table that grows with the programme from end to end.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { type ChangingMethod, factsOf } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { changes, type Stage } from '#tests/support/changes.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessHost, startInProcess } from '#tests/support/in-process.ts'
import { type Asked, plannedOf, scansWithoutIndex, watchedDb } from '#tests/support/questions.ts'
import { testSecrets } from '#tests/support/test-keys.ts'

let host: InProcessHost
let stage: Stage
const asked: Asked[] = []

beforeAll(async () => {
  const database = await freshDatabase('demo')
  const { db } = database
  host = await startInProcess({
    database: { ...database, db: watchedDb(db, asked) },
    settings: { client: voyager },
    secrets: testSecrets,
  })
  host.clock.now = Date.now()
  const everything = await host.addUser({ username: 'everything', permissions })
  const tokenOf = async (username: string) =>
    startSession(
      db,
      host.host,
      await db
        .selectFrom('user_account')
        .select(['id', 'username'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow(),
    )
  stage = {
    url: host.url,
    host: { ...host.host, db },
    tokenOf,
    tokens: { maker: await tokenOf('olive'), all: everything.token },
  }
})
afterAll(() => host.close())

it.each(Object.keys(changes) as ChangingMethod[])('%s', async (method) => {
  const { given, statements } = changes[method]
  const { params, token = stage.tokens.all } = await given(stage)
  asked.length = 0
  const { answer } = await post(host.url, method, { requestId: randomUUID(), ...params, token })
  const own = [...asked]
  expect(answer).toMatchObject({ resultCode: factsOf(method).successCode })
  expect(factsOf(method).changes).toBe(true)
  expect(own.length).toBeLessThanOrEqual(statements)
  expect(await scansWithoutIndex(stage.host.db, plannedOf(own))).toEqual([])
})
