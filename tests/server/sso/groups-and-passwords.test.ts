// The groups of the company's login, which never give what a second administrator would have to confirm, and a portal
// whose passwords are switched off except for the emergency user (docs/rules/single-sign-on.md).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { registerReminders } from '#server/access/remember-password.ts'
import type { Settings } from '#server/config/settings.ts'
import { callWith } from '#tests/support/call.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import { type FakeProvider, type Person, providerSettings, startFakeProvider } from '#tests/support/fake-provider.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'

let provider: FakeProvider
const mails = catchMail()
const groups = [
  { theirs: 'CP Approvers', ours: 'Approvers' },
  { theirs: 'CP Makers', ours: 'Makers' },
  { theirs: 'CP Missing', ours: 'No such group' },
]

beforeAll(async () => {
  const clock = { now: Date.now() }
  provider = await startFakeProvider(() => clock.now)
})
afterAll(() => provider?.close())

async function startPortal(settings: Partial<Settings>, mapped = groups): Promise<InProcessServer> {
  const portal = await startInProcess({
    settings: { provider: { ...providerSettings(provider.issuer), groups: mapped }, ...settings },
    maxConnections: 4,
  })
  portal.clock.now = Date.now()
  mails.catchFrom(portal.server)
  registerReminders(portal.server)
  await portal.server.jobs.start()
  const add = (name: string, permissions: readonly Permission[]) =>
    portal.server.db
      .insertInto('user_group')
      .values({ owner_id: 3, name, permissions: [...permissions] })
      .execute()
  await add('Makers', ['Batch.load', 'User.settings'])
  await add('Approvers', ['Batch.approve', 'User.settings'])
  return portal
}

async function signIn(portal: InProcessServer, person: Person) {
  let cookie = ''
  const call = async (method: string, params: object = {}) => {
    const response = await fetch(`${portal.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ method, params }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return (await response.json()) as Record<string, unknown> & { resultCode: string; resultText?: string }
  }
  const query = provider.logIn(String((await call('startProviderLogin'))['url']), person)
  await fetch(`${portal.url}sso/back?${query.toString()}`, { headers: { cookie }, redirect: 'manual' })
  const outcome = await call('finishProviderLogin')
  if (outcome.resultCode !== '0') return outcome
  return call('logIn', { username: outcome['username'], password: outcome['ticket'], ownerID: 3 })
}
const personOf = (username: string, ...theirGroups: string[]): Person => ({
  sub: `sub of ${username}`,
  email: `${username}@example.test`,
  email_verified: true,
  amr: ['mfa'],
  groups: theirGroups,
})
const permissionsOf = async (portal: InProcessServer, { token }: Record<string, unknown>) =>
  (await callWith(portal.url, String(token))('userInfo', {})).permissions

describe('groups, where a second administrator confirms changes', () => {
  let portal: InProcessServer
  beforeAll(async () => {
    portal = await startPortal({ needsSecondAdministrator: true })
    for (const username of ['mona', 'lars', 'nora', 'rita'])
      await portal.addUser({ username, permissions: ['Batch.load', 'User.settings'] })
    await portal.addUser({
      username: 'ada',
      permissions: ['User.write', 'Batch.approve', 'Batch.load', 'User.settings'],
    })
  })
  afterAll(() => portal?.close())

  it('take a right away at once, and give it back at once, since it was confirmed before', async () => {
    const session = await signIn(portal, personOf('lars', 'CP Makers'))
    expect(await permissionsOf(portal, session)).toEqual({ Batch: ['load'], User: ['settings'] })
  })

  it('give a new right only after an administrator has confirmed it', async () => {
    const session = await signIn(portal, personOf('mona', 'Everyone', 'CP Approvers'))
    expect(session.resultCode).toBe('0')
    expect(await permissionsOf(portal, session)).toEqual({ User: ['settings'] })
    const { id } = await portal.server.db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', 'mona')
      .executeTakeFirstOrThrow()
    const ada = await portal.server.db
      .selectFrom('user_account')
      .select(['id', 'username'])
      .where('username', '=', 'ada')
      .executeTakeFirstOrThrow()
    const { startSession } = await import('#server/sessions/sessions.ts')
    const call = callWith(portal.url, await startSession(portal.server.db, portal.server, ada))
    const { changes } = await call('pendingUserChanges', { userID: String(id) })
    expect(changes).toHaveLength(1)
    expect(changes[0]?.text).toContain("The company's login changed the group")
    expect((await call('confirmUserChange', { changeID: changes[0]?.changeID ?? '' })).resultCode).toBe('0')
    expect(await permissionsOf(portal, session)).toEqual({ Batch: ['approve'], User: ['settings'] })
    // The next sign-in with the same group changes nothing and holds nothing.
    const next = await signIn(portal, personOf('mona', 'CP Approvers'))
    expect(await permissionsOf(portal, next)).toEqual({ Batch: ['approve'], User: ['settings'] })
  })

  it('are taken in the order of the setting, and are written to the audit trail', async () => {
    await signIn(portal, personOf('rita', 'CP Makers', 'CP Approvers'))
    const { changes } = await portal.server.db
      .selectFrom('audit_event')
      .select('changes')
      .where('method', '=', 'applyProviderGroup')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(changes).toEqual([{ field: 'group', before: 'Group of rita', after: 'Approvers' }])
  })

  it('that are not mapped, or to a group that does not exist, give no access', async () => {
    expect((await signIn(portal, personOf('nora', 'Everyone'))).resultText).toContain('None of your groups at Contoso')
    expect((await signIn(portal, personOf('nora', 'CP Missing'))).resultText).toContain('does not exist')
  })

  it('never remove the last user who can manage users', async () => {
    const session = await signIn(portal, personOf('ada', 'CP Makers'))
    expect(await permissionsOf(portal, session)).toMatchObject({ User: expect.arrayContaining(['write']) as string[] })
  })
})

describe('groups, where changes are held for a day', () => {
  it('give the right, but nothing can be approved with it until the hold is over or a change is confirmed', async () => {
    const portal = await startPortal({ approvalHoldHours: 24 })
    await portal.addUser({ username: 'mona', permissions: ['Batch.load', 'User.settings'] })
    const session = await signIn(portal, personOf('mona', 'CP Approvers'))
    const call = callWith(portal.url, String(session['token']))
    const info = await call('userInfo', {})
    expect(info.permissions).toEqual({ Batch: ['approve'], User: ['settings'] })
    expect(info.approvalHold).toContain("The company's login")
    await portal.close()
  })
})

describe('with passwords switched off', () => {
  let portal: InProcessServer
  beforeAll(async () => {
    portal = await startPortal({ isPasswordLoginOn: false, breakGlassUser: 'Emergency' }, [])
    await portal.addUser({ username: 'emergency', permissions: ['User.write', 'User.settings'] })
    await portal.addUser({ username: 'ada', permissions: ['User.write', 'User.settings'] })
    await portal.addUser({ username: 'olga', permissions: ['User.settings'] })
  })
  afterAll(() => portal?.close())
  const logIn = async (username: string, typed = password) => {
    const params = { username, password: typed, ownerID: 3 }
    const response = await fetch(`${portal.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'logIn', params }),
    })
    return (await response.json()) as Record<string, unknown> & { resultCode: string; resultText?: string }
  }

  it('a right password gets the response of a wrong one, and so does a wrong one of the emergency user', async () => {
    const wrong = { resultCode: '-20001', resultText: 'Wrong username or password' }
    expect(await logIn('olga')).toEqual(wrong)
    expect(await logIn('emergency', 'Wrong-Horse-7')).toEqual(wrong)
  })

  it('the emergency user can log in, which rings in the mail, in the audit trail and in the metrics', async () => {
    const before = await rung()
    expect((await logIn('emergency')).resultCode).toBe('0')
    const recipients = () => mails.sent.filter(({ kind }) => kind === 'breakGlassUsed').map(({ to }) => to.username)
    await expect.poll(recipients).toEqual(['ada', 'emergency'])
    const rows = await portal.server.db
      .selectFrom('audit_event')
      .where('method', '=', 'useBreakGlass')
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
    expect(await rung()).toBe(before + 1)
  })
  const rung = async () => {
    const metric = await portal.server.counters.registry.getSingleMetric('portal_break_glass_logins_total')?.get()
    return metric?.values[0]?.value ?? 0
  }

  it('a password can be reset for the emergency user only', async () => {
    const call = callWith(portal.url, '')
    for (const account of ['olga', 'emergency']) {
      const { url } = portal
      await fetch(`${url}api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'rememberPassword', params: { account, ownerId: 3 } }),
      })
    }
    void call
    const sent = () => mails.sent.filter(({ kind }) => kind === 'reset').map(({ to }) => to.username)
    await expect.poll(sent).toEqual(['emergency'])
  })

  it('a user without a password is told so, and is never locked for it', async () => {
    const session = await signIn(portal, personOf('olga'))
    const call = callWith(portal.url, String(session['token']))
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { resultCode, resultText } = await call('changePassword', {
        oldPassword: password,
        password: 'Other-Horse-77',
      })
      expect([resultCode, resultText]).toEqual(['-20409', expect.stringContaining('have no password here') as string])
    }
    expect((await call('userInfo', {})).resultCode).toBe('0')
  })

  it('a change that needs a recent password asks for a new login instead', async () => {
    const session = await signIn(portal, personOf('ada'))
    const call = callWith(portal.url, String(session['token']))
    const { sessions } = await call('mySessions', {})
    portal.clock.now += 6 * 60_000
    const response = await call('endMySession', { sessionId: sessions[0]?.sessionId ?? '' })
    expect(response).toMatchObject({
      resultCode: '-20409',
      resultText: expect.stringContaining('log in again with Contoso') as string,
    })
    expect(response).not.toHaveProperty('passwordNeeded')
    portal.clock.now -= 6 * 60_000
  })

  it('a new user gets a mail that leads to the company’s login', async () => {
    const session = await signIn(portal, personOf('ada'))
    const call = callWith(portal.url, String(session['token']))
    const { groupId } = await call('userInfo', { id: String((await call('userInfo', {})).user.userId) })
    const user = {
      username: 'newbie',
      firstname: 'New',
      lastname: 'User',
      email: 'newbie@example.test',
      ownerId: 3,
      groupId: groupId ?? '',
      isNew: true,
    }
    expect((await call('saveUser', { user })).resultCode).toBe('0')
    await expect
      .poll(() => mails.sent.filter(({ to }) => to.username === 'newbie').map(({ kind }) => kind))
      .toEqual(['accountReady'])
    expect((await signIn(portal, personOf('newbie'))).resultCode).toBe('0')
  })
})
