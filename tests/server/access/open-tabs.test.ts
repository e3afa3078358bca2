// Calls that the server holds until something changes for the user (awaitChange), with two servers on one database: the
// end of a session reaches each of its tabs, whichever server holds its call. Rules: docs/rules/access.md, "Open tabs".
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { announceChange } from '#server/sessions/held-calls.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { callWith, type TypedCall } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'

let databaseUrl: string
let drop: () => Promise<void>
let one: InProcessServer
let two: InProcessServer
let administrator: TypedCall
let user: { readonly id: number; readonly username: string; readonly token: string }

/** Like a server that runs as a process: other test servers receive no notifications. */
async function startListening(overrides: Parameters<typeof startInProcess>[0] = {}): Promise<InProcessServer> {
  const database = await connectDatabase({ databaseUrl, maxConnections: 4 })
  // A busy machine must not look like a database that is down.
  const isAlive = () => database.isAlive().then(() => true)
  return startInProcess({ ...overrides, database: { ...database, isAlive } })
}

beforeAll(async () => {
  ;({ url: databaseUrl, drop } = await createDatabase('empty'))
  one = await startListening()
  two = await startListening()
  const permissions = ['User.write', 'User.settings'] as const
  const { token } = await one.addUser({ username: 'administrator', permissions })
  administrator = callWith(one.url, token)
  // Without another administrator, none can be locked.
  await one.addUser({ username: 'second', permissions })
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await drop?.()
})
beforeEach(async () => {
  user = await one.addUser({ username: `user-${randomUUID()}`, permissions: ['User.settings'], secondFactor: 'email' })
})

const callOf = (server: InProcessServer, token = user.token) => callWith(server.url, token)

/** Sends the call, waits until the server holds it, and returns a function that waits for the response. */
async function hold(server: InProcessServer, token = user.token) {
  const response = callOf(server, token)('awaitChange', { seconds: 20 })
  await expect.poll(server.server.heldCalls.count).toBe(1)
  return () => response
}
const secondSession = () => startSession(one.server.db, one.server, user)

describe('a held call is answered when the session ends', () => {
  it.each<[string, () => Promise<{ resultCode: string }>]>([
    ['because an administrator locks the user', () => administrator('lockUser', { lockUserID: String(user.id) })],
    ['because an administrator removes the user', () => administrator('deleteUser', { deleteUserID: String(user.id) })],
    [
      'because an administrator resets the second factor',
      () => administrator('reset2FAEnrolment', { reset2FAUserID: String(user.id), reset2FAOwnerID: 3 }),
    ],
    [
      'because the password is changed elsewhere',
      async () =>
        callOf(one, await secondSession())('changePassword', {
          oldPassword: password,
          password: 'Quiet-River-77-Bridge',
        }),
    ],
    [
      'because the user ends it elsewhere',
      async () => {
        const elsewhere = callOf(one, await secondSession())
        const { sessions } = await elsewhere('mySessions', {})
        const sessionId = sessions.find(({ isThis }) => !isThis)?.sessionId ?? ''
        return elsewhere('endMySession', { sessionId })
      },
    ],
    ['because another tab logs out', () => callOf(one)('logOut', {})],
  ])('%s, on another server', async (_, act) => {
    const response = await hold(two)
    expect((await act()).resultCode).toBe('0')
    expect(await response()).toMatchObject({ outcome: 'changed' })
    expect((await callOf(two)('awaitChange', { seconds: 20 })).resultCode).toBe('-20012')
    expect(two.server.heldCalls.count()).toBe(0)
  })
})

describe('a held call', () => {
  it('is answered when its time is over, and does not count as activity', async () => {
    one.clock.now += 10 * 60_000
    expect(await callOf(one)('awaitChange', { seconds: 0 })).toEqual({ resultCode: '0', outcome: 'unchanged' })
    one.clock.now += 5 * 60_000
    expect((await callOf(one)('awaitChange', { seconds: 0 })).resultCode).toBe('-20012')
  })

  it('is woken by a change for its user only, when the transaction of the change commits', async () => {
    const other = await one.addUser({ username: `user-${randomUUID()}` })
    const response = await hold(one)
    const otherResponse = await hold(two, other.token)
    await one.server.db.transaction().execute(async (trx) => {
      await announceChange(trx, [user.id])
      expect(one.server.heldCalls.count()).toBe(1)
    })
    expect(await response()).toMatchObject({ outcome: 'changed' })
    expect(two.server.heldCalls.count()).toBe(1)
    await announceChange(one.server.db, [other.id])
    expect(await otherResponse()).toMatchObject({ outcome: 'changed' })
  })

  it('is counted, but its time is not measured', async () => {
    await callOf(one)('awaitChange', { seconds: 0 })
    const metrics = await one.server.counters.registry.metrics()
    expect(metrics).toMatch(/^portal_calls_total\{method="awaitChange",code="0"\} [1-9]/m)
    expect(metrics).not.toMatch(/^portal_call_seconds_count\{method="awaitChange"\}/m)
  })

  it('is not held beyond half of the connections, and is answered when the server stops', async () => {
    const small = await startListening({ settings: { maxConnections: 2 } })
    const response = await hold(small)
    const other = await small.addUser({ username: `user-${randomUUID()}` })
    expect(await callOf(small, other.token)('awaitChange', { seconds: 20 })).toMatchObject({ outcome: 'notHeld' })
    const closed = small.close()
    expect(await response()).toMatchObject({ outcome: 'notHeld' })
    await closed
  })

  it('is not held where no notification arrives', async () => {
    const deaf = await startInProcess()
    const { token } = await deaf.addUser({ username: 'deaf' })
    expect(await callOf(deaf, token)('awaitChange', { seconds: 20 })).toMatchObject({ outcome: 'notHeld' })
    await deaf.close()
  })
})
