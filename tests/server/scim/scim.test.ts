// The company's directory manages users and members of groups by SCIM: the requests as Microsoft Entra ID and Okta
// document them, what a leaver loses, what waits for a second administrator, and what is refused. One server for all
// tests. Rules: docs/rules/scim.md.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MachineScope } from '#domain/access/machine-users.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { makeMachineUser } from '#tests/support/machine-users.ts'
import { startUsersServer, type UsersServer } from '../users/users-server.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

let server: UsersServer
let key = ''
const groupIds: Record<string, string> = {}

beforeAll(async () => {
  server = await startUsersServer({
    scimGroups: ['Newcomers', 'Makers', 'Approvers'],
    needsSecondAdministrator: true,
    callsPerMinute: 100_000,
  })
  for (const [name, permissions] of [
    ['Newcomers', ['User.settings']],
    ['Makers', ['Batch.load', 'User.settings']],
    ['Approvers', ['Batch.approve', 'User.settings']],
  ] as const) {
    const { id } = await server.server.db
      .insertInto('user_group')
      .values({ owner_id: 3, name, permissions: [...permissions] })
      .returning('id')
      .executeTakeFirstOrThrow()
    groupIds[name] = String(id)
  }
  key = (await makeKey(['User.provision'])).key
})
afterAll(() => server?.close())

/** Confirmed, as a second administrator would. */
async function makeKey(scopes: readonly MachineScope[], overrides: object = {}) {
  const made = await makeMachineUser(
    { url: server.url, token: server.admin.token, now: server.clock.now },
    { scopes, ...overrides },
  )
  await sql`UPDATE machine_user SET confirmed_at = created_at WHERE id = ${made.id}`.execute(server.server.db)
  return made
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { readonly id: string; readonly detail: string }
}

async function scim(
  request: string,
  body?: unknown,
  { as = key, ...headers }: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const [method = '', path = ''] = request.split(/ (.*)/)
  const response = await fetch(encodeURI(`${server.url}scim/v2${path}`), {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text === '' ? '{}' : text) as Answer['body'],
  }
}
const patch = (path: string, Operations: unknown, headers = {}) =>
  scim(`PATCH ${path}`, { schemas: [PATCH], Operations }, headers)

let count = 0
/** A user as Entra creates one. */
const entraUser = (values: object = {}) => {
  count += 1
  return {
    schemas: [USER, ENTERPRISE],
    externalId: `0a21f0f2-8d2a-4f8e-bf98-${String(count).padStart(12, '0')}`,
    userName: `test_user_${count}@contoso.example`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `test_user_${count}@contoso.example` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Mona Lee', familyName: 'Lee', givenName: 'Mona' },
    roles: [],
    [ENTERPRISE]: { department: 'Finance', manager: '26118915' },
    ...values,
  }
}
const create = async (values: object = {}) => {
  const { status, body } = await scim('POST /Users', entraUser(values))
  expect([status, body.detail]).toEqual([201, undefined])
  return body.id
}
const addTo = (group: string, id: string) =>
  patch(`/Groups/${groupIds[group]}`, [{ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }])
const groupOf = async (id: string) =>
  ((await scim(`GET /Users/${id}`)).body['groups'] as { display: string }[]).map(({ display }) => display).join()
const activateRow = (id: string) =>
  sql`UPDATE user_account SET activated_at = now() WHERE id = ${id}`.execute(server.server.db)
const entriesOf = async (id: string) =>
  (
    await server.server.db
      .selectFrom('audit_event')
      .select(['method', 'result_code', 'user_id'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ method, result_code: code }) => `${method} ${code}`)

describe('as Microsoft Entra ID sends it', () => {
  it('finds no user, creates one, finds it, and changes it', async () => {
    const user = entraUser()
    const none = await scim(`GET /Users?filter=userName eq "${user.userName}"`)
    expect(none).toMatchObject({ status: 200, body: { totalResults: 0, itemsPerPage: 0, Resources: [] } })

    const made = await scim('POST /Users', user)
    const { id } = made.body
    expect(made).toMatchObject({
      status: 201,
      body: {
        schemas: [USER],
        userName: user.userName,
        externalId: user.externalId,
        name: { givenName: 'Mona', familyName: 'Lee' },
        emails: [{ value: user.userName, type: 'work', primary: true }],
        active: true,
        groups: [],
        meta: { resourceType: 'User', location: `${server.server.settings.publicUrl}scim/v2/Users/${id}` },
      },
    })
    expect(made.headers.get('content-type')).toContain('application/scim+json')
    await server.mail(user.userName)

    for (const filter of [
      `userName eq "${user.userName.toUpperCase()}"`,
      `externalId eq "${user.externalId}"`,
      `emails[type eq "work"].value eq "${user.userName}"`,
      `id eq "${id}" and active eq true`,
    ])
      expect([filter, (await scim(`GET /Users?filter=${filter}`)).body]).toMatchObject([
        filter,
        { totalResults: 1, Resources: [{ id }] },
      ])

    const changed = await patch(`/Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Tan' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Treasury' },
    ])
    expect(changed).toMatchObject({
      status: 200,
      body: { name: { givenName: 'Mona', familyName: 'Tan' }, emails: [{ value: 'updated@contoso.example' }] },
    })
  })

  it.each([
    ['False as a text', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['a boolean', [{ op: 'replace', path: 'active', value: false }]],
    ['without a path', [{ op: 'Replace', value: { active: 'False', 'name.givenName': 'X' } }]],
    ['a list of one', [{ op: 'Replace', path: 'active', value: [{ value: 'False' }] }]],
    ['a path with a URN', [{ op: 'Replace', path: `${USER}:active`, value: false }]],
    ['with values that are refused', [{ op: 'Replace', value: { active: false, userName: '' } }]],
  ])('deactivates by %s, and activates again', async (_what, operations) => {
    const id = await create()
    expect(await patch(`/Users/${id}`, operations)).toMatchObject({ status: 200, body: { active: false } })
    const back = await patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }])
    expect(back).toMatchObject({ status: 200, body: { active: true, name: { givenName: 'Mona' } } })
    expect(await entriesOf(id)).toEqual(['provisionUser 0', 'deactivateByDirectory 0', 'activateByDirectory 0'])
  })

  it('finds a group by its name, and adds, moves and removes members', async () => {
    const found = await scim('GET /Groups?excludedAttributes=members&filter=displayName eq "makers"')
    expect(found.body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: groupIds['Makers'], displayName: 'Makers' }],
    })
    expect((found.body['Resources'] as object[])[0]).not.toHaveProperty('members')

    const id = await create()
    expect((await addTo('Makers', id)).status).toBe(204)
    const asked = await scim(`GET /Groups?filter=id eq "${groupIds['Makers']}" and members eq "${id}"`)
    expect(asked.body).toMatchObject({ totalResults: 1 })

    // Entra can add to the new group before it removes from the old one.
    await addTo('Approvers', id)
    expect(await groupOf(id)).toBe('Approvers')
    await patch(`/Groups/${groupIds['Makers']}`, [{ op: 'Remove', path: 'members', value: [{ value: id }] }])
    expect(await groupOf(id)).toBe('Approvers')
    await patch(`/Groups/${groupIds['Approvers']}`, [{ op: 'Remove', path: `members[value eq "${id}"]` }])
    expect(await groupOf(id)).toBe('')
  })

  it('deletes a user once', async () => {
    const id = await create()
    expect((await scim(`DELETE /Users/${id}`)).status).toBe(204)
    for (const request of [`GET /Users/${id}`, `DELETE /Users/${id}`])
      expect(await scim(request)).toMatchObject({ status: 404, body: { status: '404' } })
    expect(await entriesOf(id)).toEqual(['provisionUser 0', 'deleteByDirectory 0'])
  })
})

describe('as Okta sends it', () => {
  it('tests the connection, creates, updates by PUT, and deactivates', async () => {
    const test = await scim('GET /Users?startIndex=1&count=2')
    expect(test.body).toMatchObject({ startIndex: 1, itemsPerPage: 2 })
    const user = {
      schemas: [USER],
      userName: 'test.user@okta.example',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const made = await scim('POST /Users', user)
    expect(made.status).toBe(201)
    expect(made.body).not.toHaveProperty('password')
    const { id } = made.body
    const put = await scim(`PUT /Users/${id}`, { ...user, id, name: { givenName: 'Another', familyName: 'User' } })
    expect(put).toMatchObject({ status: 200, body: { name: { givenName: 'Another' }, active: true } })
    const off = await patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }])
    expect(off).toMatchObject({ status: 200, body: { active: false } })
    const on = await scim(`PUT /Users/${id}`, { ...user, id, active: true })
    expect(on).toMatchObject({ status: 200, body: { active: true } })
    expect(await scim('POST /Users', user)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  })

  it('pushes a group: links it by its name, and sets, adds and removes members', async () => {
    const [one, two] = [await create(), await create()]
    const address = `/Groups/${groupIds['Makers']}`
    const named = { op: 'replace', value: { id: groupIds['Makers'], displayName: 'Makers' } }
    const set = { op: 'replace', path: 'members', value: [{ value: one, display: 'one' }] }
    expect((await patch(address, [named, set])).status).toBe(204)
    expect((await patch(address, [{ op: 'add', path: 'members', value: [{ value: two }] }])).status).toBe(204)
    expect((await scim(`GET ${address}`)).body['members']).toMatchObject([{ value: one }, { value: two }])
    await patch(address, [{ op: 'remove', path: `members[value eq "${one}"]` }])
    expect((await scim(`GET ${address}`)).body['members']).toMatchObject([{ value: two }])
    const whole = { schemas: [GROUP], displayName: 'Makers', members: [{ value: one }] }
    expect((await scim(`PUT ${address}`, whole)).body['members']).toMatchObject([{ value: one }])
    expect([await groupOf(one), await groupOf(two)]).toEqual(['Makers', ''])
    await patch(address, [{ op: 'remove', path: 'members' }])
    expect(await groupOf(one)).toBe('')
  })
})

describe('a leaver', () => {
  it('loses sessions, notices and offline data at once', async () => {
    const person = await server.addUser({ username: 'leaver', permissions: ['User.settings'] })
    const token = await startSession(server.server.db, server.server, person)
    const opened = await server.request('openNoticeChannel', { token })
    expect(opened).toMatchObject({ resultCode: '0' })
    const channels = () =>
      server.server.db.selectFrom('notice_channel').select('user_id').where('user_id', '=', person.id).execute()
    expect(await channels()).toHaveLength(1)
    await patch(`/Users/${person.id}`, [{ op: 'Replace', path: 'active', value: false }])
    expect(await channels()).toEqual([])
    expect(await server.request('userInfo', { token })).toMatchObject({ resultCode: '-20012' })
  })

  it('whom an administrator locked stays locked', async () => {
    const id = await create()
    await activateRow(id)
    expect(await server.call('lockUser', { lockUserID: id })).toMatchObject({ resultCode: '0' })
    for (const active of [false, true]) {
      const answer = await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: active }])
      expect(answer).toMatchObject({ status: 200, body: { active: false } })
    }
  })

  it('whom an administrator unlocked can be deactivated again', async () => {
    const id = await create({ active: false })
    expect(await server.call('unlockUser', { unlockUserID: id })).toMatchObject({ resultCode: '0' })
    const again = await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
    expect(again).toMatchObject({ body: { active: false } })
  })
})

describe('rights', () => {
  it('wait for an administrator who did not make the key', async () => {
    const id = await create()
    await activateRow(id)
    await addTo('Approvers', id)
    const token = await startSession(server.server.db, server.server, {
      id: Number(id),
      username: String((await scim(`GET /Users/${id}`)).body['userName']),
    })
    const permissions = async () => (await server.request('userInfo', { token }))['permissions']
    expect(await permissions()).toEqual({ User: ['settings'] })

    const other = await server.addUser({
      username: 'second',
      permissions: ['User.write', 'Batch.approve', 'User.settings'],
    })
    const open = async (by: typeof other) =>
      (await server.request('pendingUserChanges', { token: by.token, userID: id }))['changes'] as Record<
        string,
        string
      >[]
    const [change] = await open(other)
    expect(change?.['text']).toContain("The company's directory (machine-")
    const changeID = change?.['changeID']
    expect(await server.call('confirmUserChange', { changeID })).toMatchObject({ resultCode: '-20409' })
    expect(await server.call('confirmUserChange', { changeID }, other)).toMatchObject({ resultCode: '0' })
    expect(await permissions()).toEqual({ Batch: ['approve'], User: ['settings'] })
    // Taking away applies at once.
    await patch(`/Groups/${groupIds['Approvers']}`, [{ op: 'remove', path: `members[value eq "${id}"]` }])
    expect(await permissions()).toEqual({ User: ['settings'] })
  })

  it('of a changed address wait too', async () => {
    const id = await create()
    await addTo('Makers', id)
    await patch(`/Users/${id}`, [{ op: 'replace', path: 'emails', value: [{ value: `other-${id}@contoso.example` }] }])
    const kinds = await sql<{
      kinds: string[]
    }>`SELECT kinds FROM user_change WHERE user_id = ${id} ORDER BY id`.execute(server.server.db)
    expect(kinds.rows.map((row) => row.kinds)).toEqual([['group'], ['email']])
  })

  it('of administrators are not the directory’s: it can only deactivate them, but never the last', async () => {
    const { id } = await server.addUser({ username: 'manager', permissions: ['User.write', 'Batch.load'] })
    const change = [{ op: 'replace', path: 'emails', value: 'x@evil.example' }]
    expect(await patch(`/Users/${id}`, change)).toMatchObject({ status: 403, body: { scimType: 'mutability' } })
    expect(await addTo('Makers', String(id))).toMatchObject({ status: 403 })
    expect(await entriesOf(String(id))).toEqual(['provisionUser -20409', 'provisionUser -20409'])
    const off = [{ op: 'replace', path: 'active', value: false }]
    expect(await patch(`/Users/${id}`, off)).toMatchObject({ status: 200, body: { active: false } })

    const managers = await sql<{ id: string }>`
      SELECT u.id FROM user_account u JOIN user_group g ON g.id = u.group_id
      WHERE 'User.write' = ANY (g.permissions) AND u.id <> ${server.admin.id} AND u.locked_at IS NULL`.execute(
      server.server.db,
    )
    for (const manager of managers.rows) await patch(`/Users/${manager.id}`, off)
    const last = await patch(`/Users/${server.admin.id}`, off)
    expect([last.status, last.body.detail]).toEqual([409, m.users_lastUserManager()])
    expect(await scim(`DELETE /Users/${server.admin.id}`)).toMatchObject({ status: 409 })
  })
})

it('keeps the names of its groups, because a renamed one would stop every request', async () => {
  const group = await server.server.db
    .selectFrom('user_group')
    .select(['id', 'permissions'])
    .where('name', '=', 'Makers')
    .executeTakeFirstOrThrow()
  const values = { groupId: String(group.id), name: 'Renamed', permissions: group.permissions, campaignIds: [] }
  expect(await server.call('saveGroup', { group: values })).toMatchObject({
    resultCode: '-20409',
    resultText: "The company's directory finds this group by its name. Change the server's setting SCIM_GROUPS first",
  })
})

describe('versions and pages', () => {
  it('refuses a change of an older version, and does not send what is known', async () => {
    const id = await create()
    const read = await scim(`GET /Users/${id}`)
    const etag = read.headers.get('etag') ?? ''
    expect((read.body['meta'] as { version: string }).version).toBe(etag)
    expect((await scim(`GET /Users/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304)
    const rename = (name: string) => [{ op: 'replace', path: 'name.givenName', value: name }]
    const first = await patch(`/Users/${id}`, rename('Nora'), { 'if-match': etag })
    expect(first.status).toBe(200)
    expect(await patch(`/Users/${id}`, rename('Rita'), { 'if-match': etag })).toMatchObject({ status: 412 })
    expect((await scim(`DELETE /Users/${id}`, undefined, { 'if-match': etag })).status).toBe(412)
    expect((await scim(`GET /Users/${id}`, undefined, { 'if-none-match': etag })).body).toMatchObject({
      name: { givenName: 'Nora' },
    })
  })

  it('pages through all users, each once', async () => {
    const total = Number((await scim('GET /Users?count=0')).body['totalResults'])
    const seen: string[] = []
    for (let startIndex = 1; startIndex <= total; startIndex += 3) {
      const page = await scim(`GET /Users?startIndex=${startIndex}&count=3&attributes=userName`)
      for (const user of page.body['Resources'] as Record<string, string>[]) {
        expect(Object.keys(user).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName'])
        seen.push(String(user['id']))
      }
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
    for (const [query, startIndex] of [
      ['startIndex=-5', 1],
      ['startIndex=x', 1],
      ['startIndex=9999', 9999],
    ] as const)
      expect((await scim(`GET /Users?${query}&count=-1`)).body).toMatchObject({ startIndex, itemsPerPage: 0 })
  })

  it('describes itself', async () => {
    const config = await scim('GET /ServiceProviderConfig')
    expect(config.body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
      bulk: { supported: false },
    })
    expect((await scim('GET /ResourceTypes')).body).toMatchObject({ Resources: [{ id: 'User' }, { id: 'Group' }] })
    expect((await scim(`GET /Schemas/${USER}`)).body).toMatchObject({ id: USER, name: 'User' })
    expect((await scim('GET /Schemas/urn:x')).status).toBe(404)
  })
})

describe('refuses in SCIM’s form', () => {
  it.each<[string, string, unknown, number, string | undefined]>([
    ['a body that is no JSON', 'POST /Users', '{', 400, 'invalidSyntax'],
    ['a body that is no object', 'POST /Users', [], 400, 'invalidSyntax'],
    ['a user without a name', 'POST /Users', { schemas: [USER] }, 400, 'invalidValue'],
    ['a name with spaces', 'POST /Users', { userName: 'a b', emails: 'a@b.example' }, 400, 'invalidValue'],
    ['a name that is no text', 'POST /Users', { userName: { a: 1 } }, 400, 'invalidValue'],
    ['a name with half a character', 'POST /Users', { userName: 'a\uD800@b.example' }, 400, 'invalidValue'],
    ['an address that is none', 'POST /Users', { userName: 'nomail', emails: [{ value: 'x' }] }, 400, 'invalidValue'],
    ['a taken address', 'POST /Users', { userName: 'fresh', emails: 'admin@example.test' }, 409, 'uniqueness'],
    ['active that is neither', 'POST /Users', { userName: 'a@b.example', active: 'maybe' }, 400, 'invalidValue'],
    ['another comparison', 'GET /Users?filter=userName co "a"', undefined, 400, 'invalidFilter'],
    ['or', 'GET /Users?filter=userName eq "a" or userName eq "b"', undefined, 400, 'invalidFilter'],
    ['an open text', 'GET /Users?filter=userName eq "a', undefined, 400, 'invalidFilter'],
    ['an unknown attribute', 'GET /Users?filter=title eq "a"', undefined, 400, 'invalidFilter'],
    ['an empty filter', 'GET /Groups?filter=', undefined, 400, 'invalidFilter'],
    ['a user that does not exist', 'GET /Users/999999', undefined, 404, undefined],
    ['an id that is none', "GET /Users/1'--", undefined, 404, undefined],
    ['a machine user', 'GET /Users/machine', undefined, 404, undefined],
    ['a group that is not listed', 'GET /Groups/1', undefined, 404, undefined],
    ['a new group', 'POST /Groups', { displayName: 'Else' }, 403, 'mutability'],
    ['a group that exists', 'POST /Groups', { displayName: 'makers' }, 409, 'uniqueness'],
    ['bulk', 'POST /Bulk', {}, 404, undefined],
  ])('%s', async (_what, request, body, status, scimType) => {
    const answer = await scim(request, body)
    expect(answer).toMatchObject({
      status,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
    })
    expect([answer.body['scimType'], typeof answer.body.detail]).toEqual([scimType, 'string'])
  })

  it.each<[string, 'Users' | 'Groups', unknown, number, string]>([
    ['no operations', 'Users', [], 400, 'invalidSyntax'],
    ['an unknown operation', 'Users', [{ op: 'move', path: 'active' }], 400, 'invalidSyntax'],
    ['a path that is not readable', 'Users', [{ op: 'add', path: 'name..x', value: 1 }], 400, 'invalidPath'],
    ['a removed name', 'Users', [{ op: 'remove', path: 'userName' }], 400, 'mutability'],
    ['remove without a path', 'Users', [{ op: 'remove' }], 400, 'noTarget'],
    ['no value', 'Users', [{ op: 'replace', path: 'userName' }], 400, 'invalidValue'],
    ['another name of a group', 'Groups', [{ op: 'replace', path: 'displayName', value: 'X' }], 403, 'mutability'],
    ['a member who does not exist', 'Groups', [{ op: 'add', path: 'members', value: '999999' }], 400, 'invalidValue'],
    ['a member that is no id', 'Groups', [{ op: 'add', path: 'members', value: [{ value: 7 }] }], 400, 'invalidValue'],
    ['a filter of members', 'Groups', [{ op: 'remove', path: 'members[type eq "User"]' }], 400, 'invalidPath'],
  ])('a PATCH with %s', async (_what, resource, operations, status, scimType) => {
    const id = resource === 'Users' ? await create() : groupIds['Makers']
    const before = await scim(`GET /${resource}/${id}`)
    expect(await patch(`/${resource}/${id}`, operations)).toMatchObject({ status, body: { scimType } })
    expect((await scim(`GET /${resource}/${id}`)).body).toEqual(before.body)
  })
})

describe('keys', () => {
  it('only one with this scope alone, for all campaigns, opens SCIM, and it opens nothing else', async () => {
    const other = await makeKey(['Batch.load'])
    await server.server.db.insertInto('programme').values({ owner_id: 3, currency: 'SGD', symbol: 'S$' }).execute()
    const { id: campaignId } = await server.server.db
      .insertInto('campaign')
      .values({
        owner_id: 3,
        name: 'travel',
        currency: 'SGD',
        symbol: 'S$',
        ica: '1',
        closed_at: null,
        card_prefix: null,
        load_min_cents: 100,
        load_max_cents: 1000,
        voucher_max_cents: 1000,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const limited = await makeKey(['User.provision'])
    await sql`UPDATE user_account SET campaign_ids = ARRAY[${campaignId}::bigint] WHERE id = ${limited.id}`.execute(
      server.server.db,
    )
    for (const [as, status] of [
      ['', 401],
      ['ck_live_00000000000000000000000000000000', 401],
      [server.admin.token, 401],
      [other.key, 403],
      [limited.key, 403],
    ] as const)
      expect([status, (await scim('GET /Users', undefined, { as })).status]).toEqual([status, status])
    for (const path of ['/batches', '/campaigns', '/funding']) {
      const response = await fetch(`${server.url}v1${path}`, { headers: { authorization: `Bearer ${key}` } })
      expect([path, response.status]).toEqual([path, 403])
    }
    expect(await server.request('searchUser', { token: key, keyword: '' })).toMatchObject({ resultCode: '-20012' })
    await expect(makeKey(['User.provision', 'Batch.load'])).rejects.toThrow('no other scope')
  })

  it('are counted by address and status', async () => {
    await scim('GET /Users?count=0')
    const metric = await server.server.counters.registry.getSingleMetric('portal_rest_requests_total')?.get()
    expect(metric?.values.map(({ labels }) => labels)).toContainEqual({ route: 'scimUsers GET', status: '200' })
  })
})
