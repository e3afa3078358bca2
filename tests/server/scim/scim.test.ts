// SCIM as the large directories use it: requests in the forms that Microsoft Entra ID and Okta document, what they can
// never do, and bad input. Rules: docs/rules/scim.md.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import { permissions } from '#domain/access/permissions.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { callWith } from '#tests/support/call.ts'
import { makeMachineUser } from '#tests/support/machine-users.ts'
import { startUsersServer, type UsersServer } from '#tests/server/users/users-server.ts'

const TOKEN = 'directory-token-0123456789abcdef-0123'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let server: UsersServer
let strict: UsersServer

type Body = Record<string, unknown> & {
  readonly id: string
  readonly meta: { readonly version: string; readonly location: string }
  readonly Resources: readonly Body[]
}
interface Options {
  readonly headers?: Readonly<Record<string, string>>
  readonly on?: UsersServer
}

async function scim(request: string, body?: unknown, { headers, on = server }: Options = {}) {
  const [method = '', ...path] = request.split(' ')
  const response = await fetch(`${on.url}scim/v2${path.join(' ')}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as Body }
}
const patch = (id: string, ...operations: readonly object[]) => scim(`PATCH /Users/${id}`, patchBody(...operations))
const patchBody = (...operations: readonly object[]) => ({ schemas: [PATCH], Operations: operations })
const filter = (text: string) => `?filter=${encodeURIComponent(text)}`

let last = 0
const newUser = (values: object = {}) => {
  last += 1
  return {
    schemas: [USER],
    userName: `person${last}@company.example`,
    externalId: `external-${last}`,
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ primary: true, value: `person${last}@company.example`, type: 'work' }],
    active: true,
    ...values,
  }
}
const create = async (values: object = {}, options: Options = {}) => {
  const { status, body } = await scim('POST /Users', newUser(values), options)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const groupId = async (name: string, on = server) => {
  const { id } = await on.server.db
    .selectFrom('user_group')
    .select('id')
    .where('owner_id', '=', 3)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return String(id)
}
const trailOf = (id: string, on = server) =>
  on.server.db
    .selectFrom('audit_event')
    .select(['method', 'result_code', 'changes', 'user_id'])
    .where('subject_id', '=', id)
    .where('subject_type', '=', 'user')
    .orderBy('id')
    .execute()

async function start(settings: object = {}): Promise<UsersServer> {
  const started = await startUsersServer(
    { directory: { token: TOKEN, group: 'Readers' }, isPasswordLoginOn: true, ...settings },
    2,
  )
  const add = (name: string, granted: readonly string[]) =>
    started.server.db
      .insertInto('user_group')
      .values({ owner_id: 3, name, permissions: [...granted] })
      .execute()
  await add('Readers', ['User.settings', 'CardStatement.read'])
  await add('Makers', ['User.settings', 'Batch.load'])
  await add('Approvers', ['User.settings', 'Batch.approve'])
  return started
}

beforeAll(async () => {
  server = await start()
  strict = await start({ needsSecondAdministrator: true, breakGlassUser: 'emergency', loginsPerMinute: 5 })
})
afterAll(async () => {
  await server?.close()
  await strict?.close()
})
describe('who can call', () => {
  it.each(['', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])('refuses %j', async (authorization) => {
    const { status, headers, body } = await scim('GET /Users', undefined, { headers: { authorization } })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
      detail: expect.stringContaining('SCIM_TOKEN') as string,
    })
  })

  it('refuses the session of an administrator', async () => {
    const { status } = await scim('GET /Users', undefined, {
      headers: { authorization: `Bearer ${server.admin.token}` },
    })
    expect(status).toBe(401)
  })

  it('counts wrong tokens like wrong passwords', async () => {
    const call = { on: strict, headers: { authorization: 'Bearer x' } }
    const tries = []
    for (let count = 0; count < 6; count += 1) tries.push(await scim('GET /Users', undefined, call))
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect(tries.at(-1)?.headers.get('retry-after')).not.toBeNull()
  })

  it('has no routes without SCIM_TOKEN', async () => {
    const off = await startUsersServer()
    const response = await fetch(`${off.url}scim/v2/Users`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(response.status).toBe(404)
    await off.close()
  })

  it.each([
    [{ SCIM_TOKEN: 'short', SCIM_GROUP: 'Readers' }, /at least 32 characters/],
    [{ SCIM_TOKEN: TOKEN }, /needs SCIM_GROUP/],
  ])('does not start with %j', (environment, message) => {
    expect(() => environmentToSettings(environment)).toThrow(message)
  })
})

describe('documents', () => {
  it('say what is supported', async () => {
    const config = await scim('GET /ServiceProviderConfig')
    expect(config.headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(config.body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
      bulk: { supported: false },
    })
    expect((await scim('GET /ResourceTypes')).body.Resources.map(({ id }) => id)).toEqual(['User', 'Group'])
    expect((await scim('GET /ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users', schema: USER })
    expect((await scim(`GET /Schemas/${USER}`)).body).toMatchObject({ name: 'User' })
    expect((await scim('GET /Schemas/other')).status).toBe(404)
    expect((await scim('GET /Bulk')).status).toBe(404)
  })
})

describe('users, as Microsoft Entra ID writes them', () => {
  it('looks for a user, and creates who is missing in the group for new users', async () => {
    const values = newUser({
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Finance' },
      displayName: 'Ann Lee',
      title: 'Clerk',
      active: 'True',
    })
    const search = filter(`userName eq "${values.userName.toUpperCase()}"`)
    expect((await scim(`GET /Users${search}`)).body).toMatchObject({ totalResults: 0, Resources: [] })
    const created = await scim('POST /Users', values)
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(created.body.meta.location)
    expect(created.body).toMatchObject({
      userName: values.userName,
      externalId: values.externalId,
      name: { givenName: 'Ann', familyName: 'Lee' },
      active: true,
      groups: [{ display: 'Readers' }],
    })
    expect((await scim(`GET /Users${search}`)).body).toMatchObject({ totalResults: 1 })
    await expect.poll(() => server.mailCount(values.userName)).toBe(1)
    expect(await trailOf(created.body.id)).toMatchObject([
      { method: 'applyDirectory', result_code: '0', user_id: null },
    ])
  })

  it.each([
    [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new1@company.example' },
      { emails: [{ value: 'new1@company.example' }] },
    ],
    [
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'new2@company.example' },
      { emails: [{ value: 'new2@company.example' }] },
    ],
    [{ op: 'Replace', path: 'name.familyName', value: 'Ng' }, { name: { familyName: 'Ng' } }],
    [
      { op: 'Add', value: { 'name.givenName': 'Eve', externalId: 'moved-1' } },
      { name: { givenName: 'Eve' }, externalId: 'moved-1' },
    ],
    [{ op: 'Replace', path: 'externalId', value: 'moved-2' }, { externalId: 'moved-2' }],
    [{ op: 'Replace', path: 'userName', value: 'renamed@company.example' }, { userName: 'renamed@company.example' }],
    [{ op: 'Replace', path: `${USER}:name.familyName`, value: 'Tan' }, { name: { familyName: 'Tan' } }],
    [{ op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [{ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }, { active: false }],
    [{ op: 'replace', path: 'active', value: ['false'] }, { active: false }],
    [{ op: 'replace', value: { active: false } }, { active: false }],
    [{ op: 'Remove', path: 'name.familyName' }, { name: { familyName: '' } }],
    [{ op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '123' }, { active: true }],
  ])('applies %j', async (operation, expected) => {
    const { id } = await create()
    const answer = await patch(id, operation)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject(expected)
    expect((await scim(`GET /Users/${id}`)).body).toEqual(answer.body)
  })
})

describe('users, as Okta writes them', () => {
  it('replaces a profile, and keeps what it does not send', async () => {
    const created = await create()
    const { meta: _meta, groups: _groups, ...profile } = created
    const answer = await scim(`PUT /Users/${created.id}`, {
      ...profile,
      name: { givenName: 'Another', familyName: 'Person', middleName: '' },
      password: 'not-stored-1',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      name: { givenName: 'Another' },
      externalId: created['externalId'],
      active: true,
    })
  })

  it('reads pages', async () => {
    await create()
    await create()
    const first = (await scim('GET /Users?startIndex=1&count=2')).body
    expect(first).toMatchObject({ startIndex: 1, itemsPerPage: 2 })
    const second = (await scim('GET /Users?startIndex=2&count=1')).body
    expect(second.Resources[0]?.id).toBe(first.Resources[1]?.id)
    expect((await scim('GET /Users?count=0')).body).toMatchObject({
      itemsPerPage: 0,
      totalResults: first['totalResults'],
    })
    expect((await scim('GET /Users?startIndex=-5&count=1')).body.Resources[0]?.id).toBe(first.Resources[0]?.id)
    expect((await scim('GET /Users?count=many')).status).toBe(400)
  })

  it('compares the id of the directory, and several attributes', async () => {
    const created = await create()
    const external = String(created['externalId'])
    const found = async (text: string) => (await scim(`GET /Users${filter(text)}`)).body.Resources.map(({ id }) => id)
    expect(await found(`externalId eq "${external}"`)).toEqual([created.id])
    expect(await found(`externalId eq "${external.toUpperCase()}"`)).toEqual([])
    expect(await found(`externalId eq "${external}" and active eq true`)).toEqual([created.id])
    expect(await found(`id eq "${created.id}" and active eq false`)).toEqual([])
    expect(await found(`emails[type eq "work"].value eq "${String(created['userName'])}"`)).toEqual([created.id])
    expect(await found('userName eq "a\\" or 1=1 --"')).toEqual([])
  })
})

describe('a leaver', () => {
  it('loses all sessions with the response, and can be activated again', async () => {
    const user = await server.addUser({ username: 'leaver', permissions: ['Batch.load'] })
    const id = String(user.id)
    const isSignedIn = async () => (await callWith(server.url, user.token)('userInfo', {})).resultCode === '0'
    expect(await isSignedIn()).toBe(true)
    await patch(id, { op: 'Replace', path: 'active', value: 'False' })
    expect(await isSignedIn()).toBe(false)
    expect((await server.logIn('leaver')).resultCode).not.toBe('0')
    expect((await patch(id, { op: 'Replace', path: 'active', value: 'True' })).body).toMatchObject({ active: true })
    expect((await server.logIn('leaver')).resultCode).toBe('0')
    const methods = (await trailOf(id)).map(({ method }) => method).filter((method) => method.includes('Directory'))
    expect(methods).toEqual(['lockByDirectory', 'unlockByDirectory'])
  })

  it('stays locked if an administrator has locked the user', async () => {
    const { id } = await create()
    const act = async (method: string, params: object) =>
      expect(await server.call(method, params)).toMatchObject({ resultCode: '0' })
    await act('lockUser', { lockUserID: id })
    expect((await patch(id, { op: 'Replace', path: 'active', value: 'True' })).body).toMatchObject({ active: false })
    // The directory's earlier lock gives it no right over a later one of an administrator.
    await act('unlockUser', { unlockUserID: id })
    await patch(id, { op: 'Replace', path: 'active', value: 'False' })
    await act('unlockUser', { unlockUserID: id })
    server.clock.now += 1000
    await act('lockUser', { lockUserID: id })
    expect((await patch(id, { op: 'Replace', path: 'active', value: true })).body).toMatchObject({ active: false })
  })

  it('can be removed, after which the names are free', async () => {
    const values = newUser()
    const { body: created } = await scim('POST /Users', values)
    expect((await scim(`DELETE /Users/${created.id}`)).status).toBe(204)
    expect((await scim(`GET /Users/${created.id}`)).status).toBe(404)
    expect((await scim(`DELETE /Users/${created.id}`)).status).toBe(404)
    expect((await scim('POST /Users', values)).status).toBe(201)
    expect((await trailOf(created.id)).at(-1)).toMatchObject({ method: 'removeByDirectory', result_code: '0' })
  })
})

describe('groups', () => {
  const members = async (name: string) =>
    ((await scim(`GET /Groups/${await groupId(name)}`)).body['members'] as { value: string }[]).map(
      ({ value }) => value,
    )
  const change = async (name: string, ...operations: readonly object[]) =>
    scim(`PATCH /Groups/${await groupId(name)}`, patchBody(...operations))

  it('are found by name, without members if they are not wanted', async () => {
    const { body } = await scim(`GET /Groups${filter('displayName eq "Makers"')}&excludedAttributes=members`)
    expect(body.Resources).toEqual([
      expect.objectContaining({ id: await groupId('Makers'), displayName: 'Makers' }) as object,
    ])
    expect(body.Resources[0]).not.toHaveProperty('members')
  })

  it.each([
    [
      'Entra',
      (id: string) => ({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
      (id: string) => ({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    ],
    [
      'Okta',
      (id: string) => ({ op: 'add', path: 'members', value: [{ value: id, display: 'x' }] }),
      (id: string) => ({ op: 'remove', path: `members[value eq "${id}"]` }),
    ],
    [
      'one member without a list',
      (id: string) => ({ op: 'add', value: { members: { value: id } } }),
      (id: string) => ({ op: 'remove', path: 'members', value: { value: id } }),
    ],
  ])('gain and lose a member: %s', async (_name, add, remove) => {
    const { id } = await create()
    expect((await change('Makers', add(id))).status).toBe(200)
    expect(await members('Makers')).toContain(id)
    expect(await members('Readers')).not.toContain(id)
    expect((await scim(`GET /Users/${id}`)).body).toMatchObject({ groups: [{ display: 'Makers' }] })
    await change('Makers', remove(id))
    expect(await members('Makers')).not.toContain(id)
    expect(await members('Readers')).toContain(id)
    // Who has moved on already is left where they are.
    await change('Approvers', add(id))
    expect((await change('Makers', remove(id))).status).toBe(200)
    expect(await members('Approvers')).toContain(id)
    await change('Approvers', remove(id))
  })

  it('get exactly the members that are sent', async () => {
    const [one, two] = [await create(), await create()]
    await change('Makers', { op: 'replace', path: 'members', value: [{ value: one.id }, { value: two.id }] })
    expect(await members('Makers')).toEqual([one.id, two.id])
    await scim(`PUT /Groups/${await groupId('Makers')}`, { displayName: 'Makers', members: [{ value: two.id }] })
    expect(await members('Makers')).toEqual([two.id])
    // Okta repeats the name and the id with the members.
    const id = await groupId('Makers')
    expect((await change('Makers', { op: 'replace', value: { id, displayName: 'Makers' } })).status).toBe(200)
    expect(await members('Makers')).toEqual([two.id])
    await change('Makers', { op: 'remove', path: 'members' })
    expect(await members('Makers')).toEqual([])
  })

  it.each([
    ['another name', 'PATCH', patchBody({ op: 'Replace', path: 'displayName', value: 'Owners' }), 400],
    ['an unknown member', 'PATCH', patchBody({ op: 'Add', path: 'members', value: [{ value: '999999' }] }), 400],
    ['a member without an id', 'PATCH', patchBody({ op: 'Add', path: 'members', value: [{ display: 'x' }] }), 400],
    ['a deletion', 'DELETE', undefined, 403],
  ])('are not changed by %s', async (_name, method, body, status) => {
    const answer = await scim(`${method} /Groups/${await groupId('Makers')}`, body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status: String(status), detail: expect.any(String) as string })
  })

  it('are never created', async () => {
    expect((await scim('POST /Groups', { displayName: 'Owners' })).status).toBe(403)
    expect((await scim('POST /Groups', { displayName: 'Makers' })).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
    expect((await scim('GET /Groups/999999')).status).toBe(404)
  })
})

describe('what the directory can never do', () => {
  const on = {
    get on() {
      return strict
    },
  }
  const waiting = async (id: string) =>
    await strict.server.db
      .selectFrom('user_change')
      .select(['kinds', 'changed_by', 'held_until'])
      .where('user_id', '=', Number(id))
      .orderBy('id')
      .execute()

  it('gives no right that a second administrator would have to confirm', async () => {
    const created = await create({}, on)
    expect(await waiting(created.id)).toEqual([{ kinds: ['created'], changed_by: null, held_until: null }])
    const member = await strict.addUser({ username: 'promoted', permissions: ['Batch.load', 'User.settings'] })
    const body = patchBody({ op: 'Add', path: 'members', value: [{ value: String(member.id) }] })
    expect((await scim(`PATCH /Groups/${await groupId('Approvers', strict)}`, body, on)).status).toBe(200)
    const { permissions: granted } = await callWith(strict.url, member.token)('userInfo', {})
    expect(JSON.stringify(granted)).not.toContain('approve')
    expect(await waiting(String(member.id))).toMatchObject([{ kinds: ['group'], changed_by: null }])
  })

  it('takes no account over by a changed address', async () => {
    const approver = await strict.addUser({ username: 'approver', permissions: ['Batch.approve', 'User.settings'] })
    const body = patchBody({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'thief@company.example' })
    await scim(`PATCH /Users/${approver.id}`, body, on)
    expect(await waiting(String(approver.id))).toMatchObject([{ kinds: ['email'], changed_by: null }])
  })

  it('cannot touch or become the user for emergencies', async () => {
    const emergency = await strict.addUser({ username: 'emergency', permissions: ['User.write'] })
    const path = `/Users/${emergency.id}`
    const locked = patchBody({ op: 'Replace', path: 'active', value: 'False' })
    expect((await scim(`PATCH ${path}`, locked, on)).status).toBe(403)
    expect((await scim(`DELETE ${path}`, undefined, on)).status).toBe(403)
    const member = patchBody({ op: 'Add', path: 'members', value: [{ value: String(emergency.id) }] })
    expect((await scim(`PATCH /Groups/${await groupId('Readers', strict)}`, member, on)).status).toBe(403)
    const { id } = await create({}, on)
    const renamed = patchBody({ op: 'Replace', path: 'userName', value: 'Emergency' })
    expect([403, 409]).toContain((await scim(`PATCH /Users/${id}`, renamed, on)).status)
    expect((await trailOf(String(emergency.id), strict)).at(-1)).toMatchObject({
      method: 'applyDirectory',
      result_code: codes.refusedState,
    })
  })

  it('leaves the last user who can manage users', async () => {
    const alone = await start()
    const id = String(alone.admin.id)
    const body = patchBody({ op: 'Replace', path: 'active', value: 'False' })
    const only = { on: alone }
    expect((await scim(`PATCH /Users/${id}`, body, only)).status).toBe(403)
    expect((await scim(`DELETE /Users/${id}`, undefined, only)).status).toBe(403)
    const member = patchBody({ op: 'Add', path: 'members', value: [{ value: id }] })
    expect((await scim(`PATCH /Groups/${await groupId('Readers', alone)}`, member, only)).status).toBe(403)
    expect((await callWith(alone.url, alone.admin.token)('userInfo', {})).resultCode).toBe('0')
    await alone.close()
  })

  it('sees no users of another owner, and no programs', async () => {
    await server.server.db.insertInto('owner').values({ id: 4, name: 'Another owner' }).execute()
    const foreign = await server.addUser({ username: 'foreign', ownerId: 4, permissions })
    expect((await scim(`GET /Users/${foreign.id}`)).status).toBe(404)
    expect((await patch(String(foreign.id), { op: 'Replace', path: 'active', value: 'False' })).status).toBe(404)
    expect((await scim(`GET /Users${filter('userName eq "foreign"')}`)).body).toMatchObject({ totalResults: 0 })
    const machine = await makeMachineUser({ url: server.url, token: server.admin.token, now: server.clock.now })
    expect((await scim(`GET /Users/${machine.id}`)).status).toBe(404)
    expect((await scim(`DELETE /Users/${machine.id}`)).status).toBe(404)
    const authorization = `Bearer ${machine.key}`
    expect((await scim('GET /Users', undefined, { headers: { authorization } })).status).toBe(401)
  })
})

describe('versions', () => {
  it('refuse a change of something that has changed, and spare a read of what has not', async () => {
    const created = await create()
    const { version } = created.meta
    expect((await scim(`GET /Users/${created.id}`, undefined, { headers: { 'if-none-match': version } })).status).toBe(
      304,
    )
    const body = patchBody({ op: 'Replace', path: 'name.givenName', value: 'Other' })
    const withVersion = { headers: { 'if-match': version } }
    const changed = await scim(`PATCH /Users/${created.id}`, body, withVersion)
    expect(changed.headers.get('etag')).toBe(changed.body.meta.version)
    expect(changed.body.meta.version).not.toBe(version)
    expect((await scim(`PATCH /Users/${created.id}`, body, withVersion)).status).toBe(412)
    expect((await scim(`DELETE /Users/${created.id}`, undefined, withVersion)).status).toBe(412)
    expect((await scim(`DELETE /Users/${created.id}`, undefined, { headers: { 'if-match': '*' } })).status).toBe(204)
  })
})

describe('bad input', () => {
  it.each([
    ['no JSON', '{', 400, 'invalidSyntax'],
    ['a list', [], 400, 'invalidSyntax'],
    ['no name', { emails: [{ value: 'x@company.example' }] }, 400, 'invalidValue'],
    ['a name with spaces', newUser({ userName: 'a b' }), 400, 'invalidValue'],
    ['no address', newUser({ userName: 'plain', emails: [] }), 400, 'invalidValue'],
    ['a number as a name', newUser({ userName: 7 }), 400, 'invalidValue'],
    ['a card number', newUser({ name: { givenName: '4111111111111111' } }), 400, 'invalidValue'],
    ['neither true nor false', newUser({ active: 'maybe' }), 400, 'invalidValue'],
    ['a long id', newUser({ externalId: 'x'.repeat(256) }), 400, 'invalidValue'],
    ['a body that is too large', newUser({ title: 'x'.repeat(1_100_000) }), 413, undefined],
  ])('refuses a user with %s', async (_name, body, status, scimType) => {
    const answer = await scim('POST /Users', body)
    expect(answer.status).toBe(status)
    expect(answer.body['scimType']).toBe(scimType)
    expect(answer.body['detail']).toEqual(expect.any(String))
  })

  it('refuses names, addresses and ids that others have', async () => {
    const other = await create()
    for (const values of [
      { userName: String(other['userName']).toUpperCase() },
      { emails: [{ value: other['userName'] }] },
      { externalId: other['externalId'] },
    ])
      expect((await scim('POST /Users', newUser(values))).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  })

  it.each([
    [{ op: 'Move', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 'Replace', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'Remove' }, 'noTarget'],
    [{ op: 'Remove', path: 'userName' }, 'mutability'],
    [{ op: 'Replace', value: 'text' }, 'invalidValue'],
    [{ op: 'Replace', path: 'userName', value: null }, 'invalidValue'],
  ])('refuses the operation %j and changes nothing', async (operation, scimType) => {
    const created = await create()
    const answer = await patch(created.id, { op: 'Replace', path: 'name.givenName', value: 'Changed' }, operation)
    expect(answer).toMatchObject({ status: 400, body: { scimType } })
    expect((await scim(`GET /Users/${created.id}`)).body).toEqual(created)
  })

  it.each([
    'userName',
    'userName co "x"',
    'title eq "x"',
    'userName eq "x" or id eq "1"',
    'userName eq "x" and',
    '(id eq "1")',
  ])('refuses the filter %s', async (text) => {
    expect((await scim(`GET /Users${filter(text)}`)).body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  })

  it('refuses unknown ids, types and addresses', async () => {
    for (const id of ['0', 'abc', '99999999999999999999', "1'--"])
      expect((await scim(`GET /Users/${encodeURIComponent(id)}`)).status).toBe(404)
    expect((await scim('POST /Users', 'x=1', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await scim('PATCH /Users/999999', patchBody({ op: 'Replace', path: 'active', value: true }))).status).toBe(
      404,
    )
  })
})

it('counts requests by resource and status', async () => {
  await scim('GET /Users/0')
  const metric = await server.server.counters.registry.getSingleMetric('portal_scim_requests_total')?.get()
  expect(metric?.values.map(({ labels }) => labels)).toContainEqual({ method: 'GET', resource: 'Users', status: '404' })
})
