// Each read of the API stays within its statement limit in `reads`, however many rows it returns, and never scans a
// table that grows with the programme.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { methodInfo, type ReadingMethod } from '#contract/methods.ts'
import { post } from '#tests/support/call.ts'
import { type TestSystem, startTestSystem } from '#tests/support/changes.ts'
import { type InProcessServer, password } from '#tests/support/in-process.ts'
import {
  type Statement,
  createSubjects,
  reads,
  readStatements,
  scansWithoutIndex,
  type Subjects,
  recordStatements,
} from '#tests/support/reads.ts'

let server: InProcessServer
let subjects: Subjects
let system: TestSystem
const statements: Statement[] = []

beforeAll(async () => {
  ;({ server, system } = await startTestSystem({}, (db) => recordStatements(db, statements)))
  const at = { url: server.url, db: system.server.db, now: server.clock.now }
  subjects = await createSubjects(at, { maker: system.tokens.maker, password })
})
afterAll(() => server.close())

it.each(Object.keys(reads) as ReadingMethod[])('%s stays within its statement limit', async (method) => {
  const { params, statements: limit, byMaker } = reads[method]
  // logOut gets its own session, so that it does not end the session of the other tests.
  const tokenWithAllPermissions = method === 'logOut' ? await system.tokenOf('everything') : system.tokens.all
  statements.length = 0
  const { response } = await post(server.url, method, {
    ...params(subjects),
    token: byMaker ? system.tokens.maker : tokenWithAllPermissions,
  })
  const recorded = [...statements]
  expect(response).toMatchObject({ resultCode: '0' })
  expect(methodInfo(method).isChange).toBe(false)
  expect(recorded.length).toBeLessThanOrEqual(limit)
  expect(await scansWithoutIndex(system.server.db, readStatements(recorded))).toEqual([])
})

it.each([
  ['2', 'C10'],
  ['3', '6580000'],
  ['3', '+65 8000 0069'],
  ['4', '70000'],
  ['5', 'S1234'],
  ['6', 'VOY-2025-08-0000002'],
] as const)('cardSearch by type %s for %j stays within its statement limit', async (searchType, searchTerm) => {
  statements.length = 0
  const { response } = await post(server.url, 'cardSearch', {
    searchTerm,
    searchType,
    showExpired: false,
    token: system.tokens.all,
  })
  const recorded = [...statements]
  expect(response).toMatchObject({ resultCode: '0' })
  expect(recorded.length).toBeLessThanOrEqual(reads.cardSearch.statements + 1)
  expect(await scansWithoutIndex(system.server.db, readStatements(recorded))).toEqual([])
})
