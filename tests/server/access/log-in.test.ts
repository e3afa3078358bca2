// Sign-in with right, wrong and unknown credentials (docs/rules/access.md, "Sign-in").
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'

describe('signing in', () => {
  let server: InProcessServer
  beforeAll(async () => {
    server = await startInProcess()
    await server.addUser({ username: 'Olga', permissions: ['Batch.load', 'User.settings'] })
    await server.addUser({ username: 'locked', locked: true })
    await server.addUser({ username: 'fresh', notActivated: true })
    await server.addUser({ username: 'hector', ownerId: 1 })
    await server.addUser({ username: 'app', secondFactor: 'app' })
    await server.addUser({ username: 'mail', secondFactor: 'email' })
  })
  afterAll(() => server.close())

  const logIn = async (username: string, typedPassword = password, otherParams: object = {}) =>
    (await post(server.url, 'logIn', { username, password: typedPassword, ownerID: 3, ...otherParams })).response

  it('returns the user and a token whose subject is the username', async () => {
    const { resultCode, token } = await logIn('olga')
    expect(resultCode).toBe('0')
    const claims = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
    expect(claims.sub).toBe('Olga')
    const { response } = await post(server.url, 'userInfo', { token })
    expect(response).toEqual({
      resultCode: '0',
      user: {
        userId: expect.stringMatching(/^\d+$/) as string,
        username: 'Olga',
        firstname: 'First',
        lastname: 'Last',
        email: 'Olga@example.test',
      },
      permissions: { Batch: ['load'], User: ['settings'] },
      draftKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) as string,
      idleMinutes: 15,
      language: 'en',
    })
    const secondInfo = await post(server.url, 'userInfo', { token: (await logIn('Olga'))['token'] })
    expect(secondInfo.response['draftKey']).toBe(response['draftKey'])
  })

  it('gives every rejected caller the same response', async () => {
    const wrong = await logIn('olga', 'Wrong-Horse-7')
    expect(wrong).toEqual({ resultCode: '-20001', resultText: 'Wrong username or password' })
    expect(await logIn('unknown')).toEqual(wrong)
    expect(await logIn('fresh')).toEqual(wrong)
    expect(await logIn('hector')).toEqual(wrong)
    expect(await logIn('hector', password, { ownerID: 1 })).toEqual(wrong)
    expect(await logIn('locked', 'Wrong-Horse-7')).toEqual(wrong)
    expect(await logIn("o' OR 1=1 --")).toEqual(wrong)
  })

  it('returns no token without the second factor', async () => {
    expect(await logIn('app')).toMatchObject({ resultCode: '-20031' })
    expect(await logIn('mail')).toMatchObject({ resultCode: '-20150' })
    for (const challenge of ['000000', '123456', ''])
      for (const name of ['app', 'mail']) expect(await logIn(name, password, { challenge })).not.toHaveProperty('token')
  })

  it('reports a locked account only when the password is right', async () => {
    expect((await logIn('locked')).resultCode).toBe('-20032')
  })

  it('writes each attempt to the audit trail, without a username for unknown users', async () => {
    const rows = async () =>
      server.server.db
        .selectFrom('audit_event')
        .select(['user_id', 'result_code'])
        .where('method', '=', 'logIn')
        .orderBy('id')
        .execute()
    const before = (await rows()).length
    await logIn('olga')
    await logIn('unknown')
    expect((await rows()).slice(before)).toEqual([
      { user_id: expect.any(Number) as number, result_code: '0' },
      { user_id: null, result_code: '-20001' },
    ])
  })

  it('userInfo shows another user only to users of the same owner with User.write', async () => {
    const admin = await server.addUser({ username: 'admin', permissions: ['User.write'] })
    const plain = await server.addUser({ username: 'plain' })
    const otherOwner = await server.addUser({ username: 'other-owner', ownerId: 1 })
    const info = async (token: string, id: string | number) =>
      (await post(server.url, 'userInfo', { token, id: String(id) })).response
    const plainInfo = await info(admin.token, plain.id)
    expect(plainInfo).toMatchObject({ resultCode: '0', user: { username: 'plain' } })
    expect(plainInfo).not.toHaveProperty('draftKey')
    expect((await info(plain.token, admin.id)).resultCode).toBe('-20403')
    const notFound = await info(admin.token, 999_999)
    expect(await info(admin.token, otherOwner.id)).toEqual(notFound)
    expect(await info(admin.token, '9'.repeat(18))).toEqual(notFound)
    expect(notFound.resultCode).toBe('-20404')
  })
})

describe('the server', () => {
  it('limits sign-ins from one address, and reports when to retry', async () => {
    const server = await startInProcess({ settings: { loginsPerMinute: 5 } })
    const tries = []
    for (let n = 0; n < 7; n++)
      tries.push(await post(server.url, 'logIn', { username: 'unknown', password: 'x', ownerID: 3 }))
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(tries[6]?.response).toMatchObject({ resultCode: '-20429', retryAfter: expect.any(Number) as number })
    server.clock.now += 61_000
    expect((await post(server.url, 'logIn', { username: 'unknown', password: 'x', ownerID: 3 })).status).toBe(200)
    await server.close()
  })

  it.each([
    ['sends a different address in X-Forwarded-For each time', (n: number) => `10.0.0.${n}, 192.0.2.7`],
    ['uses another address of the same IPv6 network each time', (n: number) => `2001:db8:0:7::${n}`],
  ])('limits sign-ins behind a proxy, even if the caller %s', async (_, toForwardedFor) => {
    const server = await startInProcess({ settings: { loginsPerMinute: 3, proxyCount: 1 } })
    const body = JSON.stringify({ method: 'logIn', params: { username: 'unknown', password: 'x', ownerID: 3 } })
    const request = (address: string) =>
      fetch(`${server.url}api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body,
      })
    const statuses = []
    for (let n = 1; n <= 5; n++) statuses.push((await request(toForwardedFor(n))).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await request('198.51.100.1')).status).toBe(200)
    await server.close()
  })

  it('limits the calls of one user', async () => {
    const server = await startInProcess({ settings: { callsPerMinute: 4 } })
    const { token } = await server.addUser({ username: 'busy' })
    const codes = []
    for (let n = 0; n < 6; n++) codes.push((await post(server.url, 'userInfo', { token })).response.resultCode)
    expect(codes).toEqual(['0', '0', '0', '0', '-20429', '-20429'])
    await server.close()
  })

  it('limits all users behind one address to ten times the calls of one user', async () => {
    const server = await startInProcess({ settings: { callsPerMinute: 4 } })
    const users = []
    for (let n = 0; n < 3; n++) users.push((await server.addUser({ username: `user-${n}` })).token)
    const statuses: number[] = []
    for (const token of users)
      for (let n = 0; n < 4; n++) statuses.push((await post(server.url, 'userInfo', { token })).status)
    expect(statuses).toEqual(Array(12).fill(200))
    for (let n = 12; n < 41; n++) statuses.push((await post(server.url, 'userInfo', { token: 'x' })).status)
    expect(statuses.slice(12)).toEqual([...Array<number>(28).fill(200), 429])
    await server.close()
  })
})
