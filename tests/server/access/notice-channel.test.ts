// Notices of a device continue after an idle session has ended, show only a number, and stop when a session is ended
// deliberately (docs/rules/access.md, "Notices on a device").
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { deleteExpired } from '#server/jobs/housekeeping.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import { startInProcess } from '#tests/support/in-process.ts'
import { uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const VIRTUAL_CAMPAIGN = 3

describe('the notices of a device', () => {
  const demo = withDemoServer()
  const waitingFor = async (deviceToken: string) =>
    (await post(demo.server.url, 'noticesWaiting', { deviceToken })).response as {
      resultCode: string
      waiting?: number
    }
  const advance = (ms: number) => (demo.server.clock.now += ms)
  /** Starts a session of the user and opens its notice channel. */
  async function open(username = 'amir', params = {}) {
    const person = await demo.server.logIn(username)
    const response = await person.call('openNoticeChannel', params)
    expect(response.resultCode).toBe('0')
    return { person, ...response }
  }

  it('are correct after 20 and after 60 minutes, when the session has long ended', async () => {
    const { person, deviceToken } = await open()
    const before = (await waitingFor(deviceToken)).waiting ?? 0
    advance(20 * MINUTE_MS)
    expect((await person.call('overview', {})).resultCode).toBe('-20012')
    await uploadLoads(await demo.server.logIn('olive'), sampleRows(1))
    expect(await waitingFor(deviceToken)).toEqual({ resultCode: '0', waiting: before + 1 })
    advance(40 * MINUTE_MS)
    await uploadLoads(await demo.server.logIn('olive'), sampleRows(2))
    expect(await waitingFor(deviceToken)).toEqual({ resultCode: '0', waiting: before + 2 })
    expect((await person.call('overview', {})).resultCode).toBe('-20012')
  })

  it('count what the user can approve, as Home does', async () => {
    for (const username of ['amir', 'ada', 'rita']) {
      const { person, deviceToken } = await open(username)
      const { batchesToApprove, ordersToApprove } = await person.call('overview', {})
      expect((await waitingFor(deviceToken)).waiting).toBe(
        (batchesToApprove?.count ?? 0) + (ordersToApprove?.count ?? 0),
      )
    }
  })

  it('count only the campaigns that the user has been limited to in the meantime', async () => {
    const { person, deviceToken } = await open()
    const before = (await waitingFor(deviceToken)).waiting ?? 0
    const limitTo = (ids: readonly number[] | null) =>
      demo
        .db()
        .updateTable('user_account')
        .set({ campaign_ids: ids as number[] })
        .where('id', '=', person.id)
        .execute()
    await limitTo([VIRTUAL_CAMPAIGN])
    const { batchesToApprove, ordersToApprove } = await person.call('overview', {})
    const { waiting = 0 } = await waitingFor(deviceToken)
    expect(waiting).toBe((batchesToApprove?.count ?? 0) + (ordersToApprove?.count ?? 0))
    expect(waiting).toBeLessThan(before)
    await limitTo(null)
  })

  it('have a token that works only for notices and is not stored', async () => {
    const { deviceToken } = await open()
    expect((await post(demo.server.url, 'userInfo', { token: deviceToken })).response.resultCode).toBe('-20012')
    expect((await waitingFor(randomUUID())).resultCode).toBe('-20404')
    const { rows } = await sql`SELECT FROM notice_channel WHERE token_hash::text LIKE ${`%${deviceToken}%`}`.execute(
      demo.db(),
    )
    expect(rows).toEqual([])
  })

  it('continue when the session ends without activity, and stop at sign-out', async () => {
    const idle = await open()
    expect((await idle.person.call('logOut', { keepsNotices: true })).resultCode).toBe('0')
    expect((await idle.person.call('userInfo', {})).resultCode).toBe('-20012')
    expect((await waitingFor(idle.deviceToken)).resultCode).toBe('0')
    const signedOut = await open()
    await signedOut.person.call('logOut', {})
    expect((await waitingFor(signedOut.deviceToken)).resultCode).toBe('-20404')
  })

  it('stop when the user ends the session from another device', async () => {
    const { deviceToken, person } = await open('ada')
    const other = await demo.server.logIn('ada')
    const { sessions } = await person.call('mySessions', {})
    await other.call('endMySession', { sessionId: sessions.find(({ isThis }) => isThis)?.sessionId ?? '' })
    expect((await waitingFor(deviceToken)).resultCode).toBe('-20404')
  })

  it('stop on all other devices when the password is changed, even if the session has ended', async () => {
    const idle = await open('rita')
    await idle.person.call('logOut', { keepsNotices: true })
    const other = await open('rita')
    const current = await open('rita')
    await current.person.call('changePassword', { oldPassword: demoPassword, password: 'Quiet-River-77-Bridge' })
    expect((await waitingFor(idle.deviceToken)).resultCode).toBe('-20404')
    expect((await waitingFor(other.deviceToken)).resultCode).toBe('-20404')
    expect((await waitingFor(current.deviceToken)).resultCode).toBe('0')
  })

  it.each(['locked_at', 'deleted_at'] as const)('stop when the user’s %s is set', async (column) => {
    const { person, deviceToken } = await open()
    const set = (at: Date | null) =>
      demo
        .db()
        .updateTable('user_account')
        .set({ [column]: at })
        .where('id', '=', person.id)
        .execute()
    await set(new Date())
    expect((await waitingFor(deviceToken)).resultCode).toBe('-20404')
    await set(null)
  })

  it('stop and are deleted after the configured time', async () => {
    const { deviceToken, until } = await open()
    expect(Date.parse(until) - demo.server.clock.now).toBe(24 * HOUR_MS)
    advance(24 * HOUR_MS - 1)
    expect((await waitingFor(deviceToken)).resultCode).toBe('0')
    advance(1)
    expect((await waitingFor(deviceToken)).resultCode).toBe('-20404')
    advance(1)
    await deleteExpired(demo.db(), demo.server.clock.now)
    const channels = await demo.db().selectFrom('notice_channel').select('expires_at').execute()
    expect(channels.filter(({ expires_at }) => expires_at.getTime() < demo.server.clock.now)).toEqual([])
  })

  it('can be stopped by the device without a session', async () => {
    const { deviceToken } = await open()
    expect((await post(demo.server.url, 'closeNoticeChannel', { deviceToken })).response.resultCode).toBe('0')
    expect((await waitingFor(deviceToken)).resultCode).toBe('-20404')
  })

  it('have one token per session, which a new request or the next session replaces', async () => {
    const first = await open()
    const second = await first.person.call('openNoticeChannel', {})
    expect((await waitingFor(first.deviceToken)).resultCode).toBe('-20404')
    expect((await waitingFor(second.deviceToken)).resultCode).toBe('0')
    const next = await open('amir', { replaces: second.deviceToken })
    expect((await waitingFor(second.deviceToken)).resultCode).toBe('-20404')
    expect((await waitingFor(next.deviceToken)).resultCode).toBe('0')
  })

  it('accept no push address while push is off, and only addresses of push services', async () => {
    const pushEndpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    expect(await open('amir', { pushEndpoint })).toMatchObject({ isPushed: false })
    const person = await demo.server.logIn('amir')
    for (const address of ['http://fcm.googleapis.com/x', 'https://10.0.0.1/x', 'https://evilpush.apple.com.example/'])
      expect(await person.call('openNoticeChannel', { pushEndpoint: address })).toMatchObject({
        resultCode: '-20400',
        errors: [{ path: 'pushEndpoint' }],
      })
  })
})

it('requests of many devices in one office do not count as sign-in attempts of the office’s address', async () => {
  const server = await startInProcess({ settings: { loginsPerMinute: 5 } })
  for (let times = 0; times < 20; times += 1)
    expect((await post(server.url, 'noticesWaiting', { deviceToken: 'unknown' })).response.resultCode).toBe('-20404')
  const response = await post(server.url, 'logIn', { username: 'x', password: 'y', ownerID: 3 })
  expect(response.response.resultCode).toBe('-20001')
  await server.close()
})
