// Find User finds only users of the viewer's owner, by any part of their names. Also the groups with their permissions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import type { ListedUser } from '#contract/users.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

describe('user search', () => {
  let server: UsersServer
  let helper: Awaited<ReturnType<UsersServer['addUser']>>
  beforeAll(async () => {
    server = await startUsersServer()
    await server.save({ username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'o.tan@example.test' })
    await server.save({ username: 'Amir_1', firstname: 'Amir', lastname: 'O’Rahman', email: 'amir@example.test' })
    await server.addUser({ username: 'olive-other-owner', ownerId: harbour.ownerId })
    await server.addUser({ username: 'zoe', locked: true, secondFactor: 'email' })
    await server.addUser({ username: 'zed', secondFactor: 'app' })
    helper = await server.addUser({ username: 'helper', permissions: ['User.write', 'User.settings', 'Batch.load'] })
  })
  afterAll(() => server.close())

  const find = async (keyword: string): Promise<readonly ListedUser[]> =>
    (await server.call('searchUser', { keyword }))['users'] as ListedUser[]
  const findNames = async (keyword: string) => (await find(keyword)).map(({ userName }) => userName)

  const allUsers = ['admin', 'Amir_1', 'helper', 'olive', 'zed', 'zoe']
  it.each([
    ['', allUsers],
    ['   ', allUsers],
    ['OLI', ['olive']],
    ['tan', ['olive']],
    ['o.tan@', ['olive']],
    ['tan olive', ['olive']],
    ['rahman', ['Amir_1']],
    ['_', ['Amir_1']],
    ['%', []],
    ["'; --", []],
    ['tan amir', []],
  ])('%j finds %j', async (keyword, expected) => {
    expect(await findNames(keyword)).toEqual(expected)
  })

  it('shows what administrators need to know about each user', async () => {
    const [olive] = await find('olive')
    expect(olive).toMatchObject({
      userName: 'olive',
      firstName: 'Olive',
      lastName: 'Tan',
      email: 'o.tan@example.test',
      lastLogin: null,
      isLocked: false,
      isActivated: false,
      secondFactor: 'none',
      isEnrolled: false,
    })
    await server.logIn('zed')
    const [zed, zoe] = await find('z')
    expect(zoe).toMatchObject({ isLocked: true, isActivated: true, secondFactor: 'email', isEnrolled: true })
    expect(zed).toMatchObject({ isLocked: false, secondFactor: 'app', isEnrolled: false })
    expect((await server.logIn('admin')).resultCode).toBe('0')
    expect((await find('admin'))[0]?.lastLogin).toBe(new Date(server.clock.now).toISOString())
  })

  it('returns at most 1,000 users, and reports whether there are more', async () => {
    const separateServer = await startUsersServer()
    try {
      const groupId = Number(await separateServer.addGroup([]))
      const manyUsers = Array.from({ length: 1000 }, (_, n) => ({
        owner_id: 3,
        username: `u${n}`,
        firstname: '',
        lastname: '',
        email: `u${n}@example.test`,
        group_id: groupId,
        draft_key: Buffer.from('k'),
        created_at: new Date(),
      }))
      await separateServer.server.db.insertInto('user_account').values(manyUsers).execute()
      const response = await separateServer.call('searchUser', { keyword: '' })
      expect([(response['users'] as unknown[]).length, response['truncated']]).toEqual([1000, true])
      expect((await separateServer.call('searchUser', { keyword: 'u99' }))['truncated']).toBeUndefined()
    } finally {
      await separateServer.close()
    }
  })

  it('returns the groups of the owner only, and which of them can be assigned', async () => {
    await server.addGroup(['Batch.load'], harbour.ownerId)
    const grantable = await server.addGroup(['Batch.load', 'No.such', 'User.settings'])
    const groupWithMore = await server.addGroup(['Batch.approve'])
    const response = await server.call('AllUserGroups', { ownerId: 3 }, helper)
    const groups = response['userGroups'] as { GROUPID: string; PERMISSIONS: string[]; GRANTABLE: boolean }[]
    const storedGroups = await server.server.db
      .selectFrom('user_group')
      .select('id')
      .where('owner_id', '=', 3)
      .execute()
    expect(groups.map(({ GROUPID }) => GROUPID).sort()).toEqual(storedGroups.map(({ id }) => String(id)).sort())
    const byId = (id: string) => groups.find(({ GROUPID }) => GROUPID === id)
    expect(byId(grantable)).toMatchObject({ PERMISSIONS: ['User.settings', 'Batch.load'], GRANTABLE: true })
    expect(byId(groupWithMore)).toMatchObject({ GRANTABLE: false })
    expect((await server.call('AllUserGroups', { ownerId: harbour.ownerId })).resultCode).toBe('-20404')
  })
})
