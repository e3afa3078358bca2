// Limiting users to campaigns: administrators cannot assign campaigns that they cannot use, and the limits of user and
// group combine.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#domain/access/permissions.ts'
import { intersectCampaignLimits } from '#server/operations/scope.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

describe('limits to campaigns', () => {
  let server: UsersServer
  /** Two campaigns of owner 3, one of owner 1. */
  const campaigns = { travel: '', gift: '', other: '' }
  beforeAll(async () => {
    server = await startUsersServer()
    const { db } = server.server
    await db
      .insertInto('programme')
      .values([3, 1].map((owner_id) => ({ owner_id, currency: 'SGD', symbol: 'S$' })))
      .execute()
    for (const [key, owner_id] of [
      ['travel', 3],
      ['gift', 3],
      ['other', 1],
    ] as const) {
      const loadLimits = { load_min_cents: 100, load_max_cents: 1000, voucher_max_cents: 1000 }
      const { id } = await db
        .insertInto('campaign')
        .values({
          owner_id,
          name: key,
          currency: 'SGD',
          symbol: 'S$',
          ica: '1',
          closed_at: null,
          card_prefix: null,
          ...loadLimits,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      campaigns[key] = String(id)
    }
  })
  afterAll(() => server.close())

  /** A user who manages users and is limited to these campaigns. */
  const addLimitedUser = async (ids: readonly string[]) => {
    const person = await server.addUser({ username: `limited-${randomUUID().slice(0, 8)}`, permissions })
    await server.server.db
      .updateTable('user_account')
      .set({ campaign_ids: ids.map(Number) })
      .where('id', '=', person.id)
      .execute()
    return person
  }
  const limitsOf = async (id: unknown) => (await server.readUser(String(id)))['campaign_ids']
  const storedUser = async (id: unknown) => {
    const { username, firstname, lastname, email, group_id } = await server.readUser(String(id))
    return {
      userId: String(id),
      username,
      firstname,
      lastname,
      email,
      ownerId: 3,
      groupId: String(group_id),
      isNew: false,
    }
  }
  const change = async (id: unknown, values: object, by?: UsersServer['admin']) =>
    server.call('saveUser', { user: { ...(await storedUser(id)), ...values } }, by)

  it('are set, shown, unchanged if not mentioned, and removed', async () => {
    const { userId } = await server.save({ campaignIds: [campaigns.gift, campaigns.travel, campaigns.gift] })
    expect(await limitsOf(userId)).toEqual([Number(campaigns.travel), Number(campaigns.gift)])
    const ids = [campaigns.travel, campaigns.gift]
    expect(await server.call('userInfo', { id: userId })).toMatchObject({ campaignIds: ids })
    const { users } = (await server.call('searchUser', {
      keyword: String((await server.readUser(String(userId)))['username']),
    })) as unknown as { users: object[] }
    expect(users).toMatchObject([{ campaignIds: ids }])
    expect((await change(userId, { firstname: 'Mae' })).resultCode).toBe('0')
    expect(await limitsOf(userId)).toHaveLength(2)
    expect((await change(userId, { campaignIds: [] })).resultCode).toBe('0')
    expect(await limitsOf(userId)).toBeNull()
    expect((await server.save())['resultCode']).toBe('0')
  })

  it('accept only existing campaigns of the same owner', async () => {
    for (const id of [campaigns.other, '999999']) {
      const response = await server.save({ campaignIds: [id] })
      expect(response).toMatchObject({
        resultCode: '-20404',
        errors: [{ path: 'user.campaignIds', message: 'There is no such campaign' }],
      })
    }
    // The database rejects another owner's campaign even if the code has an error.
    await expect(
      server.server.db
        .updateTable('user_account')
        .set({ campaign_ids: [Number(campaigns.other)] })
        .where('id', '=', server.admin.id)
        .execute(),
    ).rejects.toThrow('another owner')
  })

  it('cannot be set beyond the limits of the administrator', async () => {
    const by = await addLimitedUser([campaigns.travel])
    const beyondRefusal = {
      resultCode: '-20409',
      errors: [{ path: 'user.campaignIds', message: 'You can give only campaigns that you have yourself' }],
    }
    expect(await server.save({}, by)).toMatchObject(beyondRefusal)
    expect(await server.save({ campaignIds: [campaigns.gift] }, by)).toMatchObject({ resultCode: '-20404' })
    const { userId, resultCode } = await server.save({ campaignIds: [campaigns.travel] }, by)
    expect(resultCode).toBe('0')
    expect(await change(userId, { campaignIds: [] }, by)).toMatchObject(beyondRefusal)
    // Moving a user who was limited by the group to another group is rejected too.
    const limitedGroup = await server.addGroup(['User.settings'])
    await server.server.db
      .updateTable('user_group')
      .set({ campaign_ids: [Number(campaigns.travel)] })
      .where('id', '=', Number(limitedGroup))
      .execute()
    const savedInGroup = await server.save({ groupId: limitedGroup }, by)
    expect(savedInGroup.resultCode).toBe('0')
    expect(
      await change(savedInGroup['userId'], { groupId: await server.addGroup(['User.settings']) }, by),
    ).toMatchObject(beyondRefusal)
  })

  it('protect users with more campaigns from administrators with fewer', async () => {
    const by = await addLimitedUser([campaigns.travel])
    const { userId } = await server.save({ campaignIds: [campaigns.gift] })
    expect(await change(userId, { lastname: 'Ang' }, by)).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'user.lastname' }],
    })
    const email = `${randomUUID()}@example.test`
    expect(await change(userId, { email }, by)).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'user.email' }],
    })
    await server.server.db
      .updateTable('user_account')
      .set({ second_factor: 'email' })
      .where('id', '=', Number(userId))
      .execute()
    const reset = { reset2FAUserID: userId, reset2FAOwnerID: 3 }
    expect((await server.call('reset2FAEnrolment', reset, by)).resultCode).toBe('-20409')
    expect((await server.call('reset2FAEnrolment', reset)).resultCode).toBe('0')
  })

  it('cannot be changed by users for their own account', async () => {
    const by = await addLimitedUser([campaigns.travel])
    for (const campaignIds of [[], [campaigns.gift]])
      expect(await change(by.id, { campaignIds }, by)).toMatchObject({
        resultCode: '-20409',
        resultText: 'You cannot change your own campaigns',
      })
    expect((await change(by.id, { campaignIds: [campaigns.travel], firstname: 'Me' }, by)).resultCode).toBe('0')
  })

  it('must leave at least one campaign together with the group’s limits', async () => {
    const groupId = await server.addGroup(['User.settings'])
    await server.server.db
      .updateTable('user_group')
      .set({ campaign_ids: [Number(campaigns.travel)] })
      .where('id', '=', Number(groupId))
      .execute()
    expect(await server.save({ groupId, campaignIds: [campaigns.gift] })).toMatchObject({
      resultText: 'The group is limited to other campaigns, so the user would have none',
    })
    expect((await server.save({ groupId, campaignIds: [campaigns.gift, campaigns.travel] })).resultCode).toBe('0')
    const { userGroups } = (await server.call('AllUserGroups', { ownerId: 3 })) as unknown as {
      userGroups: { GROUPID: string }[]
    }
    expect(userGroups.find(({ GROUPID }) => GROUPID === groupId)).toMatchObject({ CAMPAIGNIDS: [campaigns.travel] })
  })

  it('of a group are given by an administrator who has the campaigns, or wait for one', async () => {
    const limited = await addLimitedUser([campaigns.travel])
    const saveGroup = (campaignIds: readonly string[]) =>
      server.call(
        'saveGroup',
        { group: { name: `Group ${randomUUID().slice(0, 8)}`, permissions: ['Batch.load'], campaignIds } },
        limited,
      )
    expect(await saveGroup([campaigns.travel])).toMatchObject({ resultCode: '0', isWaiting: false })
    // All campaigns are more than the administrator has.
    expect(await saveGroup([])).toMatchObject({ resultCode: '0', isWaiting: true })
    for (const hidden of [campaigns.gift, campaigns.other])
      expect(await saveGroup([hidden])).toMatchObject({ resultText: 'There is no such campaign' })
  })
})

it.each([
  [null, null, undefined],
  [[1], null, [1]],
  [null, [2, 3], [2, 3]],
  [[1, 2], [2, 3], [2]],
  [[1], [2], []],
] as const)('the limits %j of a user and %j of the group leave %j', (user, group, remaining) => {
  expect(intersectCampaignLimits(user, group)).toEqual(remaining)
})
