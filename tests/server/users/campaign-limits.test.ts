// Who limits whom to which campaigns: nobody gives campaigns that they do not have, and the limits of user and group hold together.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#domain/access/permissions.ts'
import { limitsToCampaigns } from '#server/operations/scope.ts'
import { startUsersHost, type UsersHost } from './setup.ts'

describe('limits to campaigns', () => {
  let host: UsersHost
  /** Two of owner 3, one of owner 1. */
  const campaigns = { travel: '', gift: '', other: '' }
  beforeAll(async () => {
    host = await startUsersHost()
    const { db } = host.host
    await db
      .insertInto('programme')
      .values([3, 1].map((owner_id) => ({ owner_id, currency: 'SGD', symbol: 'S$' })))
      .execute()
    for (const [key, owner_id] of [
      ['travel', 3],
      ['gift', 3],
      ['other', 1],
    ] as const) {
      const limits = { load_min_cents: 100, load_max_cents: 1000, voucher_max_cents: 1000 }
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
          ...limits,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      campaigns[key] = String(id)
    }
  })
  afterAll(() => host.close())

  /** Somebody who manages users and is limited. */
  const limited = async (ids: readonly string[]) => {
    const person = await host.addUser({ username: `limited-${randomUUID().slice(0, 8)}`, permissions })
    await host.host.db
      .updateTable('user_account')
      .set({ campaign_ids: ids.map(Number) })
      .where('id', '=', person.id)
      .execute()
    return person
  }
  const limitsOf = async (id: unknown) => (await host.row(String(id)))['campaign_ids']
  const stored = async (id: unknown) => {
    const { username, firstname, lastname, email, group_id } = await host.row(String(id))
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
  const change = async (id: unknown, values: object, by?: UsersHost['admin']) =>
    host.call('saveUser', { user: { ...(await stored(id)), ...values } }, by)

  it('are given, shown, kept when they are not named, and taken away', async () => {
    const { userId } = await host.save({ campaignIds: [campaigns.gift, campaigns.travel, campaigns.gift] })
    expect(await limitsOf(userId)).toEqual([Number(campaigns.travel), Number(campaigns.gift)])
    const ids = [campaigns.travel, campaigns.gift]
    expect(await host.call('userInfo', { id: userId })).toMatchObject({ campaignIds: ids })
    const { users } = (await host.call('searchUser', {
      keyword: String((await host.row(String(userId)))['username']),
    })) as unknown as { users: object[] }
    expect(users).toMatchObject([{ campaignIds: ids }])
    expect((await change(userId, { firstname: 'Mae' })).resultCode).toBe('0')
    expect(await limitsOf(userId)).toHaveLength(2)
    expect((await change(userId, { campaignIds: [] })).resultCode).toBe('0')
    expect(await limitsOf(userId)).toBeNull()
    expect((await host.save())['resultCode']).toBe('0')
  })

  it('are of campaigns that there are, of the own owner', async () => {
    for (const id of [campaigns.other, '999999']) {
      const answer = await host.save({ campaignIds: [id] })
      expect(answer).toMatchObject({
        resultCode: '-20404',
        errors: [{ path: 'user.campaignIds', message: 'There is no such campaign' }],
      })
    }
    // Whatever the code does.
    await expect(
      host.host.db
        .updateTable('user_account')
        .set({ campaign_ids: [Number(campaigns.other)] })
        .where('id', '=', host.admin.id)
        .execute(),
    ).rejects.toThrow('another owner')
  })

  it('are given by nobody beyond their own', async () => {
    const by = await limited([campaigns.travel])
    const beyond = {
      resultCode: '-20409',
      errors: [{ path: 'user.campaignIds', message: 'You can give only campaigns that you have yourself' }],
    }
    expect(await host.save({}, by)).toMatchObject(beyond)
    expect(await host.save({ campaignIds: [campaigns.gift] }, by)).toMatchObject({ resultCode: '-20404' })
    const { userId, resultCode } = await host.save({ campaignIds: [campaigns.travel] }, by)
    expect(resultCode).toBe('0')
    expect(await change(userId, { campaignIds: [] }, by)).toMatchObject(beyond)
    // Nor by moving a user into a group, where the group was what limited.
    const narrowGroup = await host.group(['User.settings'])
    await host.host.db
      .updateTable('user_group')
      .set({ campaign_ids: [Number(campaigns.travel)] })
      .where('id', '=', Number(narrowGroup))
      .execute()
    const inGroup = await host.save({ groupId: narrowGroup }, by)
    expect(inGroup.resultCode).toBe('0')
    expect(await change(inGroup['userId'], { groupId: await host.group(['User.settings']) }, by)).toMatchObject(beyond)
  })

  it('keep users who have more from those who have less', async () => {
    const by = await limited([campaigns.travel])
    const { userId } = await host.save({ campaignIds: [campaigns.gift] })
    expect(await change(userId, { lastname: 'Ang' }, by)).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'user.lastname' }],
    })
    const email = `${randomUUID()}@example.test`
    expect(await change(userId, { email }, by)).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'user.email' }],
    })
    await host.host.db
      .updateTable('user_account')
      .set({ second_factor: 'email' })
      .where('id', '=', Number(userId))
      .execute()
    const reset = { reset2FAUserID: userId, reset2FAOwnerID: 3 }
    expect((await host.call('reset2FAEnrolment', reset, by)).resultCode).toBe('-20409')
    expect((await host.call('reset2FAEnrolment', reset)).resultCode).toBe('0')
  })

  it('are not one’s own to change', async () => {
    const by = await limited([campaigns.travel])
    for (const campaignIds of [[], [campaigns.gift]])
      expect(await change(by.id, { campaignIds }, by)).toMatchObject({
        resultCode: '-20409',
        resultText: 'You cannot change your own campaigns',
      })
    expect((await change(by.id, { campaignIds: [campaigns.travel], firstname: 'Me' }, by)).resultCode).toBe('0')
  })

  it('leave at least one campaign together with the group’s', async () => {
    const groupId = await host.group(['User.settings'])
    await host.host.db
      .updateTable('user_group')
      .set({ campaign_ids: [Number(campaigns.travel)] })
      .where('id', '=', Number(groupId))
      .execute()
    expect(await host.save({ groupId, campaignIds: [campaigns.gift] })).toMatchObject({
      resultText: 'The group is limited to other campaigns, so the user would have none',
    })
    expect((await host.save({ groupId, campaignIds: [campaigns.gift, campaigns.travel] })).resultCode).toBe('0')
    const { userGroups } = (await host.call('AllUserGroups', { ownerId: 3 })) as unknown as {
      userGroups: { GROUPID: string }[]
    }
    expect(userGroups.find(({ GROUPID }) => GROUPID === groupId)).toMatchObject({ CAMPAIGNIDS: [campaigns.travel] })
  })
})

it.each([
  [null, null, undefined],
  [[1], null, [1]],
  [null, [2, 3], [2, 3]],
  [[1, 2], [2, 3], [2]],
  [[1], [2], []],
] as const)('the limits %j of a user and %j of the group leave %j', (user, group, left) => {
  expect(limitsToCampaigns(user, group)).toEqual(left)
})
