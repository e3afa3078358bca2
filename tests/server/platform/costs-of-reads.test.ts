// Each read of the API runs no statement once for each of its rows, and never scans a table that grows with the
// programme.
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
  repeatedStatements,
  scansWithoutIndex,
  unlimitedReads,
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

it.each(Object.keys(reads) as ReadingMethod[])(
  '%s runs no statement repeatedly, and scans no growing table',
  async (method) => {
    const { params, byMaker, refusedWith = '0' } = reads[method]
    // logOut gets its own session, so that it does not end the session of the other tests.
    const tokenWithAllPermissions = method === 'logOut' ? await system.tokenOf('everything') : system.tokens.all
    statements.length = 0
    const { response } = await post(server.url, method, {
      ...params(subjects),
      token: byMaker ? system.tokens.maker : tokenWithAllPermissions,
    })
    const recorded = [...statements]
    expect(response).toMatchObject({ resultCode: refusedWith })
    expect(methodInfo(method).isChange).toBe(false)
    expect(repeatedStatements(recorded)).toEqual([])
    expect(await scansWithoutIndex(system.server.db, readStatements(recorded))).toEqual([])
  },
)

it.each([
  ['2', 'C10'],
  ['3', '6580000'],
  ['3', '+65 8000 0069'],
  ['4', '70000'],
  ['5', 'S1234'],
  ['6', 'VOY-2025-08-0000002'],
] as const)(
  'cardSearch by type %s for %j runs no statement repeatedly, and scans no growing table',
  async (searchType, searchTerm) => {
    statements.length = 0
    const { response } = await post(server.url, 'cardSearch', {
      searchTerm,
      searchType,
      showExpired: false,
      token: system.tokens.all,
    })
    const recorded = [...statements]
    expect(response).toMatchObject({ resultCode: '0' })
    expect(repeatedStatements(recorded)).toEqual([])
    expect(await scansWithoutIndex(system.server.db, readStatements(recorded))).toEqual([])
  },
)

// The other reports: tests/server/reports/figures.test.ts.
it('chargebackReport reads no growing table as a whole', async () => {
  statements.length = 0
  const { response } = await post(server.url, 'chargebackReport', {
    ...reads.chargebackReport.params(subjects),
    token: system.tokens.all,
  })
  // Without the session, which is found by its primary key. In a table as small as here any index is as cheap.
  const recorded = readStatements(statements).filter(({ sql }) => !sql.includes('from "user_session"'))
  expect(recorded.length).toBeGreaterThan(0)
  expect(response).toMatchObject({ resultCode: '0' })
  expect(await unlimitedReads(system.server.db, recorded)).toEqual([])
})
