// Delete, lock, unlock, send a new activation mail, reset the second factor (docs/rules/users.md, "Actions"): the
// effects and rejections of each action.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { permissions } from '#domain/access/permissions.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

describe('actions on a user', () => {
  let server: UsersServer
  beforeAll(async () => {
    server = await startUsersServer()
  })
  afterAll(() => server.close())

  const newName = () => `user-${randomUUID().slice(0, 8)}`
  const updateUser = (id: number) => server.server.db.updateTable('user_account').where('id', '=', id)
  const auditedCodes = async (id: number, method: string) =>
    (
      await server.server.db
        .selectFrom('audit_event')
        .select('result_code')
        .where('subject_id', '=', String(id))
        .where('method', '=', method)
        .orderBy('id')
        .execute()
    ).map((row) => row.result_code)

  const actions = [
    ['deleteUser', (id: unknown) => ({ deleteUserID: id })],
    ['lockUser', (id: unknown) => ({ lockUserID: id })],
    ['unlockUser', (id: unknown) => ({ unlockUserID: id })],
    ['resendActivation', (id: unknown) => ({ resendActivationUserID: id })],
    ['reset2FAEnrolment', (id: unknown) => ({ reset2FAUserID: id, reset2FAOwnerID: 3 })],
  ] as const

  it.each(actions)(
    '%s finds no user of another owner, no deleted user, and no unknown user',
    async (method, params) => {
      const otherOwnersUser = await server.addUser({
        username: newName(),
        ownerId: harbour.ownerId,
        secondFactor: 'email',
        locked: true,
      })
      const deleted = await server.addUser({ username: newName(), secondFactor: 'email', locked: true })
      await updateUser(deleted.id).set({ deleted_at: new Date() }).execute()
      for (const id of [otherOwnersUser.id, deleted.id, 999_999, '999999999999999999'])
        expect(await server.call(method, params(String(id)))).toMatchObject({
          resultCode: '-20404',
          resultText: 'There is no such user',
        })
      expect((await server.call(method, params('0'))).resultCode).toBe('-20400')
      expect(await auditedCodes(deleted.id, method)).toEqual(['-20404'])
    },
  )

  it('deletes a user: the session ends, and the name cannot be used to sign in', async () => {
    const user = await server.addUser({ username: newName() })
    const response = await server.call('deleteUser', { deleteUserID: String(user.id) })
    expect(response).toMatchObject({ resultCode: '0', resultText: 'User successfully removed' })
    expect((await server.request('userInfo', { token: user.token })).resultCode).toBe('-20012')
    expect((await server.logIn(user.username)).resultCode).toBe('-20001')
    expect((await server.call('searchUser', { keyword: user.username }))['users']).toEqual([])
    expect(await auditedCodes(user.id, 'deleteUser')).toEqual(['0'])
  })

  it('does not let users delete themselves', async () => {
    const response = await server.call('deleteUser', { deleteUserID: String(server.admin.id) })
    expect(response).toMatchObject({ resultCode: '-20409', resultText: 'You cannot delete your own account' })
  })

  it('leaves one administrator when two administrators delete each other', async () => {
    const separateServer = await startUsersServer()
    try {
      const other = await separateServer.addUser({ username: 'other', permissions })
      // Neither of these two can sign in, so neither counts as an administrator.
      await separateServer.addUser({ username: 'locked', permissions, locked: true })
      await separateServer.addUser({ username: 'invited', permissions, notActivated: true })
      const responses = await Promise.all([
        separateServer.call('deleteUser', { deleteUserID: String(other.id) }),
        separateServer.call('deleteUser', { deleteUserID: String(separateServer.admin.id) }, other),
      ])
      const successes = responses.filter(({ resultCode }) => resultCode === '0')
      expect(successes).toHaveLength(1)
      const remainingUsers = await separateServer.server.db
        .selectFrom('user_account')
        .select('id')
        .where('id', 'in', [other.id, separateServer.admin.id])
        .where('deleted_at', 'is', null)
        .execute()
      expect(remainingUsers).toHaveLength(1)
    } finally {
      await separateServer.close()
    }
  })

  it('rejects deleting the last administrator or moving them to another group, checked inside the lock', async () => {
    const separateServer = await startUsersServer({}, 12)
    try {
      const last = await separateServer.addUser({ username: 'last', permissions })
      const groupId = await separateServer.addGroup(['Batch.load'])
      const { username, firstname, lastname, email } = await separateServer.readUser(last.id)
      const move = {
        userId: String(last.id),
        username,
        firstname,
        lastname,
        email,
        ownerId: 3,
        groupId,
        isNew: false,
      }
      const waitingCalls = await separateServer.server.db.transaction().execute(async (trx) => {
        await trx.selectFrom('owner').select('id').where('id', '=', 3).forNoKeyUpdate().execute()
        const calls = [
          separateServer.call('deleteUser', { deleteUserID: String(last.id) }),
          separateServer.call('saveUser', { user: move }),
        ]
        // On another connection, since pg_stat_activity does not change within a transaction.
        const waitingSessions = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
        await expect
          .poll(async () => (await waitingSessions.execute(separateServer.server.db)).rows.length)
          .toBeGreaterThanOrEqual(2)
        await trx
          .updateTable('user_account')
          .set({ deleted_at: new Date() })
          .where('id', '=', separateServer.admin.id)
          .execute()
        return calls
      })
      for (const response of await Promise.all(waitingCalls))
        expect(response).toMatchObject({
          resultCode: '-20409',
          resultText: 'No one else can manage users. Give another active user a group that can manage users first',
        })
    } finally {
      await separateServer.close()
    }
  })

  it('locks a user until an administrator unlocks them: sessions end, sign-in fails, and the trail has the reason', async () => {
    const user = await server.addUser({ username: newName() })
    const lock = (params: object = {}) => server.call('lockUser', { lockUserID: String(user.id), ...params })
    expect((await lock({ reason: 'Paid with 4111 1111 1111 1111' })).resultCode).toBe('-20400')
    expect((await server.request('userInfo', { token: user.token })).resultCode).toBe('0')
    expect(await lock({ reason: ' Lost laptop ' })).toMatchObject({
      resultCode: '0',
      resultText: 'User successfully locked',
    })
    expect((await server.request('userInfo', { token: user.token })).resultCode).toBe('-20012')
    expect(await server.logIn(user.username)).toMatchObject({
      resultCode: '-20032',
      resultText: 'Your account is locked. Ask an administrator to unlock it',
    })
    expect(await server.logIn(user.username, { password: 'Wrong-Horse-7' })).toMatchObject({
      resultCode: '-20001',
      resultText: 'Wrong username or password',
    })
    const { changes } = await server.server.db
      .selectFrom('audit_event')
      .select('changes')
      .where('subject_id', '=', String(user.id))
      .where('result_code', '=', '0')
      .executeTakeFirstOrThrow()
    expect(changes).toEqual([
      { field: 'locked', before: false, after: true },
      { field: 'reason', after: 'Lost laptop' },
    ])
    expect(await lock()).toMatchObject({ resultCode: '-20409', resultText: 'This user is locked already' })
    expect(await server.call('lockUser', { lockUserID: String(server.admin.id) })).toMatchObject({
      resultCode: '-20409',
      resultText: 'You cannot lock your own account',
    })
  })

  it('unlocks users who were locked by an administrator or by wrong passwords, and rejects users who are not locked', async () => {
    const byAdmin = await server.addUser({ username: newName(), locked: true })
    const byPasswords = await server.addUser({ username: newName() })
    for (let attempt = 0; attempt < 10; attempt++)
      await server.logIn(byPasswords.username, { password: 'Wrong-Horse-7' })
    expect((await server.logIn(byPasswords.username)).resultCode).toBe('-20032')
    for (const user of [byAdmin, byPasswords]) {
      const response = await server.call('unlockUser', { unlockUserID: String(user.id) })
      expect(response).toMatchObject({ resultCode: '0', resultText: 'User successfully unlocked' })
      expect((await server.logIn(user.username)).resultCode).toBe('0')
    }
    const repeated = await server.call('unlockUser', { unlockUserID: String(byAdmin.id) })
    expect(repeated).toMatchObject({ resultCode: '-20409', resultText: 'This user is not locked' })
    // An expired lock does not count.
    await updateUser(byAdmin.id)
      .set({ locked_until: new Date(server.clock.now - 1) })
      .execute()
    expect((await server.call('unlockUser', { unlockUserID: String(byAdmin.id) })).resultCode).toBe('-20409')
  })

  it('does not let locked users unlock themselves in a session that is still open', async () => {
    const other = await server.addUser({ username: newName(), permissions })
    await updateUser(other.id)
      .set({ locked_until: new Date(server.clock.now + 60_000) })
      .execute()
    expect((await server.call('unlockUser', { unlockUserID: String(other.id) }, other)).resultCode).toBe('-20409')
  })

  it('sends a new activation mail only to a user who is not active; the earlier link no longer works', async () => {
    const id = String((await server.save({ username: 'newcomer', email: 'newcomer@example.test' }))['userId'])
    const { uuid } = await server.mail('newcomer@example.test')
    const response = await server.call('resendActivation', { resendActivationUserID: id })
    expect(response).toMatchObject({ resultCode: '0', resultText: 'Activation email successfully sent' })
    const newUuid = (await server.mail('newcomer@example.test', 2)).uuid
    expect(newUuid).not.toBe(uuid)
    const info = async (userUUID: string) => JSON.stringify(await server.request('getActivationInfo', { userUUID }))
    expect(await info(uuid)).toContain('\\"ISVALID\\":false')
    expect(await info(newUuid)).toContain('\\"ISVALID\\":true')
    const active = await server.call('resendActivation', { resendActivationUserID: String(server.admin.id) })
    expect(active).toMatchObject({
      resultCode: '-20409',
      resultText: 'This user has already activated the account',
    })
  })

  it('resets an authenticator app: sessions end, a new app must be set up, and a mail informs the user', async () => {
    const user = await server.addUser({ username: newName(), secondFactor: 'app' })
    await updateUser(user.id)
      .set({ second_factor_enrolled_at: new Date(), second_factor_secret: Buffer.from('secret') })
      .execute()
    await server.server.db
      .insertInto('recovery_code')
      .values({ user_id: user.id, code_hash: Buffer.from('x'), used_at: null })
      .execute()
    await addPasskey(user.id)
    expect((await server.logIn(user.username)).resultCode).toBe('-20150')
    const response = await server.call('reset2FAEnrolment', { reset2FAUserID: String(user.id), reset2FAOwnerID: 3 })
    expect(response).toMatchObject({ resultCode: '0', resultText: 'OTP successfully reset' })
    expect((await server.request('userInfo', { token: user.token })).resultCode).toBe('-20012')
    expect((await server.logIn(user.username)).resultCode).toBe('-20031')
    for (const table of ['recovery_code', 'passkey'] as const)
      expect(await server.server.db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()).toEqual([])
    const mail = await server.mail(`${user.username}@example.test`)
    expect(mail.subject).toContain('Two-factor authentication was reset')
    expect(mail.text).toContain('set up an authenticator app')
  })

  it('never leaves a user with only a password after a reset of the second factor', async () => {
    const byMail = await server.addUser({ username: newName(), secondFactor: 'email' })
    const byPasskey = await server.addUser({ username: newName() })
    await addPasskey(byPasskey.id)
    for (const user of [byMail, byPasskey]) {
      expect(
        (await server.call('reset2FAEnrolment', { reset2FAUserID: String(user.id), reset2FAOwnerID: 3 })).resultCode,
      ).toBe('0')
      const next = await server.logIn(user.username)
      expect(next).toMatchObject({ resultCode: '-20150', factor: 'email' })
      expect(next['passkey']).toBeUndefined()
    }
  })

  it.each([
    ['the user has no second factor', {}, 'This user logs in with only a password'],
    [
      'the second factor is not set up',
      { secondFactor: 'app' as const },
      'Two-factor authentication is not set up yet',
    ],
  ])('rejects a reset if %s', async (_, factor, resultText) => {
    const user = await server.addUser({ username: newName(), ...factor })
    const response = await server.call('reset2FAEnrolment', { reset2FAUserID: String(user.id), reset2FAOwnerID: 3 })
    expect(response).toMatchObject({ resultCode: '-20409', resultText })
  })

  it('rejects deleting, locking, unlocking, mailing or resetting users with more permissions, and marks them in the list', async () => {
    const helper = await server.addUser({ username: newName(), permissions: ['User.write', 'Batch.load'] })
    const stronger = await server.addUser({
      username: newName(),
      permissions: ['Batch.approve'],
      locked: true,
      secondFactor: 'email',
    })
    const invited = await server.addUser({ username: newName(), permissions: ['Batch.approve'], notActivated: true })
    const weaker = await server.addUser({ username: newName(), permissions: ['Batch.load'], locked: true })
    for (const [method, params] of [
      ['deleteUser', { deleteUserID: String(stronger.id) }],
      ['lockUser', { lockUserID: String(invited.id) }],
      ['unlockUser', { unlockUserID: String(stronger.id) }],
      ['resendActivation', { resendActivationUserID: String(invited.id) }],
      ['reset2FAEnrolment', { reset2FAUserID: String(stronger.id), reset2FAOwnerID: 3 }],
    ] as const)
      expect([method, await server.call(method, params, helper)]).toEqual([
        method,
        {
          resultCode: '-20409',
          resultText: 'This user has permissions you do not have. Ask someone who has them',
        },
      ])
    expect((await server.call('unlockUser', { unlockUserID: String(weaker.id) }, helper)).resultCode).toBe('0')
    expect((await server.call('deleteUser', { deleteUserID: String(weaker.id) }, helper)).resultCode).toBe('0')
    const readMark = async (by: typeof helper | undefined, name: string) =>
      ((await server.call('searchUser', { keyword: name }, by))['users'] as { mayMore?: boolean }[])[0]?.mayMore
    expect([await readMark(helper, stronger.username), await readMark(undefined, stronger.username)]).toEqual([
      true,
      undefined,
    ])
  })

  it('rejects resetting the second factor of the user’s own account, of users with more permissions or of another owner', async () => {
    const reset = (id: number, by = server.admin, owner = 3) =>
      server.call('reset2FAEnrolment', { reset2FAUserID: String(id), reset2FAOwnerID: owner }, by)
    const strong = await server.addUser({ username: newName(), permissions, secondFactor: 'email' })
    const helper = await server.addUser({ username: newName(), permissions: ['User.write'], secondFactor: 'email' })
    expect((await reset(strong.id, strong)).resultCode).toBe('-20409')
    expect(await reset(strong.id, helper)).toMatchObject({
      resultCode: '-20409',
      resultText: 'This user has permissions you do not have. Ask someone who has them',
    })
    expect((await reset(helper.id, server.admin, harbour.ownerId)).resultCode).toBe('-20404')
    expect((await server.request('userInfo', { token: strong.token })).resultCode).toBe('0')
  })

  const addPasskey = (userId: number) =>
    server.server.db
      .insertInto('passkey')
      .values({
        user_id: userId,
        credential_id: randomUUID(),
        public_key: Buffer.from('k'),
        sign_count: 0,
        transports: [],
        name: 'Laptop',
        created_at: new Date(),
        last_used_at: null,
      })
      .execute()
})
