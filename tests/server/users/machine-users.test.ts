// Machine users: who can make, confirm, unlock and end their keys, where and when a key works, and what the database
// refuses to a machine user even if the code has an error. Rules: docs/rules/machine-users.md.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import { isAddressIn, authenticateMachineKey, splitNetwork } from '#server/sessions/machine-keys.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { lockUnused } from '#server/users/lock-unused.ts'
import { machineUserParams, makeMachineUser } from '#tests/support/machine-users.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

const HOME = '203.0.113.7'

describe('networks', () => {
  it('compares addresses, not their texts', () => {
    const networks = ['10.1.0.0/16', '2001:db8:0:1::/64', '192.0.2.10/32']
    for (const address of ['10.1.0.0', '10.1.255.255', '2001:DB8:0:1:0:0:0:9', '2001:db8:0:1::', '192.0.2.10'])
      expect([address, isAddressIn(networks, address)]).toEqual([address, true])
    for (const address of ['10.2.0.0', '10.10.0.1', '2001:db8:0:10::1', '192.0.2.100', '192.0.2.1', 'x', '', '::1'])
      expect([address, isAddressIn(networks, address)]).toEqual([address, false])
    expect(isAddressIn([], HOME)).toBe(true)
  })

  it('accepts addresses and networks of both families only', () => {
    for (const text of ['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0'])
      expect([text, splitNetwork(text) !== undefined]).toEqual([text, true])
    for (const text of [
      '',
      '203.0.113',
      '203.0.113.7/33',
      '2001:db8::/129',
      '10.0.0.0/08',
      '10.0.0.0/8/8',
      'fe80::1%eth0',
      'a.b',
    ])
      expect([text, splitNetwork(text)]).toEqual([text, undefined])
  })
})

describe('machine users', () => {
  let server: UsersServer
  beforeAll(async () => {
    server = await startUsersServer()
  })
  afterAll(() => server.close())

  const now = () => server.clock.now
  /** The administrator in a new session, since the clock of these tests makes leaps. */
  const admin = async () => ({
    ...server.admin,
    token: await startSession(server.server.db, server.server, server.admin),
  })
  const make = async (overrides: object = {}) =>
    makeMachineUser({ url: server.url, token: (await admin()).token, now: now() }, overrides)
  const viewerOf = (key: string, address = HOME) =>
    authenticateMachineKey(server.server.db, server.server, { key, address })
  const day = (days: number) => addDays(instantToDate(now(), server.server.client.timeZone), days)

  it('returns a key once, which works for its scopes, campaigns and owner', async () => {
    const { id, key, name } = await make({ scopes: ['Batch.load', 'CardNumber.read'] })
    expect(key).toMatch(/^ck_live_[0-9a-hjkmnp-tv-z]{32}$/)
    expect(await viewerOf(key)).toMatchObject({
      userId: Number(id),
      ownerId: 3,
      username: name,
      permissions: { Batch: ['load'] },
      scopes: ['Batch.load', 'CardNumber.read'],
    })
    const { response, stored } = {
      response: JSON.stringify(await server.call('machineUsers', {})),
      stored: await sql<{ row: string }>`SELECT to_jsonb(k)::text AS row FROM machine_user k WHERE id = ${id}`.execute(
        server.server.db,
      ),
    }
    expect(response).toContain(key.slice(0, 12))
    for (const text of [response, stored.rows[0]?.row, server.log()]) expect(text).not.toContain(key)
  })

  it.each([
    ['scopes that do not exist', { scopes: ['Batch.approve'] }, '-20400', 'scopes'],
    ['no scopes', { scopes: [] }, '-20400', 'scopes'],
    ['an end date in the past', { endsOn: '2026-03-03' }, '-20400', 'endsOn'],
    ['more than a year', { endsOn: '2027-03-05' }, '-20400', 'endsOn'],
    ['no network', { addresses: ['10.0.0.0/8', '10.0.0'] }, '-20400', 'addresses'],
    ['the name of a person', { name: 'ADMIN' }, '-20409', 'name'],
    ['a name that is no username', { name: 'pay roll' }, '-20400', 'name'],
    ['an unknown campaign', { campaignIds: ['999'] }, '-20404', 'campaignIds'],
    ['more calls than a server can take', { callsPerMinute: 6001 }, '-20400', 'callsPerMinute'],
  ])('refuses %s', async (_what, overrides, resultCode, path) => {
    const response = await server.call('createMachineUser', machineUserParams(now(), overrides))
    expect(response).toMatchObject({ resultCode })
    expect(String((response['errors'] as { path: string }[])[0]?.path)).toContain(path)
  })

  it('gives no one a scope that they do not have', async () => {
    const clerk = await server.addUser({ username: 'clerk', permissions: ['User.write', 'Card.order'] })
    const params = machineUserParams(now(), { scopes: ['Card.order', 'Batch.load'] })
    expect(await server.call('createMachineUser', params, clerk)).toMatchObject({
      resultCode: '-20409',
      errors: [{ path: 'scopes' }],
    })
    const { id } = await make()
    for (const method of ['unlockMachineUser', 'confirmMachineUser'])
      expect(await server.call(method, { machineUserID: id }, clerk)).toMatchObject({ resultCode: '-20409' })
  })

  it('accepts a key only from its networks, until its last day, and until it is revoked', async () => {
    const { key } = await make({ addresses: ['203.0.113.99/24', ' 2001:db8::/32 '], endsOn: day(2) })
    expect(await viewerOf(key)).toBeTypeOf('object')
    expect(await viewerOf(key, '2001:db8:1::1')).toBeTypeOf('object')
    expect(await viewerOf(key, '198.51.100.1')).toBe('otherAddress')
    expect(await viewerOf(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBeUndefined()
    server.clock.now += 2 * DAY_MS
    expect(await viewerOf(key)).toBeTypeOf('object')
    server.clock.now += DAY_MS
    expect(await viewerOf(key)).toBeUndefined()

    const other = await make()
    expect(await viewerOf(other.key)).toBeTypeOf('object')
    expect(await server.call('revokeMachineUser', { machineUserID: other.id }, await admin())).toMatchObject({
      resultCode: '0',
    })
    expect(await viewerOf(other.key)).toBeUndefined()
    expect(await server.call('revokeMachineUser', { machineUserID: other.id }, await admin())).toMatchObject({
      resultCode: '-20404',
    })
  })

  it('is no user who can log in, be found, mailed or changed as one', async () => {
    const { id, key, name } = await make()
    expect(await server.request('logIn', { username: name, password: key, ownerID: 3 })).toMatchObject({
      resultCode: '-20001',
    })
    expect(await server.call('searchUser', { keyword: name }, await admin())).toMatchObject({ users: [] })
    for (const [method, parameter] of [
      ['lockUser', 'lockUserID'],
      ['deleteUser', 'deleteUserID'],
      ['resendActivation', 'resendActivationUserID'],
    ] as const)
      expect([method, (await server.call(method, { [parameter]: id }, await admin())).resultCode]).toEqual([
        method,
        '-20404',
      ])
  })

  it('locks a key that was not used for 45 days, a week after a mail to the administrators', async () => {
    const { id, key, name } = await make({ endsOn: day(360) })
    const locked = async () => (await server.readUser(id))['locked_at'] !== null
    const mails = async () => {
      await server.waitForJobs()
      return server.mailCount(`admin@example.test`)
    }
    const before = await mails()
    server.clock.now += 37 * DAY_MS
    await lockUnused(server.server)
    expect(await mails()).toBe(before)
    server.clock.now += DAY_MS
    await lockUnused(server.server)
    await lockUnused(server.server)
    const mail = await server.mail('admin@example.test', before + 1)
    expect(mail.text).toContain(`The key ${key.slice(0, 12)}… of machine user ${name} has not been used for 38 days`)
    server.clock.now += 6 * DAY_MS
    await lockUnused(server.server)
    expect(await locked()).toBe(false)
    server.clock.now += DAY_MS
    await lockUnused(server.server)
    expect(await locked()).toBe(true)
    expect(await viewerOf(key)).toBeUndefined()
    expect(await server.call('unlockMachineUser', { machineUserID: id }, await admin())).toMatchObject({
      resultCode: '0',
    })
    expect(await viewerOf(key)).toBeTypeOf('object')
    server.clock.now += 44 * DAY_MS
    // A use before the end counts from then on.
    expect(await viewerOf(key)).toBeTypeOf('object')
    server.clock.now += 2 * DAY_MS
    await lockUnused(server.server)
    expect(await locked()).toBe(false)
  })

  describe('the database', () => {
    let machine: number
    beforeAll(async () => {
      machine = Number((await make()).id)
    })
    const refuses = (text: string) =>
      expect(sql.raw(text).execute(server.server.db)).rejects.toThrow(/violates|not allowed/)

    it('refuses what only persons do', async () => {
      const at = `'2026-03-04'`
      await refuses(`UPDATE user_account SET kind = 'person' WHERE id = ${machine}`)
      await refuses(`UPDATE user_account SET activated_at = ${at}, password_hash = 'x' WHERE id = ${machine}`)
      await refuses(`UPDATE machine_user SET scopes = '{Batch.approve}' WHERE id = ${machine}`)
      await refuses(`DELETE FROM machine_user WHERE id = ${machine}`)
      await refuses(
        `INSERT INTO user_session (jti, user_id, created_at, last_active_at, expires_at) VALUES ('j', ${machine}, ${at}, ${at}, ${at})`,
      )
      await refuses(
        `INSERT INTO user_change (user_id, changed_by, changed_at, kinds, facts, permissions_before, keeps)
         VALUES (${server.admin.id}, ${machine}, ${at}, '{email}', '{}', '{}', '{}')`,
      )
      for (const method of ['revealCard', 'fetchProducerFile', 'saveUser', 'createMachineUser'])
        await refuses(
          `INSERT INTO audit_event (at, user_id, owner_id, method, result_code, correlation_id) VALUES (${at}, ${machine}, 3, '${method}', '0', 'c')`,
        )
      // A refused attempt is still recorded.
      await sql
        .raw(
          `INSERT INTO audit_event (at, user_id, owner_id, method, result_code, correlation_id) VALUES (${at}, ${machine}, 3, 'revealCard', '-20403', 'c')`,
        )
        .execute(server.server.db)
    })
  })
})

describe('with two administrators', () => {
  it('a key works once another administrator has confirmed it', async () => {
    const server = await startUsersServer({ needsSecondAdministrator: true })
    try {
      const { db, settings } = server.server
      const second = await server.addUser({ username: 'second', permissions })
      expect(settings.needsSecondAdministrator).toBe(true)
      const request = { url: server.url, token: server.admin.token, now: server.clock.now }
      const { id, key } = await makeMachineUser(request)
      const works = async () =>
        typeof (await authenticateMachineKey(db, server.server, { key, address: HOME })) === 'object'
      expect(await works()).toBe(false)
      expect(await server.call('machineUsers', {})).toMatchObject({
        machineUsers: [{ state: 'waiting', refusal: 'You made this change. Another administrator must confirm it' }],
      })
      expect(await server.call('confirmMachineUser', { machineUserID: id })).toMatchObject({ resultCode: '-20409' })
      expect(await works()).toBe(false)
      await expect(
        sql`UPDATE machine_user SET confirmed_at = now(), confirmed_by = created_by WHERE id = ${id}`.execute(db),
      ).rejects.toThrow('machine_user_confirmed_by_another')
      expect(await server.call('confirmMachineUser', { machineUserID: id }, second)).toMatchObject({ resultCode: '0' })
      expect(await works()).toBe(true)
      expect(await server.call('confirmMachineUser', { machineUserID: id }, second)).toMatchObject({
        resultCode: '-20409',
      })
    } finally {
      await server.close()
    }
  })
})
