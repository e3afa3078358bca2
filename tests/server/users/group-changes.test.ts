// Groups that administrators make, change and delete in the portal: who can do it alone, who is held by it, and what the
// database refuses even if the code has an error. Rules: docs/rules/users.md, "Groups".
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { endToDay } from '#domain/users/last-day.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

let server: UsersServer
let second: UsersServer['admin']
/** Can manage users and find cards, as the administrators of many programmes. */
let limited: UsersServer['admin']
beforeAll(async () => {
  server = await startUsersServer({ approvalHoldHours: 24 })
  second = await server.addUser({ username: 'second', permissions })
  limited = await server.addUser({ username: 'limited', permissions: ['User.settings', 'User.write'] })
})
afterAll(() => server.close())
afterEach(() => {
  setTwoAdministrators(false)
})

const setTwoAdministrators = (needsSecondAdministrator: boolean) =>
  Object.assign(server.server.settings, { needsSecondAdministrator })
const db = () => server.server.db
const save = (group: object, by = server.admin) =>
  server.call('saveGroup', { group: { permissions: ['User.settings'], campaignIds: [], ...group } }, by)
const newName = () => `Group ${randomUUID().slice(0, 8)}`
/** A group made by one administrator. */
async function madeGroup(values: object = {}): Promise<{ readonly id: string; readonly name: string }> {
  const name = newName()
  const made = await save({ name, ...values })
  expect(made).toMatchObject({ resultCode: '0', isWaiting: false })
  return { id: String(made['groupId']), name }
}
const groupNamed = async (name: string) => {
  const { userGroups } = (await server.call('AllUserGroups', { ownerId: 3 })) as unknown as {
    readonly userGroups: readonly { readonly GROUPDESCRIPTION: string }[]
  }
  return userGroups.find(({ GROUPDESCRIPTION }) => GROUPDESCRIPTION === name)
}
const waiting = async (by = server.admin) => {
  const { changes } = (await server.call('pendingGroupChanges', {}, by)) as unknown as {
    readonly changes: readonly { readonly changeID: string; readonly name: string; readonly refusal?: string }[]
  }
  return changes
}
const today = () => instantToDate(server.clock.now, server.server.client.timeZone)

it('makes, changes and deletes a group alone, where one administrator is enough', async () => {
  const lastDay = addDays(today(), 30)
  const { id, name } = await madeGroup({ permissions: ['User.settings', 'Batch.load'], lastDay })
  expect(await groupNamed(name)).toMatchObject({
    GROUPID: id,
    PERMISSIONS: ['User.settings', 'Batch.load'],
    USERS: 0,
    LASTDAY: lastDay,
    HASENDED: false,
  })
  const renamed = newName()
  await save({ groupId: id, name: renamed })
  expect(await groupNamed(name)).toBeUndefined()
  const changed = await groupNamed(renamed)
  expect(changed).toMatchObject({ GROUPID: id, PERMISSIONS: ['User.settings'], CAMPAIGNIDS: [] })
  expect(changed).not.toHaveProperty('LASTDAY')
  expect(await save({ groupId: id, name: renamed })).toMatchObject({
    resultCode: '-20409',
    resultText: 'The group already has these values. Nothing was changed',
  })
  expect(await server.call('deleteGroup', { deleteGroupID: id })).toMatchObject({ resultText: 'Group deleted' })
  expect(await groupNamed(renamed)).toBeUndefined()
})

it('deletes only a group without users, and keeps who was deleted', async () => {
  const { id } = await madeGroup()
  const { userId } = await server.save({ groupId: id })
  expect(await server.call('deleteGroup', { deleteGroupID: id })).toMatchObject({
    resultCode: '-20409',
    resultText: 'The group still has users. Give them another group first',
  })
  await server.call('deleteUser', { deleteUserID: userId })
  expect((await server.call('deleteGroup', { deleteGroupID: id })).resultCode).toBe('0')
  expect(await server.readUser(String(userId))).toMatchObject({ group_id: null })
})

it('refuses names that are empty, taken or unreadable, a day that is over, and what is not there', async () => {
  const { id, name } = await madeGroup()
  const other = await madeGroup()
  for (const [values, text] of [
    [{ name: ' ' }, 'Enter a name for the group'],
    [{ name: name.toUpperCase() }, 'Another group has this name. Enter another one'],
    [{ name: 'a\u202Eb' }, 'The name contains hidden characters. Type it again'],
    [{ name: newName(), lastDay: addDays(today(), -1) }, 'This day is over. Choose today or later'],
    [{ name: newName(), campaignIds: ['999'] }, 'There is no such campaign'],
    [{ name: newName(), groupId: '999999' }, 'There is no such group'],
  ] as const)
    expect(await save(values)).toMatchObject({ resultText: text })
  expect(await save({ groupId: other.id, name: 'a'.repeat(61) })).toMatchObject({ resultCode: '-20400' })
  expect(await save({ groupId: id, name: name.toUpperCase() })).toMatchObject({ resultCode: '0' })
})

it('never lets one person make a group that can do more than they can', async () => {
  const name = newName()
  const proposed = await save({ name, permissions: ['User.settings', 'Batch.approve'] }, limited)
  expect(proposed).toMatchObject({ resultCode: '0', isWaiting: true })
  const { changeID } = proposed
  expect(await groupNamed(name)).toBeUndefined()
  expect((await waiting(limited)).find((change) => change.changeID === changeID)?.refusal).toBe(
    'You made this change. Another administrator must confirm it',
  )
  expect((await server.call('confirmGroupChange', { changeID }, limited)).resultCode).toBe('-20409')
  const likeLimited = await server.addUser({ username: newName(), permissions: ['User.settings', 'User.write'] })
  expect(await server.call('confirmGroupChange', { changeID }, likeLimited)).toMatchObject({
    resultText: 'This group has permissions you do not have. Ask someone who has them',
  })
  expect((await server.call('confirmGroupChange', { changeID })).resultCode).toBe('0')
  expect(await groupNamed(name)).toMatchObject({ PERMISSIONS: ['User.settings', 'Batch.approve'] })
  expect(
    await save({ groupId: String(((await groupNamed(name)) as { GROUPID?: string }).GROUPID), name }, limited),
  ).toMatchObject({
    isWaiting: true,
  })
})

it('holds each user who gains something, until the time is over or another administrator confirms it', async () => {
  const { id, name } = await madeGroup()
  const user = await server.addUser({ username: newName(), permissions: [] })
  await db()
    .updateTable('user_account')
    .set({ group_id: Number(id) })
    .where('id', '=', user.id)
    .execute()
  await save({ groupId: id, name, permissions: ['User.settings', 'Batch.approve'] })
  const changesOf = async () =>
    ((await server.call('pendingUserChanges', { userID: String(user.id) }, second)) as unknown as { changes: object[] })
      .changes
  expect(await changesOf()).toMatchObject([
    {
      changes: [
        {
          field: 'Permissions',
          before: 'see their own settings and change their own password',
          after:
            'see their own settings and change their own password, approve, reject, schedule and close other people’s batches',
        },
      ],
    },
  ])
  // A change back ends the hold, because nothing new is left.
  await save({ groupId: id, name, permissions: ['User.settings'] })
  expect(await changesOf()).toEqual([])
})

it('waits for a second administrator where the settings require two, and then holds no one', async () => {
  const { id, name } = await madeGroup()
  const user = await server.addUser({ username: newName(), permissions: [] })
  await db()
    .updateTable('user_account')
    .set({ group_id: Number(id) })
    .where('id', '=', user.id)
    .execute()
  setTwoAdministrators(true)
  const first = await save({ groupId: id, name, permissions: ['User.settings', 'Report.read'] })
  const next = await save({ groupId: id, name, permissions: ['User.settings', 'Batch.approve'] })
  expect([first['isWaiting'], next['isWaiting']]).toEqual([true, true])
  // The later proposal has replaced the first.
  expect((await waiting()).filter((change) => change.name === name).map(({ changeID }) => changeID)).toEqual([
    next['changeID'],
  ])
  expect(await groupNamed(name)).toMatchObject({ PERMISSIONS: ['User.settings'] })
  expect((await server.call('confirmGroupChange', { changeID: next['changeID'] }, second)).resultCode).toBe('0')
  expect(await groupNamed(name)).toMatchObject({ PERMISSIONS: ['User.settings', 'Batch.approve'] })
  expect(await server.call('pendingUserChanges', { userID: String(user.id) }, second)).toMatchObject({ changes: [] })

  const withdrawn = await save({ groupId: id, name: newName() })
  await server.call('withdrawGroupChange', { changeID: withdrawn['changeID'] }, second)
  expect((await server.call('confirmGroupChange', { changeID: withdrawn['changeID'] }, second)).resultCode).toBe(
    '-20404',
  )
  expect(await groupNamed(name)).toBeDefined()
})

it('refuses to confirm a change of a group that has changed since', async () => {
  const { id, name } = await madeGroup()
  setTwoAdministrators(true)
  const { changeID } = await save({ groupId: id, name, permissions: ['User.settings', 'Report.read'] })
  await db()
    .updateTable('user_group')
    .set({ permissions: ['Batch.load'] })
    .where('id', '=', Number(id))
    .execute()
  expect(await server.call('confirmGroupChange', { changeID }, second)).toMatchObject({
    resultCode: '-20409',
    resultText: 'The group has changed since this was proposed. Withdraw it and propose it again',
  })
})

it('leaves someone who can manage users, and the groups that approval rules and the company login name', async () => {
  const admins = await db()
    .selectFrom('user_group as g')
    .innerJoin('user_account as u', 'u.group_id', 'g.id')
    .select(['g.id', 'g.name'])
    .where('u.id', '=', server.admin.id)
    .executeTakeFirstOrThrow()
  await db()
    .updateTable('user_account')
    .set({ locked_at: new Date() })
    .where('id', 'in', [second.id, limited.id])
    .execute()
  const others = sql`UPDATE user_account SET locked_at = now() WHERE username <> 'admin' AND owner_id = 3 RETURNING id`
  const locked = (await others.execute(db())).rows as { id: number }[]
  for (const change of [
    { permissions: ['User.settings'] },
    { permissions: [...permissions], lastDay: addDays(today(), 9) },
  ])
    expect(await save({ groupId: String(admins.id), name: admins.name, ...change })).toMatchObject({
      resultText: 'No one else can manage users. Give another active user a group that can manage users first',
    })
  await db()
    .updateTable('user_account')
    .set({ locked_at: null })
    .where(
      'id',
      'in',
      locked.map(({ id }) => id),
    )
    .execute()

  const { id, name } = await madeGroup({ permissions: ['User.settings', 'Batch.approve'] })
  const tier = { subject: 'load', measure: 'rows', above: 0, campaignIds: [], signers: 1, groupId: Number(id) }
  await sql`INSERT INTO approval_rules (owner_id, rules, proposed_at, confirmed_at)
    VALUES (3, ${JSON.stringify({ tiers: [tier], inOrder: [], limits: [] })}, now(), now())`.execute(db())
  const named = 'An approval rule needs signatures of this group. Change the approval rules first'
  expect(await save({ groupId: id, name })).toMatchObject({ resultText: named })
  expect(await server.call('deleteGroup', { deleteGroupID: id })).toMatchObject({ resultText: named })
  expect(await save({ groupId: id, name: newName(), permissions: ['Batch.approve'] })).toMatchObject({
    resultCode: '0',
  })
})

it('takes everything but their own settings from the users of a group that has ended', async () => {
  const { id, name } = await madeGroup({ permissions: ['User.settings', 'Batch.load'] })
  const user = await server.addUser({ username: newName(), permissions: [] })
  await db()
    .updateTable('user_account')
    .set({ group_id: Number(id) })
    .where('id', '=', user.id)
    .execute()
  const end = (at: string) => sql`UPDATE user_group SET ends_at = ${at}::timestamptz WHERE id = ${id}`.execute(db())
  const own = async () => (await server.call('userInfo', {}, user))['permissions']
  await end('2199-12-31T16:00:00Z')
  expect(await own()).toEqual({ User: ['settings'], Batch: ['load'] })
  await end('2020-03-31T16:00:00Z')
  expect(await own()).toEqual({ User: ['settings'] })
  expect(await groupNamed(name)).toMatchObject({ LASTDAY: '2020-03-31', HASENDED: true })
  expect(endToDay(new Date('2020-03-31T16:00:00Z'), server.server.client)).toBe('2020-03-31')
  // Removing the end gives the permissions again.
  await save({ groupId: id, name, permissions: ['User.settings', 'Batch.load'] })
  expect(await own()).toMatchObject({ Batch: ['load'] })
  expect(await server.call('pendingUserChanges', { userID: String(user.id) }, second)).toMatchObject({
    changes: [
      {
        changes: [
          { field: 'Last day', before: '31 Mar 2020' },
          { field: 'Permissions', before: 'see their own settings and change their own password' },
        ],
      },
    ],
  })
})

it('keeps every change: the database makes it, and neither takes it back nor lets its author confirm it', async () => {
  const { id } = await madeGroup()
  const refusalOf = (statement: string) =>
    sql
      .raw(statement)
      .execute(db())
      .then(() => 'done')
      .catch((error: Error) => error.message)
  const values = `(owner_id, after, needs_two, proposed_by, proposed_at`
  const after = `'{"name":"Forged","permissions":["User.write"]}'`
  expect(await refusalOf(`DELETE FROM group_change WHERE group_id = ${id}`)).toContain('is not allowed on group_change')
  expect(await refusalOf(`UPDATE group_change SET after = '{}' WHERE group_id = ${id}`)).toContain(
    'only applied or withdrawn',
  )
  expect(
    await refusalOf(`INSERT INTO group_change ${values}, applied_at)
      VALUES (3, ${after}, true, ${server.admin.id}, now(), now())`),
  ).toContain('group_change_needs_two')
  expect(
    await refusalOf(`INSERT INTO group_change ${values}, applied_at, confirmed_by)
      VALUES (3, ${after}, true, ${server.admin.id}, now(), now(), ${server.admin.id})`),
  ).toContain('group_change_confirmed_by_another')
})
