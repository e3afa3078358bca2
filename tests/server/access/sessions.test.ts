// The lifetime of a session's token (docs/rules/access.md, "Sessions").
import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'

describe('a session', () => {
  let server: InProcessServer
  let user: { id: number; username: string; token: string }
  beforeAll(async () => {
    server = await startInProcess()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    user = await server.addUser({ username: `user-${randomUUID()}`, permissions: ['Batch.approve', 'Batch.load'] })
  })

  const codeOf = async (token: unknown = user.token, method = 'userInfo') =>
    (await post(server.url, method, { token, ...(method === 'batchLoads' && { filter: 1 }) })).response.resultCode
  const updateUser = () => server.server.db.updateTable('user_account').where('id', '=', user.id)

  it('ends at logout', async () => {
    expect(await codeOf()).toBe('0')
    expect((await post(server.url, 'logOut', { token: user.token })).response).toEqual({ resultCode: '0' })
    expect(await codeOf()).toBe('-20012')
  })

  it('can be listed and ended from another session of the same user, but not by other users', async () => {
    const owner = await server.addUser({ username: `user-${randomUUID()}`, permissions: ['User.settings'] })
    const other = await server.addUser({ username: `user-${randomUUID()}`, permissions: ['User.settings'] })
    const secondToken = await startSession(server.server.db, server.server, owner)
    const sessionsOf = async (token: string) =>
      (await post(server.url, 'mySessions', { token })).response['sessions'] as { sessionId: string; isThis: boolean }[]
    const end = (token: string, sessionId: string) =>
      post(server.url, 'endMySession', { token, sessionId, requestId: randomUUID() })
    const sessions = await sessionsOf(owner.token)
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
    const sessionId = sessions.find(({ isThis }) => !isThis)?.sessionId ?? ''
    expect((await end(other.token, sessionId)).response.resultCode).toBe('-20404')
    expect(await codeOf(secondToken)).toBe('0')
    expect((await end(owner.token, sessionId)).response.resultCode).toBe('0')
    expect(await codeOf(secondToken)).toBe('-20012')
    expect(await sessionsOf(owner.token)).toHaveLength(1)
    expect((await end(owner.token, sessionId)).response.resultCode).toBe('-20404')
  })

  it('is listed with the names of its browser and operating system, and no other details', async () => {
    const owner = await server.addUser({ username: `user-${randomUUID()}`, permissions: ['User.settings'] })
    const response = await fetch(`${server.url}api`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
      },
      body: JSON.stringify({
        method: 'logIn',
        params: { username: owner.username, password, ownerID: 3 },
      }),
    })
    const { token } = (await response.json()) as { token: string }
    const { response: listResponse } = await post(server.url, 'mySessions', { token })
    const devices = (listResponse['sessions'] as { device: string; isThis: boolean }[]).map(({ device, isThis }) => [
      isThis,
      device,
    ])
    expect(devices).toHaveLength(2)
    expect(devices).toEqual(
      expect.arrayContaining([
        [true, 'Chrome on Windows'],
        [false, ''],
      ]),
    )
  })

  it('ends after 15 minutes without activity', async () => {
    server.clock.now += 14 * MINUTE_MS
    expect(await codeOf()).toBe('0')
    server.clock.now += 14 * MINUTE_MS
    expect(await codeOf()).toBe('0')
    server.clock.now += 15 * MINUTE_MS
    expect(await codeOf()).toBe('-20012')
  })

  it('is not extended by polling', async () => {
    for (let minute = 0; minute < 14; minute++) {
      server.clock.now += MINUTE_MS
      expect(await codeOf(user.token, 'overview')).not.toBe('-20012')
    }
    server.clock.now += MINUTE_MS
    expect(await codeOf(user.token, 'overview')).toBe('-20012')
  })

  it('reports its remaining time without extending it', async () => {
    const state = async () => (await post(server.url, 'sessionState', { token: user.token })).response
    expect(await state()).toEqual({ resultCode: '0', secondsLeft: 900, endsBy: 'idle' })
    server.clock.now += 14 * MINUTE_MS
    expect(await state()).toMatchObject({ secondsLeft: 60 })
    // Any call by the user restarts the time; the Stay button makes such a call.
    expect(await codeOf()).toBe('0')
    expect(await state()).toMatchObject({ secondsLeft: 900 })
    server.clock.now += 15 * MINUTE_MS
    expect((await state()).resultCode).toBe('-20012')
  })

  it('ends after 12 hours, even when active, and reports when this limit will end it', async () => {
    for (let spent = 0; spent < 12 * 60 - 10; spent += 10) {
      server.clock.now += 10 * MINUTE_MS
      expect(await codeOf()).toBe('0')
    }
    expect((await post(server.url, 'sessionState', { token: user.token })).response).toMatchObject({
      secondsLeft: 600,
      endsBy: 'limit',
    })
    server.clock.now += 10 * MINUTE_MS
    expect(await codeOf()).toBe('-20012')
  })

  it('ends when the user is locked or deleted', async () => {
    await updateUser().set({ locked_at: new Date() }).execute()
    expect(await codeOf()).toBe('-20012')
    await updateUser().set({ locked_at: null, deleted_at: new Date() }).execute()
    expect(await codeOf()).toBe('-20012')
  })

  it('loses a removed permission at the next call', async () => {
    expect(await codeOf(user.token, 'batchLoads')).not.toBe('-20403')
    await server.server.db
      .updateTable('user_group')
      .set({ permissions: ['Batch.load'] })
      .where('name', '=', `Group of ${user.username}`)
      .execute()
    expect(await codeOf(user.token, 'batchLoads')).toBe('-20403')
  })

  describe('is rejected', () => {
    /** A copy of the user's token, with the given changes. */
    async function forgeToken(changes: {
      key?: Uint8Array
      typ?: string
      aud?: string
      iss?: string
      jti?: string
      alg?: string
    }) {
      const [, claims = ''] = user.token.split('.')
      const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
      const { key = server.server.secrets.tokenKey, typ = 'at+jwt', alg = 'HS256', ...others } = changes
      return new SignJWT({ ...payload, ...others }).setProtectedHeader({ alg, typ }).sign(key)
    }
    it('unless the token is unchanged', async () => {
      expect(await codeOf(await forgeToken({}))).toBe('0')
    })
    it.each([
      ['another key', { key: new Uint8Array(32) }],
      ['another type', { typ: 'JWT' }],
      ['another audience', { aud: 'harbour' }],
      ['another issuer', { iss: 'another' }],
      ['another algorithm', { alg: 'HS512' }],
      ['an unknown session', { jti: randomUUID() }],
    ])('with %s', async (_, changes) => {
      expect(await codeOf(await forgeToken(changes))).toBe('-20012')
    })
    it('without a signature', async () => {
      const [, claims = ''] = user.token.split('.')
      const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
      expect(await codeOf(new UnsecuredJWT(payload).encode())).toBe('-20012')
    })
    it.each([[''], ['garbage'], ['a.b.c'], [7], [null], [{}], [['x']], ['x'.repeat(5000)]])(
      'with the token %j',
      async (token) => {
        expect(await codeOf(token)).toBe('-20012')
      },
    )
  })
})
