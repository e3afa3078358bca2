// Each change of the API runs no statement once for each of its rows, and never scans a table that grows with the
// programme.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangingMethod, methodInfo } from '#contract/methods.ts'
import { post } from '#tests/support/call.ts'
import { changes, type TestSystem, startTestSystem } from '#tests/support/changes.ts'
import type { InProcessServer } from '#tests/support/in-process.ts'
import {
  type Statement,
  plannableStatements,
  recordStatements,
  repeatedStatements,
  scansWithoutIndex,
} from '#tests/support/reads.ts'

let server: InProcessServer
let system: TestSystem
const statements: Statement[] = []

beforeAll(async () => {
  ;({ server, system } = await startTestSystem({}, (db) => recordStatements(db, statements)))
})
afterAll(() => server.close())

it.each(Object.keys(changes) as ChangingMethod[])(
  '%s runs no statement repeatedly, and scans no growing table',
  async (method) => {
    const { params, token = system.tokens.all } = await changes[method].prepare(system)
    statements.length = 0
    const { response } = await post(server.url, method, { requestId: randomUUID(), ...params, token })
    const recorded = [...statements]
    expect(response).toMatchObject({ resultCode: methodInfo(method).successCode })
    expect(methodInfo(method).isChange).toBe(true)
    expect(repeatedStatements(recorded)).toEqual([])
    expect(await scansWithoutIndex(system.server.db, plannableStatements(recorded))).toEqual([])
  },
)
