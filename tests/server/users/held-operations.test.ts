// After an administrator has changed a user, someone else could be acting as that user. Walks every operation of the
// contract as such a user: held operations are refused, and free ones move no money and give no full card number.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Method, methodInfo } from '#contract/methods.ts'
import { HOUR_MS } from '#domain/units.ts'
import { post } from '#tests/support/call.ts'
import { changes, startTestSystem, type TestSystem } from '#tests/support/changes.ts'
import { type InProcessServer, password } from '#tests/support/in-process.ts'
import { createSubjects, reads, type Subjects } from '#tests/support/reads.ts'

let server: InProcessServer
let system: TestSystem
let subjects: Subjects
/** The administrator who changes the users. */
let administratorId: number
beforeAll(async () => {
  ;({ server, system } = await startTestSystem())
  administratorId = (await server.addUser({ username: 'changer' })).id
  const at = { url: server.url, db: system.server.db, now: server.clock.now }
  subjects = await createSubjects(at, { maker: system.tokens.maker, password })
})
afterAll(() => server.close())

/** Calls an operation while a change of every user waits. */
async function callOnHold(method: Method, params: object, token: string) {
  const { db } = system.server
  await sql`
    INSERT INTO user_change (user_id, changed_by, changed_at, kinds, facts, held_until, permissions_before, keeps)
    SELECT id, ${administratorId}, ${new Date(server.clock.now)}, '{email}', '{"before":{},"after":{}}',
           ${new Date(server.clock.now + HOUR_MS)}, '{}', '{User.settings}'
    FROM user_account WHERE id <> ${administratorId}`.execute(db)
  const { response } = await post(server.url, method, { requestId: randomUUID(), ...params, token })
  await sql`UPDATE user_change SET closed_at = now() WHERE closed_at IS NULL`.execute(db)
  return response
}

const postings = async () =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM ledger_transaction`.execute(system.server.db)).rows
const held = { resultCode: '-20409', resultText: expect.stringContaining('changed your email') as string }

describe('a change by a user on hold', () => {
  it.each(Object.entries(changes))('%s', async (name, { prepare }) => {
    const method = name as Method
    const { params, token = system.tokens.all } = await prepare(system)
    const before = await postings()
    const response = await callOnHold(method, params, token)
    if (methodInfo(method).afterUserChange === 'free')
      expect(response['resultCode']).toBe(methodInfo(method).successCode)
    else expect(response).toMatchObject(held)
    expect(await postings()).toEqual(before)
  })
})

/** Full card numbers of the programme, also in the files of the response. */
const numbersIn = (response: Record<string, unknown>): readonly string[] => {
  const file =
    typeof response['base64'] === 'string' ? Buffer.from(response['base64'], 'base64').toString('latin1') : ''
  return (JSON.stringify(response) + file).match(/(?<!\d)900001\d{10}(?!\d)/g) ?? []
}

// A log-out ends the session, and this programme has no company login to test.
const notRead: readonly string[] = ['logOut', 'startTestLogin']

describe('a read by a user on hold', () => {
  it.each(Object.entries(reads).filter(([name]) => !notRead.includes(name)))(
    '%s',
    async (name, { params, byMaker }) => {
      const method = name as Method
      const sent = JSON.stringify(params(subjects))
      const token = byMaker ? system.tokens.maker : system.tokens.all
      const response = await callOnHold(method, { ...params(subjects), requestId: undefined }, token)
      if (methodInfo(method).afterUserChange === 'free') {
        expect(response['resultCode']).toBe('0')
        expect(numbersIn(response).filter((number) => !sent.includes(number))).toEqual([])
      } else expect(response).toMatchObject(held)
    },
  )

  it('gets masked numbers, although another user gets full ones', async () => {
    const search = { searchTerm: subjects.pan.slice(0, 9), searchType: '1', showExpired: true }
    const { response } = await post(server.url, 'cardSearch', { ...search, token: system.tokens.all })
    expect(numbersIn(response)).toContain(subjects.pan)
    expect(numbersIn(await callOnHold('cardSearch', { ...search, requestId: undefined }, system.tokens.all))).toEqual(
      [],
    )
  })
})
