// Forgotten, reset, initial and changed passwords through the API (docs/rules/access.md, "Passwords").
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activationData } from '#contract/access.ts'
import { createLink } from '#server/sessions/mailed-links.ts'
import { type AccessServer, type ApiResponse, startAccessServer } from '#tests/support/access-server.ts'
import { password } from '#tests/support/in-process.ts'

const NEUTRAL =
  'Thank you, if your user account is registered with us, you will receive an email on how to reset your password.'
const INVALID =
  'Invalid Password: ensure password includes lower and upper case letter, is 10 characters long or more, has a numeric and a special character'

describe('passwords', () => {
  let server: AccessServer
  beforeAll(async () => {
    server = await startAccessServer()
  })
  afterAll(() => server.close())

  const remember = (account: string, ownerId = 3) => server.request('rememberPassword', { account, ownerId })
  /** These operations return an object as `resultText`, with the link's facts as JSON text. */
  const infoOf = (response: ApiResponse) => {
    const { userActivationData } = response.resultText as unknown as { userActivationData: string }
    return activationData.parse(JSON.parse(userActivationData))
  }
  const resetInfo = async (userUUID: string) => infoOf(await server.request('getResetPasswordInfo', { userUUID }))
  const activationInfo = async (userUUID: string) => infoOf(await server.request('getActivationInfo', { userUUID }))
  const save = (userUUID: string, userId: number, newPassword: string, more: object = {}) =>
    server.request('savePassword', {
      requestId: randomUUID(),
      userId: String(userId),
      ownerId: 3,
      userUUID,
      password: newPassword,
      confirmPassword: newPassword,
      reset: true,
      ...more,
    })
  const activate = (token: string, user: number, requestId = randomUUID()) =>
    server.request('activateUser', { requestId, user: String(user), token })
  const canLogIn = async (username: string, typedPassword: string) =>
    (await server.request('logIn', { username, password: typedPassword, ownerID: 3 })).resultCode === '0'
  const isSignedIn = async (token: string) => (await server.request('userInfo', { token })).resultCode === '0'
  /** Requests a reset link and returns it from the mail, ignoring earlier mails. */
  async function resetLink(username: string): Promise<string> {
    const before = await server.mailCount(`${username}@`)
    await remember(username)
    return (await server.mail(`${username}@`, before + 1)).uuid
  }
  const linkTo = (userId: number, kind: 'reset' | 'activation') =>
    createLink(server.server.db, userId, kind, server.clock.now)
  const noUser = { USERID: '', OWNERID: null, USERNAME: '' }

  describe('a forgotten password', () => {
    it('gets the same response for every name, and only the user with that username or address gets a mail', async () => {
      await server.addUser({ username: 'olga' })
      await server.addUser({ username: 'hector', ownerId: 1 })
      await server.addUser({ username: 'fresh', notActivated: true })
      for (const account of ['unknown', 'olga', 'hector', 'fresh', 'OLGA@example.test', "o' OR 1=1 --"])
        expect(await remember(account)).toEqual({ resultCode: '-20015', resultText: NEUTRAL })
      expect(await remember('hector', 1)).toEqual({ resultCode: '-20015', resultText: NEUTRAL })
      await server.waitForJobs()
      expect(await server.mailCount('olga@')).toBe(2)
      for (const name of ['hector@', 'fresh@', 'unknown']) expect(await server.mailCount(name)).toBe(0)
    })

    it('causes at most three e-mails an hour', async () => {
      await server.addUser({ username: 'flooded' })
      for (let n = 0; n < 6; n++) {
        await remember('flooded')
        await server.waitForJobs()
      }
      expect(await server.mailCount('flooded@')).toBe(3)
    })

    it('reveals the address only if the owner’s setting allows it', async () => {
      const revealingServer = await startAccessServer()
      await revealingServer.server.db
        .updateTable('owner')
        .set({ reveal_reset_email: true })
        .where('id', '=', 3)
        .execute()
      await revealingServer.addUser({ username: 'known' })
      const request = (account: string) => revealingServer.request('rememberPassword', { account, ownerId: 3 })
      expect(await request('known')).toEqual({ resultCode: '0', resultText: 'known@example.test' })
      expect(await request('unknown')).toEqual({ resultCode: '-20015', resultText: NEUTRAL })
      expect((await revealingServer.mail('known@')).link).toContain('/password/')
      await revealingServer.close()
    })
  })

  describe('a reset link', () => {
    it('shows its user, sets the password once and ends every session', async () => {
      const { id, token } = await server.addUser({ username: 'rose' })
      const uuid = await resetLink('rose')
      expect(await resetInfo(uuid)).toEqual({
        ISVALID: true,
        ISEXPIRED: false,
        ISPASSWORDSET: false,
        PASSWORDMIN: 10,
        USER: { USERID: String(id), OWNERID: 3, USERNAME: 'rose' },
      })
      expect(await isSignedIn(token)).toBe(true)
      expect(await save(uuid, id, 'Other-Horse-8')).toEqual({ resultCode: '0' })
      expect(await isSignedIn(token)).toBe(false)
      expect(await canLogIn('rose', 'Other-Horse-8')).toBe(true)
      expect(await canLogIn('rose', password)).toBe(false)
      expect((await server.mail('rose@', 2)).subject).toContain('Your password was changed')

      expect(await resetInfo(uuid)).toMatchObject({
        ISVALID: false,
        ISEXPIRED: false,
        ISPASSWORDSET: true,
        USER: noUser,
      })
      expect(await save(uuid, id, 'Third-Horse-9')).toEqual({ resultCode: '-20409', resultText: 'The link is invalid' })
      expect(await canLogIn('rose', 'Other-Horse-8')).toBe(true)
    })

    it('returns the same response to a repeated request', async () => {
      const { id } = await server.addUser({ username: 'repeat' })
      const uuid = await resetLink('repeat')
      const requestId = randomUUID()
      expect(await save(uuid, id, 'Other-Horse-8', { requestId })).toEqual({ resultCode: '0' })
      expect(await save(uuid, id, 'Other-Horse-8', { requestId })).toEqual({ resultCode: '0' })
      expect((await save(uuid, id, 'Third-Horse-9', { requestId })).resultCode).toBe('-20409')
      expect(await canLogIn('repeat', 'Other-Horse-8')).toBe(true)
      const audit = await server.server.db
        .selectFrom('audit_event')
        .selectAll()
        .where('request_id', '=', requestId)
        .execute()
      expect(audit.map(({ user_id, owner_id, result_code }) => [user_id, owner_id, result_code])).toContainEqual([
        id,
        3,
        '0',
      ])
    })

    it('sets only one password when it is used twice at the same time', async () => {
      const { id } = await server.addUser({ username: 'race' })
      const uuid = await resetLink('race')
      const responses = await Promise.all(
        ['Other-Horse-8', 'Third-Horse-9'].map((newPassword) => save(uuid, id, newPassword)),
      )
      expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '0'])
    })

    it('expires after an hour', async () => {
      const { id } = await server.addUser({ username: 'late' })
      const uuid = await resetLink('late')
      server.clock.now += 61 * 60_000
      expect(await resetInfo(uuid)).toEqual({ ISVALID: false, ISEXPIRED: true, ISPASSWORDSET: false, USER: noUser })
      expect(await save(uuid, id, 'Other-Horse-8')).toEqual({
        resultCode: '-20409',
        resultText: 'Your reset password link is expired, please request a new one',
      })
      expect(await canLogIn('late', 'Other-Horse-8')).toBe(false)
    })

    it('stops working when a newer one is sent', async () => {
      const { id } = await server.addUser({ username: 'newer' })
      const first = await resetLink('newer')
      const second = await resetLink('newer')
      expect(await resetInfo(first)).toMatchObject({ ISVALID: false, ISEXPIRED: true })
      expect((await save(first, id, 'Other-Horse-8')).resultCode).toBe('-20409')
      expect((await save(second, id, 'Other-Horse-8')).resultCode).toBe('0')
    })

    it('works only for its user; links of another owner, unknown links and wrong links get the same response', async () => {
      const { id } = await server.addUser({ username: 'mine' })
      const other = await server.addUser({ username: 'other' })
      const otherOwner = await server.addUser({ username: 'other-owner', ownerId: 1 })
      const uuid = await resetLink('mine')
      const otherOwnersLink = await linkTo(otherOwner.id, 'reset')
      const invalid = { resultCode: '-20404', resultText: 'The link is invalid' }
      expect(await save(uuid, other.id, 'Other-Horse-8')).toEqual(invalid)
      expect(await save(uuid, id, 'Other-Horse-8', { ownerId: 1 })).toEqual(invalid)
      expect(await save(randomUUID(), id, 'Other-Horse-8')).toEqual(invalid)
      expect(await save(otherOwnersLink, otherOwner.id, 'Other-Horse-8', { ownerId: 1 })).toEqual(invalid)
      expect(await save(otherOwnersLink, otherOwner.id, 'Other-Horse-8')).toEqual(invalid)
      expect((await save(uuid, id, 'Other-Horse-8', { reset: false })).resultCode).toBe('-20404')
      expect((await activate(uuid, id)).resultText).toBe('Activation invalid')
      const invalidInfo = { ISVALID: false, ISEXPIRED: false, ISPASSWORDSET: false, USER: noUser }
      for (const otherUuid of [otherOwnersLink, randomUUID(), 'x', "' OR 1=1"])
        expect(await resetInfo(otherUuid)).toEqual(invalidInfo)
      expect(await activationInfo(uuid)).toEqual(invalidInfo)
      // The link still works for its user after all these attempts.
      expect(await save(uuid, id, 'Other-Horse-8')).toEqual({ resultCode: '0' })
    })

    it('unlocks users locked by wrong passwords, but not those locked by an administrator or wrong codes', async () => {
      const codeOf = async (username: string) =>
        (await server.request('logIn', { username, password: 'Other-Horse-8', ownerID: 3 })).resultCode
      for (const [username, code] of [
        ['guessed at', '0'],
        ['stuck', '-20032'],
        ['coded', '-20032'],
      ] as const) {
        const { id } = await server.addUser({
          username,
          locked: username === 'stuck',
          ...(username === 'coded' && { secondFactor: 'email' }),
        })
        if (username === 'guessed at')
          for (let n = 0; n < 10; n += 1)
            await server.request('logIn', { username, password: 'Wrong-Horse-7', ownerID: 3 })
        if (username === 'coded') for (let n = 0; n < 10; n += 1) await server.logIn(username, { challenge: 'guess' })
        expect([username, (await server.logIn(username)).resultCode]).toEqual([username, '-20032'])
        expect((await save(await linkTo(id, 'reset'), id, 'Other-Horse-8')).resultCode).toBe('0')
        expect([username, await codeOf(username)]).toEqual([username, code])
      }
    })

    it('is stored as a hash and not logged', async () => {
      const { id } = await server.addUser({ username: 'hashed' })
      const uuid = await resetLink('hashed')
      const rows = await server.server.db.selectFrom('access_link').selectAll().where('user_id', '=', id).execute()
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(uuid)
      await resetInfo(uuid)
      expect(server.log()).not.toContain(uuid)
    })
  })

  describe('a new password', () => {
    let id = 0
    beforeAll(async () => {
      id = (await server.addUser({ username: 'Sunny' })).id
    })
    const trySaving = async (newPassword: string, confirmPassword = newPassword) => {
      const uuid = await linkTo(id, 'reset')
      return save(uuid, id, newPassword, { confirmPassword })
    }
    const passwordOfLength = (length: number) => `Aa1!${'x'.repeat(length - 4)}`

    it.each([
      ['100 characters', passwordOfLength(100)],
      ['spaces', 'Three blind mice 3!'],
      ['spaces at both ends', '  Blind mice 3!  '],
      ['emoji', 'Aa1!🐎🐎🐎🐎🐎🐎'],
      ['100 characters with emoji', `Aa1!${'🐎'.repeat(96)}`],
      ['letters of other alphabets', 'Пароль-Ελλάδα-7'],
      ['exactly ten characters', 'Horse-7-ab'],
      ['the name of the client among other words', 'Voyager-Blue-Lamp-7'],
    ])('can have %s, and every character counts', async (_, newPassword) => {
      expect(await trySaving(newPassword)).toEqual({ resultCode: '0' })
      expect(await canLogIn('sunny', newPassword)).toBe(true)
      expect(await canLogIn('sunny', Array.from(newPassword).slice(0, -1).join(''))).toBe(false)
    })

    it.each([
      ['nine characters', 'Horse-7-a', INVALID],
      ['nine characters, one of which is two UTF-16 code units', 'Hors-7-a🐎', INVALID],
      [
        'the username in another case',
        'My-sUNNy-Horse-7',
        'The password must not contain your username. Choose another one',
      ],
      ['a common word', 'Password123!', 'This password is too easy to guess. Choose another one'],
      ['a common word in disguise', 'P@ssw0rd-2026', 'This password is too easy to guess. Choose another one'],
      ['the names of client and portal', 'Voyager-Portal-1', 'This password is too easy to guess. Choose another one'],
      ['the name of the client', 'Voyager2026!x', 'This password is too easy to guess. Choose another one'],
      ['the name in disguise', 'V0yager-2026', 'This password is too easy to guess. Choose another one'],
      ['a greeting and a year', 'Welcome-2026-A', 'This password is too easy to guess. Choose another one'],
      ['a season and a year', 'Summer-2026-Aa', 'This password is too easy to guess. Choose another one'],
      ['a row of keys', 'Qwertz-12345-A', 'This password is too easy to guess. Choose another one'],
      ['a common word between digits', '#1Dragon2024', 'This password is too easy to guess. Choose another one'],
    ])('is rejected with %s', async (_, newPassword, text) => {
      expect(await trySaving(newPassword)).toMatchObject({
        resultCode: '-20400',
        resultText: text,
        errors: [{ path: 'password' }],
      })
    })

    it('is rejected with 101 characters, and with a different confirmation', async () => {
      expect(await trySaving(passwordOfLength(101))).toMatchObject({
        resultCode: '-20400',
        errors: [{ path: 'password' }, { path: 'confirmPassword' }],
      })
      expect((await trySaving(`Aa1!${'🐎'.repeat(97)}`)).resultCode).toBe('-20400')
      expect(await trySaving('Other-Horse-8', 'Other-Horse-9')).toMatchObject({
        resultCode: '-20400',
        resultText: 'Passwords do not match!',
      })
    })
  })

  describe('an activation link', () => {
    it('sets the first password and then activates the account, once', async () => {
      const { id } = await server.addUser({ username: 'pat', notActivated: true })
      const uuid = await linkTo(id, 'activation')
      expect(await activationInfo(uuid)).toEqual({
        ISVALID: true,
        ISEXPIRED: false,
        ISPASSWORDSET: false,
        PASSWORDMIN: 10,
        USER: { USERID: String(id), OWNERID: 3, USERNAME: 'pat' },
      })
      expect((await activate(uuid, id)).resultCode).toBe('-20409')
      expect(await save(uuid, id, 'Other-Horse-8', { reset: false })).toEqual({ resultCode: '0' })
      expect(await canLogIn('pat', 'Other-Horse-8')).toBe(false)
      // The link still works if the page was closed in between.
      expect(await activationInfo(uuid)).toMatchObject({ ISVALID: true, ISPASSWORDSET: false })
      const requestId = randomUUID()
      expect(await activate(uuid, id, requestId)).toEqual({ resultCode: '0' })
      expect(await activate(uuid, id, requestId)).toEqual({ resultCode: '0' })
      expect(await canLogIn('pat', 'Other-Horse-8')).toBe(true)

      expect(await activationInfo(uuid)).toEqual({
        ISVALID: false,
        ISEXPIRED: false,
        ISPASSWORDSET: true,
        USER: noUser,
      })
      const active = 'Account already active. Please try login with your username and password'
      expect(await activate(uuid, id)).toEqual({ resultCode: '-20409', resultText: active })
      expect(await save(uuid, id, 'Third-Horse-9', { reset: false })).toEqual({
        resultCode: '-20409',
        resultText: active,
      })
      expect(await canLogIn('pat', 'Other-Horse-8')).toBe(true)
    })

    it('expires after seven days and works only for its user', async () => {
      const { id } = await server.addUser({ username: 'tardy', notActivated: true })
      const other = await server.addUser({ username: 'eager', notActivated: true })
      const uuid = await linkTo(id, 'activation')
      expect(await resetInfo(uuid)).toEqual({ ISVALID: false, ISEXPIRED: false, ISPASSWORDSET: false, USER: noUser })
      expect((await save(uuid, other.id, 'Other-Horse-8', { reset: false })).resultText).toBe('Activation invalid')
      expect((await activate(uuid, other.id)).resultText).toBe('Activation invalid')
      const otherOwner = await server.addUser({ username: 'other-owner-new', notActivated: true, ownerId: 1 })
      const otherOwnersLink = await linkTo(otherOwner.id, 'activation')
      expect(await activationInfo(otherOwnersLink)).toEqual(await activationInfo(randomUUID()))
      expect(
        (await save(otherOwnersLink, otherOwner.id, 'Other-Horse-8', { reset: false, ownerId: 1 })).resultText,
      ).toBe('Activation invalid')
      expect((await activate(otherOwnersLink, otherOwner.id)).resultText).toBe('Activation invalid')
      server.clock.now += 7 * 24 * 3_600_000
      expect(await activationInfo(uuid)).toEqual({
        ISVALID: false,
        ISEXPIRED: true,
        ISPASSWORDSET: false,
        USER: noUser,
      })
      const expired = 'Your activation is expired. Please request administrator to resend activation'
      expect((await save(uuid, id, 'Other-Horse-8', { reset: false })).resultText).toBe(expired)
      expect((await activate(uuid, id)).resultText).toBe(expired)
    })
  })

  describe('changing the password', () => {
    const change = (token: string, oldPassword: string, newPassword: string, requestId = randomUUID()) =>
      server.request('changePassword', { token, requestId, oldPassword, password: newPassword })
    const add = (username: string) => server.addUser({ username, permissions: ['User.settings'] })

    it('requires the old password, ends every other session and is reported by mail', async () => {
      const { token } = await add('chris')
      const elsewhere = String((await server.logIn('chris'))['token'])
      expect(await change(token, 'Wrong-Horse-7', 'Other-Horse-8')).toMatchObject({ resultCode: '-20001' })
      expect(await change(token, password, 'Other-Horse-8')).toEqual({ resultCode: '0' })
      expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([true, false])
      expect([await canLogIn('chris', password), await canLogIn('chris', 'Other-Horse-8')]).toEqual([false, true])
      const mail = await server.mail('chris@')
      expect(mail.subject).toContain('Your password was changed')
      expect(mail.text + mail.html).not.toMatch(/Horse/)
    })

    it('accepts only a new password that differs from the old one and follows the rules', async () => {
      const { token } = await add('dana')
      expect((await change(token, password, password)).resultText).toBe('The new password must differ from the old one')
      expect((await change(token, password, 'short-1A')).resultText).toBe(INVALID)
      expect((await change(token, password, 'My-DANA-Horse-7')).resultCode).toBe('-20400')
    })

    it('counts wrong old passwords, including concurrent ones, and ends the session after too many', async () => {
      const { token } = await add('guessed')
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => change(token, 'Wrong-Horse-7', 'Other-Horse-8')),
      )
      expect(responses.filter(({ resultCode }) => resultCode === '-20001')).toHaveLength(9)
      // The tenth locks the account, and says so.
      expect(responses.filter(({ resultCode }) => resultCode === '-20032')).not.toHaveLength(0)
      expect(await isSignedIn(token)).toBe(false)
      expect((await server.logIn('guessed')).resultCode).toBe('-20032')
    })

    it('can be retried with the same request id after a wrong old password', async () => {
      const { token } = await add('typo')
      const requestId = randomUUID()
      expect((await change(token, 'Wrong-Horse-7', 'Other-Horse-8', requestId)).resultCode).toBe('-20001')
      expect((await change(token, password, 'Other-Horse-8', requestId)).resultCode).toBe('0')
    })
  })
})
