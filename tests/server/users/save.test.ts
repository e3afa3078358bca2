// saveUser (docs/rules/users.md, "User form") invites a new user or changes a user. If a value is invalid, the error
// names its field, and nothing is saved.
import { permissions } from '#domain/access/permissions.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

const PASSWORD = 'Windy-Harbor-43'

describe('saving a user', () => {
  let server: UsersServer
  beforeAll(async () => {
    server = await startUsersServer()
  })
  afterAll(() => server.close())

  const auditEntriesOf = (id: unknown) =>
    server.server.db
      .selectFrom('audit_event')
      .select(['method', 'user_id', 'result_code'])
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
  /** A user who has signed in once. */
  const addActiveUser = (
    name = `user-${randomUUID().slice(0, 8)}`,
    grantedPermissions: readonly string[] = ['Batch.load'],
  ) => server.addUser({ username: name, permissions: grantedPermissions as never })
  const valuesOf = async (id: number | string) => {
    const { username, firstname, lastname, email, group_id } = await server.readUser(id)
    return { userId: String(id), username, firstname, lastname, email, groupId: String(group_id), isNew: false }
  }

  it('adds a user, who chooses a password by the mailed link and signs in', async () => {
    const response = await server.save({
      username: '  Dora.Lee ',
      email: 'dora@example.test',
      firstname: ' Dora  Mae ',
    })
    expect(response).toMatchObject({ resultCode: '0', resultText: 'The user has been created!' })
    const id = String(response['userId'])
    expect(await server.readUser(id)).toMatchObject({
      username: 'Dora.Lee',
      firstname: 'Dora Mae',
      owner_id: 3,
      password_hash: null,
      activated_at: null,
    })
    expect(await auditEntriesOf(id)).toEqual([{ method: 'saveUser', user_id: server.admin.id, result_code: '0' }])
    const { uuid, text } = await server.mail('dora@example.test')
    expect(text).toContain('Dora.Lee')
    const passwordParams = {
      requestId: randomUUID(),
      userId: id,
      ownerId: 3,
      userUUID: uuid,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      reset: false,
    }
    expect((await server.request('savePassword', passwordParams)).resultCode).toBe('0')
    expect((await server.request('activateUser', { requestId: randomUUID(), user: id, token: uuid })).resultCode).toBe(
      '0',
    )
    expect((await server.logIn('dora.lee', { password: PASSWORD })).resultCode).toBe('0')
  })

  it('adds a user once, however often the same request is sent', async () => {
    const requestId = randomUUID()
    const user = {
      username: 'once',
      firstname: '',
      lastname: '',
      email: 'once@example.test',
      ownerId: 3,
      groupId: await server.addGroup([]),
      isNew: true,
    }
    const first = await server.call('saveUser', { requestId, user })
    expect(await server.call('saveUser', { requestId, user })).toEqual(first)
    await server.waitForJobs()
    expect(await server.mailCount('once@example.test')).toBe(1)
  })

  const usernameRule = 'Use letters A to Z, digits and . _ - @ + without spaces'
  const emailRule = 'Enter an email address like name@company.com'
  const cardNumberRule = 'Remove the card number: names are shown and exported as written'
  const hiddenCharactersRule = (name: string) => `The ${name} name contains hidden characters. Type it again`
  it.each([
    ['no username', { username: ' ' }, 'username', 'Enter a username'],
    ['a username of 101 characters', { username: 'a'.repeat(101) }, undefined, undefined],
    ['a space in the username', { username: 'dora lee' }, 'username', usernameRule],
    ['a letter that looks like another', { username: 'аda' }, 'username', usernameRule],
    ['a card number as username', { username: '4111111111111111' }, 'username', cardNumberRule],
    ['no email', { email: '' }, 'email', 'Enter an email address'],
    ['no address', { email: 'dora' }, 'email', emailRule],
    ['an address without a domain', { email: 'dora@localhost' }, 'email', emailRule],
    ['two addresses', { email: 'a@b.test,c@d.test' }, 'email', emailRule],
    ['a line end in the address', { email: 'a@b.test\nBcc: c@d.test' }, 'email', emailRule],
    ['a line end in a name', { firstname: 'Dora\nLee' }, 'firstname', hiddenCharactersRule('first')],
    ['a mark that reverses the direction', { lastname: '\u202eeeL' }, 'lastname', hiddenCharactersRule('last')],
    ['a name of 101 characters', { lastname: 'a'.repeat(101) }, undefined, undefined],
  ])('rejects %s, with the error at its field', async (_, values, field, message) => {
    const before = await countUsers(server)
    const response = await server.save(values)
    expect(response.resultCode).toBe('-20400')
    if (field) expect(response).toMatchObject({ resultText: message, errors: [{ path: `user.${field}`, message }] })
    expect(await countUsers(server)).toBe(before)
  })

  it('accepts names in any script, and names that spreadsheets would run as formulas', async () => {
    const response = await server.save({ firstname: '=1+1', lastname: '陳小姐 Ōé' })
    expect(await server.readUser(String(response['userId']))).toMatchObject({
      firstname: '=1+1',
      lastname: '陳小姐 Ōé',
    })
  })

  it('reports all errors together', async () => {
    const { errors } = await server.save({ username: '', email: 'x' })
    expect(errors?.map(({ path }) => path)).toEqual(['user.username', 'user.email'])
  })

  it.each(['TAKEN', 'taken', 'Taken'])('allows a username and an address only once, in any case: %s', async (name) => {
    await server.save({ username: 'taken', email: 'taken@example.test' })
    const response = await server.save({ username: name, email: `${name}@Example.test` })
    expect(response).toMatchObject({
      resultCode: '-20409',
      resultText: 'This username is taken. Enter another one',
      errors: [
        { path: 'user.username', message: 'This username is taken. Enter another one' },
        { path: 'user.email', message: 'Another user has this email address. Enter another one' },
      ],
    })
    const other = await addActiveUser()
    expect(
      (await server.call('saveUser', { user: { ...(await valuesOf(other.id)), ownerId: 3, username: name } }))
        .resultCode,
    ).toBe('-20409')
  })

  it('gives a name to only one of several concurrent requests', async () => {
    const responses = await Promise.all(
      ['twin', 'Twin', 'TWIN'].map((username, index) => server.save({ username, email: `twin-${index}@example.test` })),
    )
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '-20409', '0'])
  })

  it('accepts the name and address of a deleted user, and treats the two as different users', async () => {
    const first = String((await server.save({ username: 'again', email: 'again@example.test' }))['userId'])
    await server.call('deleteUser', { deleteUserID: first })
    const second = await server.save({ username: 'again', email: 'again@example.test' })
    expect(second.resultCode).toBe('0')
    expect(second['userId']).not.toBe(first)
  })

  it('changes a user, and permissions apply from the next call', async () => {
    const user = await addActiveUser()
    expect((await server.request('myBatches', { token: user.token })).resultCode).toBe('0')
    const groupId = await server.addGroup(['User.settings'])
    const values = { ...(await valuesOf(user.id)), firstname: 'New', groupId, ownerId: 3 }
    expect(await server.call('saveUser', { user: values })).toMatchObject({
      resultCode: '0',
      resultText: 'User saved successfully',
      userId: String(user.id),
    })
    expect((await server.request('myBatches', { token: user.token })).resultCode).toBe('-20403')
    expect(await server.call('userInfo', { id: String(user.id) })).toMatchObject({
      user: { firstname: 'New' },
      permissions: { User: ['settings'] },
      groupId,
    })
  })

  it('informs both addresses of a change, and invalidates earlier mails', async () => {
    const user = await addActiveUser('mover')
    await server.request('rememberPassword', { account: 'mover', ownerId: 3 })
    const { uuid } = await server.mail('mover@example.test')
    const values = { ...(await valuesOf(user.id)), email: 'moved@example.test', ownerId: 3 }
    expect((await server.call('saveUser', { user: values })).resultCode).toBe('0')
    expect((await server.mail('mover@example.test', 2)).text).toContain('moved@example.test')
    expect((await server.mail('moved@example.test')).subject).toContain('Your email address was changed')
    const info = await server.request('getResetPasswordInfo', { userUUID: uuid })
    expect(JSON.stringify(info)).toContain('\\"ISVALID\\":false')
  })

  it('sends a new activation mail to the new address of a user who is not active, and the old link no longer works', async () => {
    const id = String((await server.save({ username: 'late', email: 'late@example.test' }))['userId'])
    const { uuid } = await server.mail('late@example.test')
    await server.call('saveUser', { user: { ...(await valuesOf(id)), email: 'later@example.test', ownerId: 3 } })
    const mails = await Promise.all([1, 2].map((n) => server.mail('later@example.test', n)))
    const newUuid = mails.find(({ link }) => link.endsWith('/activate'))?.uuid
    const info = async (userUUID: unknown) => JSON.stringify(await server.request('getActivationInfo', { userUUID }))
    expect(await info(uuid)).toContain('\\"ISVALID\\":false')
    expect(await info(newUuid)).toContain('\\"ISVALID\\":true')
  })

  it('does not let administrators grant permissions they do not have', async () => {
    const helper = await addActiveUser('helper', ['User.write', 'Batch.load'])
    const groupWithMore = await server.addGroup(['Batch.load', 'Batch.approve'])
    const message = 'This group has permissions you do not have. Ask someone who has them'
    expect(await server.save({ groupId: groupWithMore }, helper)).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'user.groupId', message }],
    })
    const user = await addActiveUser()
    const movedUser = { ...(await valuesOf(user.id)), ownerId: 3, groupId: groupWithMore }
    expect((await server.call('saveUser', { user: movedUser }, helper)).resultCode).toBe('-20409')
  })

  it('does not let administrators change users with more permissions', async () => {
    const helper = await addActiveUser('mailer', ['User.write'])
    const weakerGroup = await server.addGroup(['User.write'])
    const before = await server.readUser(server.admin.id)
    const current = { ...(await valuesOf(server.admin.id)), ownerId: 3 }
    for (const change of [
      { email: 'mine@example.test' },
      { username: 'other' },
      { firstname: 'O' },
      { lastname: 'O' },
      { groupId: weakerGroup },
    ])
      expect(await server.call('saveUser', { user: { ...current, ...change } }, helper)).toMatchObject({
        resultCode: '-20409',
        resultText: 'This user has permissions you do not have. Ask someone who has them',
        errors: [{ path: `user.${Object.keys(change).join()}` }],
      })
    expect(await server.readUser(server.admin.id)).toEqual(before)
    // A user with the same permissions can change this administrator.
    const equal = await addActiveUser('equal', permissions)
    expect((await server.call('saveUser', { user: { ...current, lastname: 'Equal' } }, equal)).resultCode).toBe('0')
  })

  it('does not let users change their own group', async () => {
    const values = { ...(await valuesOf(server.admin.id)), ownerId: 3 }
    expect(
      await server.call('saveUser', { user: { ...values, groupId: await server.addGroup(['User.write']) } }),
    ).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'user.groupId', message: 'You cannot change your own group' }],
    })
    expect((await server.call('saveUser', { user: { ...values, firstname: 'Ada' } })).resultCode).toBe('0')
  })

  it('validates only changed values, so that imported users can be saved', async () => {
    const user = await addActiveUser('Ünal Öz')
    const values = { ...(await valuesOf(user.id)), ownerId: 3 }
    expect((await server.call('saveUser', { user: { ...values, lastname: 'Öz' } })).resultCode).toBe('0')
    expect((await server.call('saveUser', { user: { ...values, username: 'Ünal Ö' } })).resultCode).toBe('-20400')
  })

  it('finds no ids, groups or users of another owner', async () => {
    expect((await server.save({ ownerId: harbour.ownerId })).resultCode).toBe('-20404')
    expect((await server.save({ groupId: await server.addGroup([], harbour.ownerId) })).resultCode).toBe('-20404')
    expect((await server.save({ groupId: '999999' })).resultCode).toBe('-20404')
    const otherOwnersUser = await server.addUser({ username: 'other-owner', ownerId: harbour.ownerId })
    const values = { ...(await valuesOf(otherOwnersUser.id)), ownerId: 3 }
    expect(await server.call('saveUser', { user: values })).toMatchObject({
      resultCode: '-20404',
      resultText: 'There is no such user',
    })
    expect((await server.call('userInfo', { id: String(otherOwnersUser.id) })).resultCode).toBe('-20404')
    // Names are unique per owner.
    expect((await server.save({ username: 'other-owner', email: 'other-owner@example.test' })).resultCode).toBe('0')
  })

  it('reports that a user was deleted in the meantime, and audits the attempt', async () => {
    const user = await addActiveUser()
    const values = { ...(await valuesOf(user.id)), ownerId: 3 }
    await server.call('deleteUser', { deleteUserID: String(user.id) })
    expect(await server.call('saveUser', { user: values })).toMatchObject({
      resultCode: '-20404',
      resultText: 'There is no such user',
    })
    expect((await auditEntriesOf(user.id)).at(-1)).toMatchObject({ method: 'saveUser', result_code: '-20404' })
  })

  it.each([
    ['a new user with an id', { isNew: true, userId: '1' }],
    ['an existing user without an id', { isNew: false }],
    ['an unknown key', { admin: true }],
    ['a group that is not an id', { groupId: '0' }],
    ['a number for a name', { username: 5 }],
  ])('rejects %s', async (_, values) => {
    expect((await server.save(values)).resultCode).toBe('-20400')
  })
})

const countUsers = async (server: UsersServer) =>
  (await server.server.db.selectFrom('user_account').select('id').execute()).length
