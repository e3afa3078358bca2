// Passkeys through the API, with an authenticator for tests.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessServer, startAccessServer } from '#tests/support/access-server.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { password } from '#tests/support/in-process.ts'

const ORIGIN = 'https://portal.example'

describe('passkeys', () => {
  let server: AccessServer
  beforeAll(async () => {
    server = await startAccessServer({ publicUrl: `${ORIGIN}/voyager/` })
  })
  afterAll(() => server.close())

  const challengeOf = (response: object) => (response as { options: { challenge: string } }).options.challenge
  const registrationOptions = (token: string, typedPassword = password) =>
    server.request('passkeyRegistrationOptions', { token, password: typedPassword })
  const register = (token: string, response: object) =>
    server.request('registerPasskey', { token, requestId: randomUUID(), name: 'Laptop', response })
  const loginOptions = (username: string, more: object = {}) =>
    server.request('passkeyLoginOptions', { username, password, ownerID: 3, ...more })
  async function withPasskey(username: string, secondFactor?: 'email') {
    const { token } = await server.addUser({
      username,
      permissions: ['User.settings'],
      ...(secondFactor && { secondFactor }),
    })
    const authenticator = createAuthenticator(ORIGIN)
    const response = await register(token, authenticator.register(challengeOf(await registrationOptions(token))))
    expect(response.resultCode).toBe('0')
    return { token, authenticator, passkeyId: String(response['passkeyId']) }
  }

  it('are added with the password, listed, reported by mail and accepted instead of a code', async () => {
    const { token, authenticator } = await withPasskey('olga')
    expect((await server.mail('olga@')).subject).toContain('A passkey was added')
    const list = await server.request('passkeys', { token })
    expect(list['passkeys']).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    expect(await server.logIn('olga')).toMatchObject({ resultCode: '-20150', factor: 'email', passkey: true })

    const passkey = authenticator.sign(challengeOf(await loginOptions('olga')))
    const responses = await Promise.all([1, 2, 3].map(() => server.logIn('olga', { passkey })))
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20151', '-20151', '0'])
    expect((await server.logIn('olga', { passkey })).resultCode).toBe('-20151')
  })

  it('do not turn off codes by e-mail', async () => {
    await withPasskey('otto', 'email')
    await server.logIn('otto')
    const { code } = await server.mail('otto@', 2)
    expect((await server.logIn('otto', { challenge: code })).resultCode).toBe('0')
  })

  it('are not added without the password, twice, too late, or with the response to another challenge', async () => {
    const { token, authenticator } = await withPasskey('careful')
    expect((await registrationOptions(token, 'Wrong-Horse-7')).resultCode).toBe('-20001')
    expect((await register(token, authenticator.register('AAAA'))).resultCode).toBe('-20400')
    const newAuthenticator = createAuthenticator(ORIGIN)
    const lateChallenge = challengeOf(await registrationOptions(token))
    server.clock.now += 6 * 60_000
    expect((await register(token, newAuthenticator.register(lateChallenge))).resultCode).toBe('-20400')
    const secondChallenge = challengeOf(await registrationOptions(token))
    expect((await register(token, authenticator.register(secondChallenge))).resultCode).toBe('-20400')
    const foreignAuthenticator = createAuthenticator('https://evil.example')
    expect(
      (await register(token, foreignAuthenticator.register(challengeOf(await registrationOptions(token))))).resultCode,
    ).toBe('-20400')
    expect((await register(token, {})).resultCode).toBe('-20400')
    expect((await server.request('passkeys', { token }))['passkeys']).toHaveLength(1)
  })

  it('cause an audit entry for each wrong password, as enrolment does, without a user for unknown usernames', async () => {
    const { token, id } = await server.addUser({ username: 'guessed', permissions: ['User.settings'] })
    const rows = (method: string) =>
      server.server.db
        .selectFrom('audit_event')
        .select(['user_id', 'result_code'])
        .where('method', '=', method)
        .where('result_code', '=', '-20001')
        .where((where) => where.or([where('user_id', '=', id), where('user_id', 'is', null)]))
        .orderBy('id')
        .execute()
    const wrongCredentials = (username: string) => ({
      username,
      password: 'Wrong-Horse-7',
      ownerID: 3,
      challenge: '123456',
    })
    for (const method of ['passkeyLoginOptions', 'enrollUser', 'confirm2FAEnrolment']) {
      const before = (await rows(method)).length
      for (const username of ['guessed', 'unknown']) {
        const { challenge, ...credentials } = wrongCredentials(username)
        const params = method === 'confirm2FAEnrolment' ? { ...credentials, challenge } : credentials
        expect((await server.request(method, params)).resultCode).toBe('-20001')
      }
      expect((await rows(method)).slice(before)).toEqual([
        { user_id: id, result_code: '-20001' },
        { user_id: null, result_code: '-20001' },
      ])
    }
    expect((await registrationOptions(token, 'Wrong-Horse-7')).resultCode).toBe('-20001')
    expect(await rows('passkeyRegistrationOptions')).toEqual([{ user_id: id, result_code: '-20001' }])
  })

  it('work only for their user and origin', async () => {
    const { authenticator } = await withPasskey('mine')
    const unregistered = createAuthenticator(ORIGIN)
    const phished = createAuthenticator('https://evil.example', 'portal.example')
    const otherUser = await withPasskey('other')
    for (const response of [
      unregistered.sign(challengeOf(await loginOptions('mine'))),
      phished.sign(challengeOf(await loginOptions('mine'))),
      otherUser.authenticator.sign(challengeOf(await loginOptions('mine'))),
      authenticator.sign(challengeOf(await loginOptions('other'))),
      authenticator.sign('AAAA'),
      {},
      { id: 'x' },
    ]) {
      expect((await server.logIn('mine', { passkey: response })).resultCode).toBe('-20151')
    }
    const passkey = authenticator.sign(challengeOf(await loginOptions('mine')))
    expect(
      (await server.request('logIn', { username: 'mine', password: 'Wrong-Horse-7', ownerID: 3, passkey })).resultCode,
    ).toBe('-20001')
    expect((await server.logIn('mine', { passkey })).resultCode).toBe('0')
  })

  it('are not revealed without the password', async () => {
    const refusal = await loginOptions('olga', { password: 'Wrong-Horse-7' })
    expect(refusal).toEqual(await loginOptions('unknown'))
    expect(refusal.resultCode).toBe('-20001')
    await server.addUser({ username: 'plain' })
    expect((await loginOptions('plain')).resultCode).toBe('-20404')
  })

  it('are removed with the password, and only by their user', async () => {
    const { token, passkeyId } = await withPasskey('remover')
    const other = await withPasskey('other-remover')
    const remove = (by: string, typedPassword = password) =>
      server.request('removePasskey', { token: by, requestId: randomUUID(), passkeyId, password: typedPassword })
    expect((await remove(other.token)).resultCode).toBe('-20404')
    expect((await remove(token, 'Wrong-Horse-7')).resultCode).toBe('-20001')
    expect((await remove(token)).resultCode).toBe('0')
    expect((await server.logIn('remover')).resultCode).toBe('0')
  })
})
