// A session whose login is some minutes old needs the password again before it changes how someone logs in.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { password } from '#tests/support/in-process.ts'
import { startUsersServer, type UsersServer } from '../users/users-server.ts'

let server: UsersServer
let target: { readonly id: number; readonly username: string }
let count = 0
beforeAll(async () => {
  server = await startUsersServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  count += 1
  target = await server.addUser({ username: `target-${count}`, permissions: ['User.settings'], secondFactor: 'email' })
})

const read = (method: string, params: object = {}) => server.request(method, { token: server.admin.token, ...params })
const newEmail = async (email = `new-${count}@example.test`) => {
  const row = await server.readUser(target.id)
  const { username, firstname, lastname, group_id: groupId } = row
  const names = { username, firstname, lastname, groupId: String(groupId) }
  return server.save({ ...names, email, userId: String(target.id), isNew: false })
}
const acts = {
  'a new email of a user': () => newEmail(),
  'a reset of the second factor': () =>
    server.call('reset2FAEnrolment', { reset2FAUserID: String(target.id), reset2FAOwnerID: 3 }),
  'the end of another session': async () => {
    const { server: services, database } = server
    await startSession(database.db, services, { id: server.admin.id, username: server.admin.username })
    const { sessions } = (await read('mySessions')) as unknown as {
      readonly sessions: readonly { readonly sessionId: string; readonly isThis: boolean }[]
    }
    return server.call('endMySession', { sessionId: sessions.find(({ isThis }) => !isThis)?.sessionId })
  },
}
const needed = {
  resultCode: '-20409',
  resultText: 'Enter your password again to make this change',
  passwordNeeded: true,
}
const confirm = (entered: string) => read('confirmIdentity', { password: entered })

it.each(Object.keys(acts) as (keyof typeof acts)[])('%s needs a recent password', async (name) => {
  server.clock.now += 6 * MINUTE_MS
  expect(await acts[name]()).toMatchObject(needed)
  expect(await confirm('Wrong-Horse-7')).toMatchObject({ resultCode: '-20001' })
  expect(await acts[name]()).toMatchObject(needed)
  expect((await confirm(password)).resultCode).toBe('0')
  expect((await acts[name]()).resultCode).toBe('0')
})

it('other changes need none', async () => {
  server.clock.now += 6 * MINUTE_MS
  const { email } = await server.readUser(target.id)
  expect((await newEmail(String(email))).resultCode).toBe('0')
  expect((await server.call('lockUser', { lockUserID: String(target.id) })).resultCode).toBe('0')
})
