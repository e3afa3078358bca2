// The second factor through the API: authenticator apps, codes by e-mail and recovery codes. Without one of them, no
// token is issued (docs/rules/access.md, "Second factor").
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessServer, startAccessServer } from '#tests/support/access-server.ts'
import { password } from '#tests/support/in-process.ts'
import { hotp, totp } from '#tests/support/totp.ts'

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of RFC 6238 that the tests compute for %i seconds is %s', (seconds, code) => {
  expect(hotp(Buffer.from('12345678901234567890'), Math.floor(seconds / 30), 8)).toBe(code)
})

describe('second factor', () => {
  let server: AccessServer
  beforeAll(async () => {
    server = await startAccessServer()
  })
  afterAll(() => server.close())

  const credentials = (username: string) => ({ username, password, ownerID: 3 })
  const advanceMinutes = (count: number) => void (server.clock.now += count * 60_000)
  const codeNow = (secret: string, offsetMs = 0) => totp(secret, server.clock.now + offsetMs)

  /** Adds a user with an authenticator app, and moves the clock to an unused time step. */
  async function addEnrolledUser(username: string): Promise<{ secret: string; recoveryCodes: string[]; id: number }> {
    const { id } = await server.addUser({ username, secondFactor: 'app', permissions: ['User.settings'] })
    const secret = String((await server.request('enrollUser', credentials(username)))['secret'])
    const response = await server.request('confirm2FAEnrolment', {
      ...credentials(username),
      challenge: codeNow(secret),
    })
    expect(response.resultCode).toBe('0')
    server.clock.now += 90_000
    return { id, secret, recoveryCodes: response['recoveryCodes'] as string[] }
  }

  const arabic = (code: string) => code.replaceAll(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
  const fullWidth = (code: string) => code.replaceAll(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
  it.each([
    ['Arabic-Indic', arabic],
    ['full-width', fullWidth],
    ['Arabic-Indic digits with marks of direction', (code: string) => `\u200f${arabic(code)}\u200e`],
  ])('a code in %s digits is taken', async (name, write) => {
    const username = `digits-${name.length}`
    const { secret } = await addEnrolledUser(username)
    expect((await server.logIn(username, { challenge: write(codeNow(secret)) })).resultCode).toBe('0')
  })

  describe('an authenticator app', () => {
    it('is set up with the offered secret and required at the next sign-in', async () => {
      await server.addUser({ username: 'nina', secondFactor: 'app' })
      expect((await server.logIn('nina')).resultCode).toBe('-20031')
      const offer = await server.request('enrollUser', credentials('nina'))
      expect(offer).toEqual({
        resultCode: '0',
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
        otpauthUrl: expect.stringContaining('otpauth://totp/Voyager:nina?issuer=Voyager&secret=') as string,
      })
      const secret = String(offer['secret'])
      const wrong = await server.request('confirm2FAEnrolment', { ...credentials('nina'), challenge: '000000' })
      expect(wrong).toEqual({ resultCode: '-20151', resultText: 'Verification code not valid, please try again' })
      expect((await server.logIn('nina', { challenge: codeNow(secret) })).resultCode).toBe('-20031')

      const confirmation = await server.request('confirm2FAEnrolment', {
        ...credentials('nina'),
        challenge: codeNow(secret),
      })
      expect(confirmation.resultCode).toBe('0')
      expect(confirmation['recoveryCodes']).toHaveLength(10)
      expect(await server.logIn('nina')).toMatchObject({ resultCode: '-20150', factor: 'app' })
      expect((await server.mail('nina@')).subject).toContain('Two-factor authentication was set up')
      // The code that set up the app cannot be used again; the next one can.
      expect((await server.logIn('nina', { challenge: codeNow(secret) })).resultCode).toBe('-20151')
      server.clock.now += 30_000
      expect((await server.logIn('nina', { challenge: codeNow(secret) })).resultCode).toBe('0')
    })

    it('is not offered once it is set up, or to users who do not need one', async () => {
      await addEnrolledUser('once')
      await server.addUser({ username: 'plain' })
      await server.addUser({ username: 'mailer', secondFactor: 'email' })
      for (const name of ['once', 'plain', 'mailer']) {
        const response = await server.request('enrollUser', credentials(name))
        expect([name, response.resultCode, 'secret' in response]).toEqual([name, '-20409', false])
        const confirm = await server.request('confirm2FAEnrolment', { ...credentials(name), challenge: '123456' })
        expect([name, confirm.resultCode]).toEqual([name, '-20409'])
      }
    })

    it('accepts only codes of the newest secret', async () => {
      await server.addUser({ username: 'twice', secondFactor: 'app' })
      const first = String((await server.request('enrollUser', credentials('twice')))['secret'])
      const second = String((await server.request('enrollUser', credentials('twice')))['secret'])
      const confirm = (challenge: string) =>
        server.request('confirm2FAEnrolment', { ...credentials('twice'), challenge })
      expect((await confirm(codeNow(first))).resultCode).toBe('-20151')
      expect((await confirm(codeNow(second))).resultCode).toBe('0')
    })

    it('accepts codes one step early or late, but not two steps', async () => {
      const { secret } = await addEnrolledUser('steps')
      expect((await server.logIn('steps', { challenge: codeNow(secret, -60_000) })).resultCode).toBe('-20151')
      expect((await server.logIn('steps', { challenge: codeNow(secret, 60_000) })).resultCode).toBe('-20151')
      expect((await server.logIn('steps', { challenge: codeNow(secret, -30_000) })).resultCode).toBe('0')
      expect((await server.logIn('steps', { challenge: codeNow(secret) })).resultCode).toBe('0')
      expect((await server.logIn('steps', { challenge: codeNow(secret, 30_000) })).resultCode).toBe('0')
      // A code of an earlier step is refused.
      expect((await server.logIn('steps', { challenge: codeNow(secret) })).resultCode).toBe('-20151')
    })

    it('issues one token when the same code is sent several times concurrently', async () => {
      const { secret } = await addEnrolledUser('parallel')
      const challenge = codeNow(secret)
      const responses = await Promise.all(Array.from({ length: 6 }, () => server.logIn('parallel', { challenge })))
      expect(responses.filter(({ resultCode }) => resultCode === '0')).toHaveLength(1)
      expect(responses.filter((response) => 'token' in response)).toHaveLength(1)
    })

    it('sends no code when Resend Code is used', async () => {
      await addEnrolledUser('noresend')
      expect((await server.logIn('noresend', { resend: true })).resultCode).toBe('-20150')
    })

    it('locks the account after ten wrong codes, even with a correct password in between', async () => {
      const { secret } = await addEnrolledUser('guessed')
      for (let tries = 0; tries < 10; tries++) {
        await server.logIn('guessed')
        expect((await server.logIn('guessed', { challenge: '000000' })).resultCode).toBe('-20151')
      }
      expect(await server.logIn('guessed', { challenge: codeNow(secret) })).toMatchObject({ resultCode: '-20032' })
      advanceMinutes(31)
      expect((await server.logIn('guessed', { challenge: codeNow(secret) })).resultCode).toBe('0')
    })

    it('allows no extra tries for concurrent guesses', async () => {
      const { secret } = await addEnrolledUser('stormed')
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, n) => server.logIn('stormed', { challenge: String(n).padStart(6, '0') })),
      )
      expect(responses.filter(({ resultCode }) => resultCode === '-20151').length).toBeLessThanOrEqual(10)
      expect(responses.some((response) => 'token' in response)).toBe(false)
      expect((await server.logIn('stormed', { challenge: codeNow(secret) })).resultCode).not.toBe('0')
      advanceMinutes(31)
    })

    it('accepts each recovery code once instead of an app code', async () => {
      const { recoveryCodes } = await addEnrolledUser('paper')
      const [first = '', second = ''] = recoveryCodes
      expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
      expect((await server.logIn('paper', { challenge: 'AAAAA-AAAAA' })).resultCode).toBe('-20151')
      expect((await server.logIn('paper', { challenge: first })).resultCode).toBe('0')
      expect((await server.logIn('paper', { challenge: first })).resultCode).toBe('-20151')
      expect(
        (await server.logIn('paper', { challenge: ` ${second.toLowerCase().replace('-', ' ')} ` })).resultCode,
      ).toBe('0')
    })

    it('gets new recovery codes if the user enters the password', async () => {
      const { secret, recoveryCodes } = await addEnrolledUser('renewed')
      const { token } = await server.logIn('renewed', { challenge: codeNow(secret) })
      const requestId = crypto.randomUUID()
      const wrong = await server.request('renewRecoveryCodes', { token, requestId, password: 'Wrong-Horse-7' })
      expect(wrong.resultCode).toBe('-20001')
      const renewal = await server.request('renewRecoveryCodes', { token, requestId, password })
      expect(renewal['recoveryCodes']).toHaveLength(10)
      expect((await server.logIn('renewed', { challenge: recoveryCodes[0] })).resultCode).toBe('-20151')
      expect((await server.logIn('renewed', { challenge: (renewal['recoveryCodes'] as string[])[0] })).resultCode).toBe(
        '0',
      )
      expect(await server.request('securitySettings', { token })).toMatchObject({
        secondFactor: 'app',
        recoveryCodesLeft: 9,
        passwordMin: 10,
      })
    })

    it('has its secret stored encrypted', async () => {
      const { secret, id } = await addEnrolledUser('encrypted')
      const row = await server.server.db
        .selectFrom('user_account')
        .select('second_factor_secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.second_factor_secret?.includes(secret)).toBe(false)
    })
  })

  describe('a code by e-mail', () => {
    const addMailed = (username: string) => server.addUser({ username, secondFactor: 'email' })
    const codeOf = async (username: string, count = 1) => (await server.mail(`${username}@`, count)).code
    const wrongCode = (code: string) => (code === '111111' ? '222222' : '111111')

    it('is sent when the password is correct, and works once', async () => {
      await addMailed('otto')
      expect((await server.request('logIn', { ...credentials('otto'), password: 'Wrong-Horse-7' })).resultCode).toBe(
        '-20001',
      )
      expect(await server.logIn('otto')).toEqual({
        resultCode: '-20150',
        resultText: 'Enter a verification code sent to your email.',
        factor: 'email',
      })
      const mail = await server.mail('otto@')
      expect(mail.code).toMatch(/^\d{6}$/)
      expect(mail.subject).not.toContain(mail.code)
      expect(server.output.some((line) => line.includes('otto@example.test') && line.includes(mail.code))).toBe(true)
      expect(server.log()).not.toContain(mail.code)
      expect((await server.logIn('otto', { challenge: wrongCode(mail.code) })).resultCode).toBe('-20151')
      const responses = await Promise.all(
        Array.from({ length: 4 }, () => server.logIn('otto', { challenge: mail.code })),
      )
      expect(responses.filter(({ resultCode }) => resultCode === '0')).toHaveLength(1)
      expect((await server.logIn('otto', { challenge: mail.code })).resultCode).toBe('-20151')
    })

    it('expires after ten minutes', async () => {
      await addMailed('slow')
      await server.logIn('slow')
      const code = await codeOf('slow')
      advanceMinutes(10)
      expect((await server.logIn('slow', { challenge: code })).resultCode).toBe('-20151')
      await server.logIn('slow')
      const next = await codeOf('slow', 2)
      advanceMinutes(9.9)
      expect((await server.logIn('slow', { challenge: next })).resultCode).toBe('0')
    })

    it('is sent again on request, and then only the new code works', async () => {
      await addMailed('resent')
      await server.logIn('resent')
      const first = await codeOf('resent')
      // Signing in again immediately sends no second mail.
      expect((await server.logIn('resent')).resultCode).toBe('-20150')
      const resendResponse = await server.logIn('resent', { resend: true })
      expect(resendResponse).toMatchObject({
        resultCode: '-20152',
        resultText: 'The code has been resent to your email!',
      })
      const second = await codeOf('resent', 2)
      if (first !== second) expect((await server.logIn('resent', { challenge: first })).resultCode).toBe('-20151')
      expect((await server.logIn('resent', { challenge: second })).resultCode).toBe('0')
      expect(await server.mailCount('resent@')).toBe(2)
    })

    it('is sent at most five times in half an hour; once the last code has expired, responses say when to retry', async () => {
      await addMailed('flood')
      await server.logIn('flood')
      for (let n = 0; n < 4; n++) expect((await server.logIn('flood', { resend: true })).resultCode).toBe('-20152')
      const refused = await server.logIn('flood', { resend: true })
      expect(refused).toMatchObject({
        resultCode: '-20155',
        resendOTPLimitMessage: expect.stringContaining('too many times') as string,
      })
      // The last code still works, so the user does not have to wait.
      expect(refused).not.toHaveProperty('retryAfter')
      advanceMinutes(11)
      const plain = await server.logIn('flood')
      expect(plain.resultCode).toBe('-20150')
      expect(plain).not.toHaveProperty('resendOTPLimitMessage')
      // The last code has expired, and no new one was sent.
      const noCode =
        'The code has been sent too many times. The last one is no longer valid: please try again in 19 minutes.'
      expect(plain).toMatchObject({ resultText: noCode, retryAfter: 19 * 60 })
      expect(await server.logIn('flood', { resend: true })).toMatchObject({
        resultCode: '-20155',
        resultText: noCode,
        retryAfter: 19 * 60,
      })
      await server.waitForJobs()
      expect(await server.mailCount('flood@')).toBe(5)
      advanceMinutes(20)
      expect((await server.logIn('flood', { resend: true })).resultCode).toBe('-20152')
    })

    it('is sent at every sign-in when the user keeps entering the codes', async () => {
      await addMailed('daily')
      for (let n = 1; n <= 7; n++) {
        expect(await server.logIn('daily')).toMatchObject({
          resultText: 'Enter a verification code sent to your email.',
        })
        expect((await server.logIn('daily', { challenge: await codeOf('daily', n) })).resultCode).toBe('0')
      }
    })

    it('stops working after five wrong tries', async () => {
      await addMailed('dead')
      await server.logIn('dead')
      const code = await codeOf('dead')
      for (let n = 0; n < 5; n++) await server.logIn('dead', { challenge: wrongCode(code) })
      expect((await server.logIn('dead', { challenge: code })).resultCode).toBe('-20151')
      expect((await server.logIn('dead', { resend: true })).resultCode).toBe('-20152')
      expect((await server.logIn('dead', { challenge: await codeOf('dead', 2) })).resultCode).toBe('0')
    })

    it('locks the account after ten wrong tries, however often a new code is sent', async () => {
      await addMailed('counted')
      await server.logIn('counted')
      for (let n = 0; n < 10; n++) {
        const code = await codeOf('counted', 1 + Math.floor(n / 4))
        expect((await server.logIn('counted', { challenge: wrongCode(code) })).resultCode).toBe('-20151')
        if (n % 4 === 3) await server.logIn('counted', { resend: true })
      }
      const rightCode = await codeOf('counted', 3)
      expect((await server.logIn('counted', { challenge: rightCode })).resultCode).toBe('-20032')
      expect((await server.logIn('counted', { resend: true })).resultCode).toBe('-20032')
      advanceMinutes(31)
      await server.logIn('counted')
      // The fourth mail says that the account is locked.
      expect((await server.mail('counted@', 4)).subject).toContain('Your account is locked')
      expect((await server.logIn('counted', { challenge: await codeOf('counted', 5) })).resultCode).toBe('0')
    })
  })

  it('is required of every user if the setting says so, and nothing else returns a token', async () => {
    const strict = await startAccessServer({ isSecondFactorRequired: true })
    const { id } = await strict.addUser({ username: 'olga' })
    expect((await strict.logIn('olga')).resultCode).toBe('-20031')
    const secret = String((await strict.request('enrollUser', credentials('olga')))['secret'])
    const challenge = totp(secret, strict.clock.now)
    const responses = [
      await strict.request('confirm2FAEnrolment', { ...credentials('olga'), challenge }),
      await strict.request('rememberPassword', { account: 'olga', ownerId: 3 }),
    ]
    const { uuid } = await strict.mail('olga@', 2)
    responses.push(
      await strict.request('getResetPasswordInfo', { userUUID: uuid }),
      await strict.request('savePassword', {
        requestId: crypto.randomUUID(),
        userId: String(id),
        ownerId: 3,
        userUUID: uuid,
        password: 'Other-Horse-8',
        confirmPassword: 'Other-Horse-8',
        reset: true,
      }),
      await strict.request('logIn', { ...credentials('olga'), password: 'Other-Horse-8' }),
      await strict.request('enrollUser', { ...credentials('olga'), password: 'Other-Horse-8' }),
    )
    expect(responses.map(({ resultCode }) => resultCode)).toEqual(['0', '-20015', '0', '0', '-20150', '-20409'])
    for (const response of responses) expect(JSON.stringify(response)).not.toMatch(/eyJ/)
    await strict.close()
  })
})
