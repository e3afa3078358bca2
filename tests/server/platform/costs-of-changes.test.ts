// Each change of the API stays within its statement limit in `changes`, however many rows it has, and never scans a
// table that grows with the programme.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangingMethod, methodInfo } from '#contract/methods.ts'
import { post } from '#tests/support/call.ts'
import { changes, type TestSystem, startTestSystem } from '#tests/support/changes.ts'
import type { InProcessServer } from '#tests/support/in-process.ts'
import { type Statement, plannableStatements, scansWithoutIndex, recordStatements } from '#tests/support/reads.ts'

let server: InProcessServer
let system: TestSystem
const statements: Statement[] = []

beforeAll(async () => {
  ;({ server, system } = await startTestSystem({}, (db) => recordStatements(db, statements)))
})
afterAll(() => server.close())

it.each(Object.keys(changes) as ChangingMethod[])('%s stays within its statement limit', async (method) => {
  const { prepare, statements: limit } = changes[method]
  const { params, token = system.tokens.all } = await prepare(system)
  statements.length = 0
  const { response } = await post(server.url, method, { requestId: randomUUID(), ...params, token })
  const recorded = [...statements]
  expect(response).toMatchObject({ resultCode: methodInfo(method).successCode })
  expect(methodInfo(method).isChange).toBe(true)
  expect(recorded.length).toBeLessThanOrEqual(limit)
  expect(await scansWithoutIndex(system.server.db, plannableStatements(recorded))).toEqual([])
})
