// Signing in by the company's login against a provider that can lie: what is accepted, and every response, account and
// logout message that is not (docs/rules/single-sign-on.md).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authorizationAddress, readAnswer } from '#server/sso/provider.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import {
  type FakeProvider,
  type Lie,
  type Person,
  providerSettings,
  startFakeProvider,
} from '#tests/support/fake-provider.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'

let provider: FakeProvider
let portal: InProcessServer
const mails = catchMail()
let count = 0
/** A new person at the provider, with a user of the portal that has the same verified address. */
async function addPerson(more: Partial<Parameters<InProcessServer['addUser']>[0]> = {}): Promise<Person> {
  count += 1
  const username = `person${count}`
  await portal.addUser({ username, permissions: ['Batch.load', 'User.settings'], ...more })
  return { sub: `sub-${count}`, email: `${username}@example.test`, email_verified: true }
}
const usernameOf = ({ email = '' }: Person) => email.replace('@example.test', '')

beforeAll(async () => {
  const clock = { now: Date.now() }
  provider = await startFakeProvider(() => clock.now)
  portal = await startInProcess({ settings: { provider: providerSettings(provider.issuer) }, maxConnections: 4 })
  portal.clock.now = clock.now
  mails.catchFrom(portal.server)
  await portal.server.jobs.start()
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})
beforeEach(() => {
  Object.assign(provider.state, { isDown: false, hasKeys: true, metadata: {} })
})

/** A browser of its own, with the portal's cookie. */
function openBrowser() {
  let cookie = ''
  const call = async (method: string, params: object = {}) => {
    const response = await fetch(`${portal.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ method, params }),
    })
    const set = response.headers.get('set-cookie')
    if (set !== null) cookie = set.split(';')[0] ?? ''
    return (await response.json()) as Record<string, unknown> & { resultCode: string; resultText?: string }
  }
  const comeBack = (query: URLSearchParams | string) =>
    fetch(`${portal.url}sso/back?${query.toString()}`, { headers: { cookie }, redirect: 'manual' })
  return {
    call,
    comeBack,
    cookie: () => cookie,
    begin: async () => String((await call('startProviderLogin'))['url']),
    finish: () => call('finishProviderLogin'),
    /** The whole way, up to the outcome of the provider's login. */
    async logIn(person: Person, lie?: Lie) {
      await comeBack(provider.logIn(String((await call('startProviderLogin'))['url']), person, lie))
      return call('finishProviderLogin')
    },
    /** The step after it, which ends in a session. */
    enter: (outcome: Record<string, unknown>, more: object = {}) =>
      call('logIn', { username: outcome['username'], password: outcome['ticket'], ownerID: 3, ...more }),
  }
}
const sessionOf = async (person: Person, lie?: Lie) => {
  const browser = openBrowser()
  const { token } = await browser.enter(await browser.logIn(person, lie))
  return { browser, token }
}
const isAlive = async (token: unknown) => (await openBrowser().call('userInfo', { token })).resultCode === '0'

describe('a sign-in', () => {
  it('links the account at the first time, with a mail, and later finds it by issuer and subject', async () => {
    const person = await addPerson()
    const browser = openBrowser()
    const outcome = await browser.logIn(person)
    expect(outcome).toMatchObject({ resultCode: '0', username: usernameOf(person), isFirst: true })
    expect(await browser.enter(outcome)).toMatchObject({ resultCode: '0', token: expect.any(String) as string })
    await expect
      .poll(() => mails.sent.find(({ kind, to }) => kind === 'providerLinked' && to.email === person.email))
      .toMatchObject({ provider: 'Contoso' })
    // The address at the provider does not matter any more.
    const again = await openBrowser().logIn({ ...person, email: 'renamed@example.test', email_verified: false })
    expect(again).toMatchObject({ resultCode: '0', username: usernameOf(person), isFirst: false })
  })

  it('asks for a code with PKCE, a state, a nonce and exactly the registered address', async () => {
    const query = new URL(await openBrowser().begin()).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'portal',
      redirect_uri: `${portal.server.settings.publicUrl}sso/back`,
      scope: 'openid email',
      acr_values: 'urn:two',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{20,}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{20,}$/) as string,
    })
  })

  it('comes back to the login page with nothing in its address, and binds the browser by a cookie no script reads', async () => {
    const browser = openBrowser()
    const response = await fetch(`${portal.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'startProviderLogin', params: {} }),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^sso=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    const back = await browser.comeBack(provider.logIn(await browser.begin(), await addPerson()))
    expect([back.status, back.headers.get('location')]).toEqual([303, '/voyager/login?provider=back'])
  })

  it('activates a user who has not opened the activation mail, since the provider has proved the address', async () => {
    const person = await addPerson({ notActivated: true })
    expect((await sessionOf(person)).token).toEqual(expect.any(String))
  })

  it('works at once after the provider has rotated its keys, and with another asymmetric algorithm', async () => {
    const person = await addPerson()
    await sessionOf(person)
    await provider.rotateKeys()
    expect((await sessionOf(person)).token).toEqual(expect.any(String))
    expect((await sessionOf(person, { alg: 'ES256' })).token).toEqual(expect.any(String))
  })

  it('and a logout are refused at once if they are signed with a key that was withdrawn', async () => {
    const person = await addPerson()
    const { token } = await sessionOf(person)
    await provider.rotateKeys()
    const outcome = await openBrowser().logIn(person, { withdrawnKey: true })
    expect(outcome.resultText).toContain('could not be accepted')
    const message = await provider.logoutToken({ sub: person.sub }, { withdrawnKey: true })
    const body = new URLSearchParams({ logout_token: message })
    expect((await fetch(`${portal.url}sso/logout`, { method: 'POST', body })).status).toBe(400)
    expect(await isAlive(token)).toBe(true)
  })

  it.each([
    ['by amr', { amr: ['pwd', 'mfa'] }],
    ['by acr', { acr: 'urn:two' }],
  ])('needs no second factor of the portal if the provider asked for one (%s)', async (_, claims) => {
    const person = await addPerson({ secondFactor: 'email' })
    expect((await sessionOf({ ...person, ...claims })).token).toEqual(expect.any(String))
  })

  it.each([
    ['neither', {}],
    ['only a password', { amr: ['pwd'], acr: '1' }],
  ])('needs the portal’s second factor if the provider says %s', async (_, claims) => {
    const person = await addPerson({ secondFactor: 'email' })
    const browser = openBrowser()
    const outcome = await browser.logIn({ ...person, ...claims })
    expect(await browser.enter(outcome)).toMatchObject({ resultCode: '-20150', factor: 'email' })
    expect(await browser.enter(outcome, { challenge: '000000' })).toMatchObject({ resultCode: '-20151' })
    const code = () => mails.sent.find(({ kind, to }) => kind === 'code' && to.email === person.email)
    await expect.poll(code).toBeDefined()
    const { code: challenge } = code() as { code: string }
    expect(await browser.enter(outcome, { challenge })).toMatchObject({ resultCode: '0' })
  })

  it('leads a user whose app is not set up to the enrolment, as after a password', async () => {
    const person = await addPerson({ secondFactor: 'app' })
    const browser = openBrowser()
    const outcome = await browser.logIn(person)
    expect((await browser.enter(outcome)).resultCode).toBe('-20031')
    const credentials = { username: outcome['username'], password: outcome['ticket'], ownerID: 3 }
    expect(await browser.call('enrollUser', credentials)).toMatchObject({ resultCode: '0' })
  })
})

const soon = (seconds: number) => Math.floor(portal.clock.now / 1000) + seconds

describe('a response of the provider', () => {
  const failed = 'The response of Contoso could not be accepted'
  const lies: readonly [string, () => Lie][] = [
    ['signed with none', () => ({ alg: 'none' })],
    ['signed with HS256 and the client’s secret', () => ({ alg: 'HS256' })],
    ['signed with a key that the provider does not publish', () => ({ foreignKey: true })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['for several clients, without saying which one may use it', () => ({ claims: { aud: ['portal', 'another'] } })],
    ['that another client may use', () => ({ claims: { aud: ['portal', 'another'], azp: 'another' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://login.example' } })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['that expired two minutes ago', () => ({ claims: { exp: soon(-120) } })],
    ['that is not valid for two minutes yet', () => ({ claims: { nbf: soon(120) } })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
  ]
  it.each(lies)('with an ID token %s is refused', async (_, lie) => {
    const browser = openBrowser()
    const outcome = await browser.logIn(await addPerson(), lie())
    expect(outcome.resultCode).toBe('-20409')
    expect(outcome.resultText).toContain(failed)
    expect(outcome).not.toHaveProperty('ticket')
  })

  it.each([
    ['expired 45 seconds ago', () => ({ claims: { exp: soon(-45) } })],
    ['is valid only in 45 seconds', () => ({ claims: { nbf: soon(45), iat: soon(45) } })],
  ])('with an ID token that %s is accepted, because clocks differ', async (_, lie) => {
    expect((await openBrowser().logIn(await addPerson(), lie())).resultCode).toBe('0')
  })

  it('is refused if it names another issuer, or none although the provider names itself', async () => {
    const person = await addPerson()
    for (const iss of ['https://login.example', undefined]) {
      const browser = openBrowser()
      const query = provider.logIn(await browser.begin(), person)
      if (iss === undefined) query.delete('iss')
      else query.set('iss', iss)
      await browser.comeBack(query)
      expect((await browser.finish()).resultText).toContain(failed)
    }
  })

  it('is refused in another browser, with another state, without a cookie and without a sign-in', async () => {
    const person = await addPerson()
    const [mine, other] = [openBrowser(), openBrowser()]
    const query = provider.logIn(await mine.begin(), person)
    await other.begin()
    await other.comeBack(query)
    expect((await other.finish()).resultText).toContain('took too long or was begun in another browser')
    const changed = new URLSearchParams(query)
    changed.set('state', 'another')
    await mine.comeBack(changed)
    await openBrowser().comeBack(query)
    await mine.comeBack('')
    expect((await mine.finish()).resultText).toContain('took too long')
    // None of this has used the sign-in up.
    await mine.comeBack(query)
    expect((await mine.finish()).resultCode).toBe('0')
  })

  it('is read once: a code that comes back again is not sent to the provider a second time', async () => {
    const person = await addPerson()
    const browser = openBrowser()
    const query = provider.logIn(await browser.begin(), person)
    await browser.comeBack(query)
    const { redeemed } = provider.state
    await browser.comeBack(query)
    expect(provider.state.redeemed).toBe(redeemed)
    const outcome = await browser.finish()
    expect((await browser.enter(outcome)).resultCode).toBe('0')
    // The ticket has become a session, and is worth nothing any more.
    expect((await browser.enter(outcome)).resultCode).toBe('-20001')
    expect((await browser.finish()).resultText).toContain('took too long')
  })

  it('with an invented or a stolen code is refused', async () => {
    const person = await addPerson()
    const [mine, other] = [openBrowser(), openBrowser()]
    const stolen = provider.logIn(await mine.begin(), person).get('code') ?? ''
    for (const code of [stolen, 'invented']) {
      const query = provider.logIn(await other.begin(), { ...person, sub: 'another' })
      query.set('code', code)
      await other.comeBack(query)
      expect((await other.finish()).resultText).toContain(failed)
    }
  })

  it('after ten minutes is refused', async () => {
    const person = await addPerson()
    const browser = openBrowser()
    const query = provider.logIn(await browser.begin(), person)
    const { clock } = portal
    clock.now += 11 * 60_000
    await browser.comeBack(query)
    expect((await browser.finish()).resultText).toContain('took too long')
    clock.now -= 11 * 60_000
  })

  it('that the person has refused there is told without the words in the address', async () => {
    const browser = openBrowser()
    const state = new URL(await browser.begin()).searchParams.get('state') ?? ''
    const query = { state, iss: provider.issuer, error: 'access_denied', error_description: 'Call 555 123' }
    await browser.comeBack(new URLSearchParams(query))
    const { resultText } = await browser.finish()
    expect(resultText).toContain('Contoso has not logged you in')
    expect(resultText).not.toContain('555')
  })

  it('that cannot be fetched or checked is told as such, and so is a provider that is down', async () => {
    const person = await addPerson()
    const browser = openBrowser()
    const query = provider.logIn(await browser.begin(), person)
    provider.state.isDown = true
    await browser.comeBack(query)
    expect((await browser.finish()).resultText).toContain('Contoso does not respond')
    provider.state.isDown = false
    provider.state.hasKeys = false
    expect((await browser.logIn(person)).resultText).toContain(failed)
  })
})

describe('a login that must be at most five minutes old', () => {
  const exchange = { state: 'state', nonce: 'nonce', verifier: 'a'.repeat(43) }
  const services = () => ({
    settings: {
      provider: { ...providerSettings(provider.issuer), maxAgeMinutes: 5 },
      publicUrl: portal.server.settings.publicUrl,
    },
    now: portal.server.now,
  })
  const ageOf = async (authTime: number | undefined) => {
    const address = await authorizationAddress(services(), exchange)
    const query = provider.logIn(address, { sub: 'someone', auth_time: authTime })
    return { address, answer: await readAnswer(services(), query.toString(), exchange).catch(() => 'refused') }
  }

  it('is asked for, and accepted, also with clocks that differ by 45 seconds', async () => {
    for (const authTime of [soon(-60), soon(-345)]) {
      const { address, answer } = await ageOf(authTime)
      expect(new URL(address).searchParams.get('max_age')).toBe('300')
      expect(answer).toMatchObject({ claims: { subject: 'someone' } })
    }
  })

  it.each([
    ['is older', () => soon(-420)],
    ['has no time', () => undefined],
  ])('is refused if it %s', async (_what, authTime) => {
    expect((await ageOf(authTime())).answer).toBe('refused')
  })
})

describe('a person', () => {
  it.each<[string, (person: Person) => Partial<Person>, string]>([
    [
      'whose address belongs to no user',
      () => ({ email: 'nobody@example.test' }),
      'no user of this portal has this email',
    ],
    ['whose address is not verified', () => ({ email_verified: false }), 'has not confirmed your email'],
    ['whose address is “verified” by a text', () => ({ email_verified: 'true' }), 'has not confirmed your email'],
    ['without an address', () => ({ email: undefined }), 'has not confirmed your email'],
  ])('%s gets no account', async (_, change, text) => {
    const person = await addPerson()
    const outcome = await openBrowser().logIn({ ...person, ...change(person) })
    expect(outcome).toMatchObject({ resultCode: '-20409', hasNoAccount: true })
    expect(outcome.resultText).toContain(text)
  })

  it('with an address that two users have gets no account', async () => {
    const person = await addPerson()
    const other = await portal.addUser({ username: `twin${count}` })
    await portal.server.db
      .updateTable('user_account')
      .set({ email: person.email ?? '' })
      .where('id', '=', other.id)
      .execute()
    expect((await openBrowser().logIn(person)).resultText).toContain('Several users')
  })

  it('whose address has passed to them from a linked person gets no account', async () => {
    const person = await addPerson()
    await sessionOf(person)
    expect((await openBrowser().logIn({ ...person, sub: 'successor' })).resultText).toContain(
      'linked to another person',
    )
  })

  it('of another owner, or whose user was deleted, gets no account', async () => {
    const foreign = await addPerson({ ownerId: 1 })
    expect((await openBrowser().logIn(foreign)).resultText).toContain('no user of this portal')
    const person = await addPerson()
    await sessionOf(person)
    await portal.server.db
      .updateTable('user_account')
      .set({ deleted_at: new Date() })
      .where('username', '=', usernameOf(person))
      .execute()
    expect((await openBrowser().logIn(person)).resultText).toContain('no user of this portal')
  })

  it('whose user is locked is identified, but gets no session', async () => {
    const person = await addPerson({ locked: true })
    const browser = openBrowser()
    expect(await browser.enter(await browser.logIn(person))).toMatchObject({ resultCode: '-20032' })
  })

  it('whose ticket is used in another browser gets no session', async () => {
    const browser = openBrowser()
    const outcome = await browser.logIn(await addPerson())
    const thief = openBrowser()
    await thief.begin()
    expect((await thief.enter(outcome)).resultCode).toBe('-20001')
    expect((await openBrowser().enter(outcome)).resultCode).toBe('-20001')
  })
})

describe('a logout', () => {
  it('here leads to the provider, with the token of this session and back to the login page', async () => {
    const { browser, token } = await sessionOf(await addPerson())
    const { logoutUrl } = await browser.call('logOut', { token })
    const address = new URL(String(logoutUrl))
    expect(address.origin + address.pathname).toBe(`${provider.issuer}/end`)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${portal.server.settings.publicUrl}login`)
    expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect(await isAlive(token)).toBe(false)
  })

  it('of a session with a password stays here', async () => {
    const { username } = await portal.addUser({ username: 'with-password' })
    const browser = openBrowser()
    const { token } = await browser.call('logIn', { username, password, ownerID: 3 })
    expect(await browser.call('logOut', { token })).toEqual({ resultCode: '0' })
  })

  const send = async (token: string, contentType = 'application/x-www-form-urlencoded') =>
    (
      await fetch(`${portal.url}sso/logout`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: new URLSearchParams({ logout_token: token }).toString(),
      })
    ).status

  it.each([
    ['the subject', ({ sub }: Person) => ({ sub })],
    ['only the session', ({ sub }: Person) => ({ sid: `sid of ${sub}` })],
    ['both', ({ sub }: Person) => ({ sub, sid: 'of another browser' })],
  ])('at the provider, told with %s, ends every session and every notice channel', async (_, claimsOf) => {
    const person = await addPerson()
    const first = await sessionOf({ ...person, sid: `sid of ${person.sub}` })
    const second = await sessionOf(person)
    const bystander = await sessionOf(await addPerson())
    const { deviceToken } = await first.browser.call('openNoticeChannel', { token: first.token })
    expect(await send(await provider.logoutToken(claimsOf(person)))).toBe(200)
    for (const { token } of [first, second]) expect(await isAlive(token)).toBe(false)
    expect((await openBrowser().call('noticesWaiting', { deviceToken })).resultCode).toBe('-20404')
    expect(await isAlive(bystander.token)).toBe(true)
  })

  it('at the provider also ends a sign-in that waits for a second factor', async () => {
    const person = await addPerson({ secondFactor: 'email' })
    const browser = openBrowser()
    const outcome = await browser.logIn(person)
    expect(await send(await provider.logoutToken({ sub: person.sub }))).toBe(200)
    expect((await browser.enter(outcome)).resultCode).toBe('-20001')
  })

  const event = 'http://schemas.openid.net/event/backchannel-logout'
  const ago = (seconds: number) => Math.floor(portal.clock.now / 1000) - seconds
  it.each<[string, () => Lie]>([
    ['without the event', () => ({ claims: { events: undefined } })],
    ['with another event', () => ({ claims: { events: { 'http://schemas.openid.net/event/other': {} } } })],
    ['with an event that is no object', () => ({ claims: { events: { [event]: 'yes' } } })],
    ['with a nonce, like an ID token', () => ({ claims: { nonce: 'a nonce' } })],
    ['without an id', () => ({ claims: { jti: undefined } })],
    ['for no one', () => ({ claims: { sub: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://login.example' } })],
    ['that has expired', () => ({ claims: { exp: ago(120) } })],
    ['from an hour ago', () => ({ claims: { iat: ago(3600) } })],
    ['of the type of an access token', () => ({ type: 'at+jwt' })],
    ['signed with none', () => ({ alg: 'none' })],
    ['signed with HS256 and the client’s secret', () => ({ alg: 'HS256' })],
    ['signed with a key that the provider does not publish', () => ({ foreignKey: true })],
  ])('message %s is refused', async (_, lie) => {
    const person = await addPerson()
    const { token } = await sessionOf(person)
    expect(await send(await provider.logoutToken({ sub: person.sub }, lie()))).toBe(400)
    expect(await isAlive(token)).toBe(true)
  })

  it('message works once, and not as another kind of body', async () => {
    const person = await addPerson()
    await sessionOf(person)
    const message = await provider.logoutToken({ sub: person.sub })
    expect(await send(message, 'text/plain')).toBe(415)
    expect(await send(message)).toBe(200)
    const { token } = await sessionOf(person)
    expect(await send(message)).toBe(400)
    expect(await isAlive(token)).toBe(true)
    expect(await send('no token')).toBe(400)
  })
})

describe('a test by an administrator', () => {
  let token: string
  beforeAll(async () => {
    token = (await portal.addUser({ username: 'tester', permissions: ['User.write'] })).token
    // Other tests have moved the clock, so theirs could be the newest.
    await portal.server.db.deleteFrom('provider_login').execute()
  })
  const test = async (person: Person, lie?: Lie) => {
    // So that this one is the last.
    portal.clock.now += 1000
    const browser = openBrowser()
    const { url } = await browser.call('startTestLogin', { token })
    const response = await browser.comeBack(provider.logIn(String(url), person, lie))
    const { steps } = (await browser.call('companyLogin', { token })) as unknown as {
      steps: { step: string; state: string; text: string }[]
    }
    return { browser, response, page: await response.text(), lastLogin: steps.find(({ step }) => step === 'lastLogin') }
  }
  const linksOf = (person: Person) =>
    portal.server.db.selectFrom('user_identity').select('user_id').where('subject', '=', person.sub).execute()

  it('says what would happen, signs no one in, and changes nothing', async () => {
    const person = await addPerson({ notActivated: true })
    mails.sent.length = 0
    const { browser, response, page, lastLogin } = await test(person)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page).toContain(`Contoso knows you, and you would be logged in as ${usernameOf(person)}.`)
    expect(page).toContain('No one was logged in, and nothing was changed.')
    expect(lastLogin?.state).toBe('ok')
    expect(lastLogin?.text).toContain(
      `as ${usernameOf(person)}, without a second factor there. It came back as subject`,
    )
    expect(lastLogin?.text).toMatch(/It was a test\.$/)
    expect(await linksOf(person)).toEqual([])
    const user = await portal.server.db
      .selectFrom('user_account')
      .select('activated_at')
      .where('username', '=', usernameOf(person))
      .executeTakeFirst()
    expect(user).toEqual({ activated_at: null })
    expect((await browser.finish()).resultCode).toBe('-20409')
    expect(mails.sent).toEqual([])
  })

  it('says in words why someone would not get in', async () => {
    const { page, lastLogin } = await test({ sub: 'nobody', email: '<nobody>@example.test', email_verified: true })
    expect(page).toContain('Contoso knows you as &lt;nobody>@example.test')
    expect(lastLogin).toMatchObject({ state: 'wrong' })
    expect(lastLogin?.text).toContain('refused: Contoso knows you as <nobody>@example.test')
    const lied = await test(await addPerson(), { claims: { nonce: 'another' } })
    expect(lied.page).toContain('could not be accepted')
  })

  it('is only for those who manage users', async () => {
    const { token: other } = await portal.addUser({ username: 'no-tester', permissions: ['User.settings'] })
    for (const method of ['companyLogin', 'startTestLogin'])
      expect((await openBrowser().call(method, { token: other })).resultCode).toBe('-20403')
  })

  it('never gets a ticket: the database refuses one', async () => {
    await test(await addPerson())
    await expect(
      portal.server.db
        .updateTable('provider_login')
        .set({ ticket_hash: Buffer.alloc(32) })
        .where('is_test', '=', true)
        .execute(),
    ).rejects.toThrow('violates check constraint')
  })
})
