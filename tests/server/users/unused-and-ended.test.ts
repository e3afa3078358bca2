// Users whose access ends on a day, users who are locked because they were not here for 90 days, and the access review,
// which lists both.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewedUser } from '#contract/users.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { lockUnused } from '#server/users/lock-unused.ts'
import { runOnOpenDatabase } from '#tests/support/programme.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

let server: UsersServer
beforeAll(async () => {
  server = await startUsersServer()
})
afterAll(() => server.close())

let names = 0
const newName = () => `user-${(names += 1)}`
/** The administrator with a new session, because the clock moves. */
const admin = async () => ({ ...server.admin, token: String((await server.logIn('admin'))['token']) })
const asAdmin = async (method: string, params: object) => server.call(method, params, await admin())

async function userOf(id: number, change: object = {}) {
  const { username, firstname, lastname, email, group_id: groupId } = await server.readUser(id)
  return {
    userId: String(id),
    username,
    firstname,
    lastname,
    email,
    groupId: String(groupId),
    ownerId: 3,
    isNew: false,
    ...change,
  }
}
const save = async (id: number, change: object) => asAdmin('saveUser', { user: await userOf(id, change) })
const reviewed = async (id: number) => {
  const { users } = (await asAdmin('accessReview', {})) as unknown as { users: ReviewedUser[] }
  return users.find(({ userID }) => userID === String(id))
}

describe('a user with a last day', () => {
  it('has access until the end of the day in the time zone of the client', async () => {
    const { id, username } = await server.addUser({ username: newName(), permissions: ['User.settings', 'Batch.load'] })
    expect(await save(id, { lastDay: '2099-06-30' })).toMatchObject({ resultCode: '0' })
    expect(await asAdmin('userInfo', { id: String(id) })).toMatchObject({ lastDay: '2099-06-30' })
    // Singapore's midnight.
    server.clock.now = Date.parse('2099-06-30T15:59:00Z')
    const { token } = await server.logIn(username)
    expect(token).toBeTypeOf('string')
    // The page warns before the end.
    expect(await server.request('sessionState', { token })).toMatchObject({ secondsLeft: 60, endsBy: 'limit' })
    server.clock.now += 60_000
    expect(await server.request('userInfo', { token })).toMatchObject({ resultCode: '-20012' })
    expect(await server.logIn(username)).toMatchObject({
      resultCode: '-20032',
      resultText: 'Your access ended on 30 Jun 2099. Ask an administrator to extend it',
    })
    // Says nothing without the password.
    expect(await server.logIn(username, { password: 'Wrong-River-77' })).toMatchObject({ resultCode: '-20001' })
    expect(await reviewed(id)).toMatchObject({ state: 'ended', lastDay: '2099-06-30' })
    expect(await save(id, { lastDay: null })).toMatchObject({ resultCode: '0' })
    expect((await server.logIn(username)).token).toBeTypeOf('string')
  })

  it('keeps it if it is not in a request, and loses sessions that would outlast it', async () => {
    server.clock.now = Date.parse('2099-08-01T15:00:00Z')
    const { id, username } = await server.addUser({ username: newName(), permissions: ['User.settings'] })
    const { token } = await server.logIn(username)
    expect(await save(id, { lastDay: '2099-08-01' })).toMatchObject({ resultCode: '0' })
    expect(await save(id, { firstname: 'Other' })).toMatchObject({ resultCode: '0' })
    expect(await asAdmin('searchUser', { keyword: username })).toMatchObject({ users: [{ lastDay: '2099-08-01' }] })
    server.clock.now += HOUR_MS
    expect(await server.request('userInfo', { token })).toMatchObject({ resultCode: '-20012' })
  })

  it('has no permission after it, in anything that the server does for the user', async () => {
    const { id } = await server.addUser({ username: newName(), permissions: ['Batch.approve'] })
    const granted = async () => {
      const { rows } = await sql<{ granted: string[] }>`
        SELECT granted_permissions(u.id, g) AS granted FROM user_account u JOIN user_group g ON g.id = u.group_id
        WHERE u.id = ${id}`.execute(server.server.db)
      return rows[0]?.granted
    }
    expect(await granted()).toEqual(['Batch.approve'])
    await sql`UPDATE user_account SET ends_at = '2020-01-01' WHERE id = ${id}`.execute(server.server.db)
    expect(await granted()).toEqual([])
  })

  it.each([
    ['2020-01-01', 'This day is over. Choose today or later'],
    ['2099-02-30', undefined],
    ['tomorrow', undefined],
  ])('is refused on %s', async (lastDay, resultText) => {
    const { id } = await server.addUser({ username: newName() })
    const response = await save(id, { lastDay })
    expect(response.resultCode).not.toBe('0')
    if (resultText !== undefined)
      expect(response).toMatchObject({ resultText, errors: [{ path: 'user.lastDay', message: resultText }] })
    expect(await server.readUser(id)).toMatchObject({ ends_at: null })
  })

  it('is neither the administrator who sets it, nor the last who can manage users', async () => {
    expect(await save(server.admin.id, { lastDay: '2099-12-31' })).toMatchObject({
      resultText: 'You cannot change your own last day',
    })
    const other = await server.addUser({ username: newName(), permissions: ['User.write', 'User.settings'] })
    const asOther = async (change: object) =>
      server.call(
        'saveUser',
        { user: await userOf(server.admin.id, change) },
        {
          ...other,
          token: String((await server.logIn(other.username))['token']),
        },
      )
    // The administrator has more permissions than the other one.
    expect((await asOther({ lastDay: '2099-12-31' })).resultCode).toBe('-20409')
    expect(await save(other.id, { lastDay: '2099-12-31' })).toMatchObject({ resultCode: '0' })
    const run = (...args: string[]) =>
      runOnOpenDatabase({ ...server.server, isDryRun: false }, ['user', 'end', 'admin', ...args])
    // The other one has an end, so no one would be left.
    expect(await run('2099-12-31')).toEqual(['Refused', expect.stringContaining('No one else can manage users')])
    expect(await run('31.12.2099')).toEqual(['Refused', expect.stringContaining('is no day')])
    const command = ['user', 'end', other.username, 'never']
    await runOnOpenDatabase({ ...server.server, isDryRun: false }, command)
    expect(await server.readUser(other.id)).toMatchObject({ ends_at: null })
    expect(await asAdmin('deleteUser', { deleteUserID: String(other.id) })).toMatchObject({ resultCode: '0' })
  })
})

describe('an unused account', () => {
  beforeAll(() => {
    server.clock.now = Date.parse('2099-09-01T00:00:00Z')
  })
  const isLocked = async (id: number) => (await server.readUser(id))['locked_at'] !== null
  const dayLater = async (days: number) => {
    server.clock.now += days * DAY_MS
    await lockUnused(server.server)
  }

  it('is locked after 90 days, a week after a mail, until an administrator unlocks it', async () => {
    const { id, username } = await server.addUser({ username: newName() })
    await server.logIn('admin')
    await dayLater(82)
    await server.waitForJobs()
    expect(await server.mailCount(`${username}@example.test`)).toBe(0)
    await server.logIn('admin')
    await dayLater(1)
    await lockUnused(server.server)
    const mail = await server.mail(`${username}@example.test`)
    expect(mail.text).toContain('has not logged in')
    expect(mail.text).toContain('for 83 days')
    await server.waitForJobs()
    expect(await server.mailCount(`${username}@example.test`)).toBe(1)
    expect(await reviewed(id)).toMatchObject({ state: 'active', lockDay: '2099-11-30' })
    await dayLater(6)
    expect(await isLocked(id)).toBe(false)
    await dayLater(1)
    expect(await isLocked(id)).toBe(true)
    expect(await server.logIn(username)).toMatchObject({
      resultCode: '-20032',
      resultText:
        'Your account is locked because you have not logged in for 90 days. Ask an administrator to unlock it',
    })
    expect(await reviewed(id)).toMatchObject({ state: 'lockedUnused' })
    expect(
      await asAdmin('auditLog', {
        subjectType: 'user',
        subjectId: String(id),
        startDate: '2099-01-01',
        endDate: '2100-12-31',
      }),
    ).toMatchObject({
      entries: [{ method: 'lockUnusedUser' }],
    })
    expect(await asAdmin('unlockUser', { unlockUserID: String(id) })).toMatchObject({ resultCode: '0' })
    // The days count from the unlock.
    await dayLater(82)
    expect(await isLocked(id)).toBe(false)
    expect((await server.logIn(username)).resultCode).toBe('0')
    await server.logIn('admin')
    await dayLater(82)
    expect(await isLocked(id)).toBe(false)
    expect(await server.readUser(id)).toMatchObject({ unused_warned_at: null })
  })

  it('is never that of the last administrator who could unlock the others, but of the one who was here longer ago', async () => {
    const second = await server.addUser({ username: newName(), permissions: ['User.write'] })
    const notActivated = await server.addUser({ username: newName(), notActivated: true })
    server.clock.now += HOUR_MS
    await server.logIn('admin')
    await dayLater(100)
    await dayLater(100)
    await dayLater(100)
    expect(await isLocked(notActivated.id)).toBe(true)
    expect(await isLocked(second.id)).toBe(true)
    expect(await isLocked(server.admin.id)).toBe(false)
    expect((await server.logIn('admin')).resultCode).toBe('0')
  })

  it('is not that of the user for emergencies, nor one whose access has ended', async () => {
    const emergency = await server.addUser({ username: newName() })
    const ended = await server.addUser({ username: newName() })
    await sql`UPDATE user_account SET ends_at = '2020-01-01' WHERE id = ${ended.id}`.execute(server.server.db)
    const settings = { ...server.server.settings, breakGlassUser: emergency.username.toUpperCase() }
    for (const days of [100, 100]) {
      server.clock.now += days * DAY_MS
      await lockUnused({ ...server.server, settings })
    }
    expect(await isLocked(emergency.id)).toBe(false)
    expect(await isLocked(ended.id)).toBe(false)
  })

  it('is not locked by a lock that waits while the user logs in', async () => {
    const { id, username } = await server.addUser({ username: newName() })
    await server.logIn('admin')
    await dayLater(100)
    server.clock.now += 8 * DAY_MS
    await Promise.all([server.logIn(username), lockUnused(server.server)])
    const { locked_at: lockedAt, unused_warned_at: warnedAt } = await server.readUser(id)
    // Whichever was first: never locked after the log-in.
    const hasLoggedIn = warnedAt === null
    expect(lockedAt === null).toBe(hasLoggedIn)
  })
})

describe('the access review', () => {
  it('lists persons and machine users with rights, keys and last use, and is in the trail', async () => {
    await asAdmin('createMachineUser', {
      name: 'payroll',
      scopes: ['Batch.load'],
      campaignIds: [],
      addresses: [],
      callsPerMinute: 60,
      endsOn: new Date(server.clock.now + 30 * DAY_MS).toISOString().slice(0, 10),
    })
    const { id, username } = await server.addUser({
      username: newName(),
      permissions: ['Batch.load', 'User.settings'],
      secondFactor: 'email',
    })
    expect(await reviewed(id)).toEqual({
      userID: String(id),
      kind: 'person',
      userName: username,
      name: 'First Last',
      email: `${username}@example.test`,
      group: `Group of ${username}`,
      permissions: ['User.settings', 'Batch.load'],
      keys: [],
      lastLogin: null,
      lastAct: null,
      secondFactors: ['email'],
      state: 'active',
    })
    expect(await reviewed(server.admin.id)).toMatchObject({
      keys: ['payroll'],
      lastLogin: new Date(server.clock.now).toISOString(),
      lastAct: new Date(server.clock.now).toISOString(),
    })
    const { users } = (await asAdmin('accessReview', {})) as unknown as { users: ReviewedUser[] }
    expect(users.find(({ userName }) => userName === 'payroll')).toMatchObject({
      kind: 'machine',
      group: '',
      permissions: ['Batch.load'],
      lastLogin: null,
      state: 'active',
    })
    const { rows } = await sql<{ user_id: number }>`
      SELECT user_id FROM audit_event WHERE method = 'accessReview' ORDER BY id DESC LIMIT 1`.execute(server.server.db)
    expect(rows).toEqual([{ user_id: server.admin.id }])
  })

  it('is only for those who manage users', async () => {
    const reader = await server.addUser({ username: newName(), permissions: ['Report.read', 'User.settings'] })
    expect(await server.call('accessReview', {}, reader)).toMatchObject({ resultCode: '-20403' })
  })
})
