// Signed-in users set up, replace and remove an authenticator app in My Settings.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessServer, startAccessServer } from '#tests/support/access-server.ts'
import { password } from '#tests/support/in-process.ts'
import { totp } from '#tests/support/totp.ts'

let server: AccessServer
beforeAll(async () => {
  server = await startAccessServer()
})
afterAll(() => server.close())

const advanceMinutes = (count: number) => void (server.clock.now += count * 60_000)
const codeNow = (secret: string) => totp(secret, server.clock.now)
const offer = (token: string, typedPassword = password) =>
  server.request('offerAuthenticator', { token, password: typedPassword })
const confirm = (token: string, challenge: string, requestId: string = randomUUID()) =>
  server.request('confirmAuthenticator', { token, requestId, challenge })
const remove = (token: string, typedPassword = password) =>
  server.request('removeAuthenticator', { token, requestId: randomUUID(), password: typedPassword })
const secretOf = async (token: string) => String((await offer(token))['secret'])
const addUser = (username: string, secondFactor?: 'app' | 'email') =>
  server.addUser({ username, permissions: ['User.settings'], ...(secondFactor && { secondFactor }) })

/** Sets up an app, then moves the clock to a fresh time step. */
async function setUp(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await secretOf(token)
  const response = await confirm(token, codeNow(secret))
  expect(response.resultCode).toBe('0')
  advanceMinutes(1)
  return { secret, recoveryCodes: response['recoveryCodes'] as string[] }
}

const trailOf = (id: number) =>
  server.server.db
    .selectFrom('audit_event')
    .select(['method', 'result_code'])
    .where('user_id', '=', id)
    .where('method', 'like', '%Authenticator')
    .orderBy('id')
    .execute()

describe('setting up an authenticator app', () => {
  it('needs the password and a code of the offered secret, and the app is then required at sign-in', async () => {
    const { token, id } = await addUser('nora')
    expect(await offer(token, 'Wrong-Horse-7')).toEqual({
      resultCode: '-20001',
      resultText: 'The password is wrong. Try again',
    })
    const offerResponse = await offer(token)
    expect(offerResponse).toEqual({
      resultCode: '0',
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
      otpauthUrl: expect.stringContaining('otpauth://totp/Voyager:nora?issuer=Voyager&secret=') as string,
    })
    const secret = String(offerResponse['secret'])
    // Nothing changes until the app is confirmed.
    expect((await server.logIn('nora')).resultCode).toBe('0')
    expect(await server.request('securitySettings', { token })).toMatchObject({
      secondFactor: 'none',
      appRemovable: false,
    })
    const row = await server.server.db
      .selectFrom('user_account')
      .select('second_factor_offer')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.second_factor_offer?.includes(secret)).toBe(false)

    const wrong = codeNow(secret) === '000000' ? '000001' : '000000'
    expect((await confirm(token, wrong)).resultCode).toBe('-20151')
    const confirmResponse = await confirm(token, codeNow(secret))
    expect(confirmResponse['recoveryCodes']).toHaveLength(10)
    expect((await server.mail('nora@')).subject).toContain('Two-factor authentication was set up')
    expect(await server.request('securitySettings', { token })).toMatchObject({
      secondFactor: 'app',
      appRemovable: true,
      recoveryCodesLeft: 10,
    })
    expect(await server.logIn('nora')).toMatchObject({ resultCode: '-20150', factor: 'app' })
    // The code that confirmed the app cannot be used again.
    expect((await server.logIn('nora', { challenge: codeNow(secret) })).resultCode).toBe('-20151')
    server.clock.now += 30_000
    expect((await server.logIn('nora', { challenge: codeNow(secret) })).resultCode).toBe('0')
    const [first = ''] = confirmResponse['recoveryCodes'] as string[]
    expect((await server.logIn('nora', { challenge: first })).resultCode).toBe('0')
    expect(await trailOf(id)).toEqual([
      { method: 'offerAuthenticator', result_code: '-20001' },
      { method: 'confirmAuthenticator', result_code: '-20151' },
      { method: 'confirmAuthenticator', result_code: '0' },
    ])
  })

  it('ends no session of the user, like adding a passkey', async () => {
    const { token } = await addUser('stays')
    const otherToken = (await server.logIn('stays'))['token']
    await setUp(token)
    for (const sessionToken of [token, otherToken])
      expect((await server.request('userInfo', { token: sessionToken })).resultCode).toBe('0')
  })

  it('returns the same recovery codes to a repeated request, and none to another request with the same code', async () => {
    const { token } = await addUser('twice')
    const secret = await secretOf(token)
    const requestId = randomUUID()
    const first = await confirm(token, codeNow(secret), requestId)
    expect(first.resultCode).toBe('0')
    expect(await confirm(token, codeNow(secret), requestId)).toEqual(first)
    expect((await confirm(token, codeNow(secret))).resultCode).toBe('-20409')
  })

  it('accepts only the newest offer, within ten minutes', async () => {
    const { token } = await addUser('late')
    expect((await confirm(token, '123456')).resultCode).toBe('-20409')
    const older = await secretOf(token)
    const newer = await secretOf(token)
    if (codeNow(older) !== codeNow(newer)) expect((await confirm(token, codeNow(older))).resultCode).toBe('-20151')
    advanceMinutes(10)
    expect((await confirm(token, codeNow(newer))).resultCode).toBe('-20409')
    const last = await secretOf(token)
    advanceMinutes(9.9)
    expect((await confirm(token, codeNow(last))).resultCode).toBe('0')
  })

  it('locks the account after as many wrong codes as at sign-in, and then rejects the correct code', async () => {
    const { token } = await addUser('guesser')
    const secret = await secretOf(token)
    const wrong = codeNow(secret) === '000000' ? '000001' : '000000'
    for (let n = 0; n < server.server.settings.lockAfter; n++)
      expect((await confirm(token, wrong)).resultCode).toBe('-20151')
    const locked = await confirm(token, codeNow(secret))
    expect(locked.resultText).toContain('Your account is locked')
    expect((await server.logIn('guesser')).resultCode).toBe(locked.resultCode)
  })

  it('counts wrong passwords, and ends every session of the user after too many', async () => {
    const { token } = await addUser('stranger')
    const attempts = server.server.settings.lockAfter
    for (let n = 1; n < attempts; n++) expect((await offer(token, 'Wrong-Horse-7')).resultCode).toBe('-20001')
    // The attempt that locks the account does not ask for another one.
    expect(await offer(token, 'Wrong-Horse-7')).toMatchObject({
      resultCode: '-20032',
      resultText: expect.stringContaining('Your account is locked') as string,
    })
    expect((await offer(token)).resultCode).toBe('-20012')
    const mail = await server.mail('stranger@example.test')
    expect(mail.subject).toContain('Your account is locked')
    expect(mail.text).toContain('a wrong password was entered too many times')
  })

  it('keeps the current app working while another is offered, and then accepts only the new one', async () => {
    const { token } = await addUser('moves')
    const current = await setUp(token)
    const secret = await secretOf(token)
    expect((await server.logIn('moves', { challenge: codeNow(current.secret) })).resultCode).toBe('0')
    const confirmResponse = await confirm(token, codeNow(secret))
    expect(confirmResponse.resultCode).toBe('0')
    advanceMinutes(1)
    expect((await server.logIn('moves', { challenge: codeNow(current.secret) })).resultCode).toBe('-20151')
    expect((await server.logIn('moves', { challenge: current.recoveryCodes[0] ?? '' })).resultCode).toBe('-20151')
    expect((await server.logIn('moves', { challenge: codeNow(secret) })).resultCode).toBe('0')
    // The second factor from before the first app is still stored, so the app can be removed.
    expect((await remove(token)).resultCode).toBe('0')
  })
})

describe('removing an authenticator app', () => {
  it('needs the password, and restores the previous second factor', async () => {
    for (const [username, previous] of [
      ['frees', 'none'],
      ['mails', 'email'],
    ] as const) {
      const { token, id } = await addUser(username, previous === 'email' ? 'email' : undefined)
      await setUp(token)
      expect((await remove(token, 'Wrong-Horse-7')).resultCode).toBe('-20001')
      expect((await remove(token)).resultCode).toBe('0')
      expect(await server.request('securitySettings', { token })).toMatchObject({
        secondFactor: previous,
        appRemovable: false,
        recoveryCodesLeft: 0,
      })
      expect((await server.mail(`${username}@`, 2)).subject).toContain('Your authenticator app was removed')
      expect((await server.logIn(username)).resultCode).toBe(previous === 'none' ? '0' : '-20150')
      expect((await trailOf(id)).at(-1)).toEqual({ method: 'removeAuthenticator', result_code: '0' })
      expect((await remove(token)).resultCode).toBe('-20409')
    }
  })

  it('is rejected for users who are required to have an app, but the app can be replaced', async () => {
    await addUser('required', 'app')
    const secret = String(
      (await server.request('enrollUser', { username: 'required', password, ownerID: 3 }))['secret'],
    )
    await server.request('confirm2FAEnrolment', {
      username: 'required',
      password,
      ownerID: 3,
      challenge: codeNow(secret),
    })
    advanceMinutes(1)
    const token = String((await server.logIn('required', { challenge: codeNow(secret) }))['token'])
    expect(await server.request('securitySettings', { token })).toMatchObject({
      secondFactor: 'app',
      appRemovable: false,
    })
    expect(await remove(token)).toMatchObject({
      resultCode: '-20409',
      resultText: expect.stringContaining('requires an authenticator app') as string,
    })
    await setUp(token)
    expect((await remove(token)).resultCode).toBe('-20409')
  })

  it('is rejected if every user needs a second factor', async () => {
    const strict = await startAccessServer({ isSecondFactorRequired: true })
    try {
      const { token } = await strict.addUser({ username: 'strict', permissions: ['User.settings'] })
      const secret = String((await strict.request('offerAuthenticator', { token, password }))['secret'])
      const challenge = totp(secret, strict.clock.now)
      const requestId = randomUUID()
      expect((await strict.request('confirmAuthenticator', { token, requestId, challenge })).resultCode).toBe('0')
      expect(await strict.request('securitySettings', { token })).toMatchObject({ appRemovable: false })
      expect((await strict.request('removeAuthenticator', { token, requestId, password })).resultCode).toBe('-20409')
    } finally {
      await strict.close()
    }
  })
})
