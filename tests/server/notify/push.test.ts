// Web Push: the recipients of a message, its valid signature and empty body, and that only push services receive it.
import { createPublicKey, verify } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { createPushSender, enqueuePush, isPushEndpoint, registerPush } from '#server/notify/push.ts'
import { textToSecrets } from '#server/keys/secrets.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { post } from '#tests/support/call.ts'
import { uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const endpointOf = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`

describe('a push', () => {
  const demo = withDemoServer({ settings: { isPushOn: true } })
  /** Runs all jobs except mails, which have no handler in this test. */
  async function runJobs() {
    const { jobs, db } = demo.server.server
    await jobs.start()
    await expect.poll(() => db.selectFrom('job').select('id').where('kind', '!=', 'send-mail').execute()).toEqual([])
    await jobs.stop()
  }

  it('is sent once to each device of a user who can approve, and never again to a deleted subscription', async () => {
    const notifiedDevices: string[] = []
    registerPush(demo.server.server, (endpoint) => {
      notifiedDevices.push(endpoint.split('/').at(-1) ?? '')
      return Promise.resolve(endpoint.endsWith('gone') ? 'gone' : 'sent')
    })
    const openChannel = async (username: string, device: string) => {
      const person = await demo.server.logIn(username)
      expect(await person.call('openNoticeChannel', { pushEndpoint: endpointOf(device) })).toMatchObject({
        isPushed: true,
      })
      return person
    }
    await openChannel('amir', 'office')
    const idle = await openChannel('amir', 'phone')
    await idle.call('logOut', { keepsNotices: true })
    const signedOut = await openChannel('amir', 'signed-out')
    await signedOut.call('logOut', {})
    await openChannel('amir', 'gone')
    await openChannel('rita', 'reader')
    const olive = await demo.server.logIn('olive')
    await uploadLoads(olive, sampleRows(1))
    await runJobs()
    expect(notifiedDevices.toSorted()).toEqual(['gone', 'office', 'phone'])
    notifiedDevices.length = 0
    // Several requests in a short time are combined.
    const { server, database } = demo.server
    for (let times = 0; times < 3; times += 1) await enqueuePush(server, database.db, 'amir')
    await runJobs()
    expect(notifiedDevices.toSorted()).toEqual(['office', 'phone'])
  })
})

describe('a push that its service delays', () => {
  const demo = withDemoServer({ settings: { isPushOn: true } })
  it('is sent to that device when the push service allows it, and at once to others', async () => {
    const { server, clock, database } = demo.server
    const sent: string[] = []
    const retryAt = Date.now() + 600_000
    registerPush(server, (endpoint) => {
      const device = endpoint.split('/').at(-1) ?? ''
      if (device === 'busy' && clock.now < retryAt) return Promise.resolve({ retryAt })
      sent.push(device)
      return Promise.resolve('sent')
    })
    for (const device of ['busy', 'free'])
      await (await demo.server.logIn('amir')).call('openNoticeChannel', { pushEndpoint: endpointOf(device) })
    await enqueuePush(server, database.db, 'amir')
    await server.jobs.start()
    await expect.poll(() => sent).toEqual(['free'])
    const delayed = () =>
      database.db.selectFrom('job').select(['run_at', 'attempts']).where('kind', '=', 'send-push').execute()
    await expect.poll(delayed).toEqual([{ run_at: new Date(retryAt), attempts: 0 }])
    clock.now = retryAt + 1
    server.jobs.wake()
    await expect.poll(() => sent).toEqual(['free', 'busy'])
    await server.jobs.stop()
  })

  it('goes to the address that the browser has renewed', async () => {
    const { server, database, url } = demo.server
    const amir = await demo.server.logIn('amir')
    await amir.call('openNoticeChannel', { pushEndpoint: endpointOf('old') })
    const endpoints = async () =>
      (await database.db.selectFrom('notice_channel').select('push_endpoint').execute()).map((row) => row.push_endpoint)
    const renew = async (earlierEndpoint: string, pushEndpoint: string) =>
      (await post(url, 'renewPushEndpoint', { earlierEndpoint, pushEndpoint })).response.resultCode
    expect(await renew(endpointOf('old'), 'https://evil.example/x')).toBe('-20400')
    expect(await renew(endpointOf('unknown'), endpointOf('stolen'))).toBe('0')
    expect(await endpoints()).toContain(endpointOf('old'))
    expect(await renew(endpointOf('old'), endpointOf('renewed'))).toBe('0')
    expect(await endpoints()).toContain(endpointOf('renewed'))
    expect(await endpoints()).not.toContain(endpointOf('old'))
    expect(await endpoints()).not.toContain(endpointOf('stolen'))
    await server.jobs.stop()
  })
})

describe('the push message', () => {
  const { pushKey, ...secrets } = textToSecrets('push')
  const now = () => Date.parse('2026-03-04T05:06:07Z')
  const settings = environmentToSettings({ PUBLIC_URL: 'https://portal.example' })
  const send = createPushSender({ secrets: { ...secrets, pushKey }, settings, now })
  afterEach(() => vi.unstubAllGlobals())

  it('is empty, and signed with the key that browsers subscribe with', async () => {
    const fetchMock = vi.fn().mockResolvedValue(new Response(null, { status: 201 }))
    vi.stubGlobal('fetch', fetchMock)
    expect(await send(endpointOf('a'))).toBe('sent')
    const [address, { body, headers, redirect }] = fetchMock.mock.calls[0] as [string, RequestInit]
    expect([address, body, redirect]).toEqual([endpointOf('a'), undefined, 'error'])
    const { authorization, ...otherHeaders } = headers as Record<string, string>
    expect(otherHeaders).toMatchObject({ ttl: '14400', topic: 'waiting' })
    const [, head = '', claims = '', signature = '', key = ''] =
      /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(authorization ?? '') ?? []
    const read = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())
    expect(read(head)).toMatchObject({ alg: 'ES256' })
    expect(read(claims)).toEqual({
      aud: 'https://fcm.googleapis.com',
      sub: 'https://portal.example/voyager/',
      exp: now() / 1000 + 12 * 3600,
    })
    expect(key).toBe(pushKey.publicKey)
    // A public key is an uncompressed point of the curve: the byte 4, then x and y with 32 bytes each.
    const point = Buffer.from(key, 'base64url')
    expect([point.length, point[0]]).toEqual([65, 4])
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
    const signedText = Buffer.from(`${head}.${claims}`)
    const verifyKey = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', signedText, verifyKey, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it.each([
    [201, 'sent'],
    [403, 'gone'],
    [404, 'gone'],
    [410, 'gone'],
  ])('status %i of the push service counts as %s', async (status, result) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })))
    expect(await send(endpointOf('a'))).toBe(result)
  })

  it.each([
    ['120', 120_000],
    ['Wed, 04 Mar 2026 05:16:07 GMT', 600_000],
  ])('obeys Retry-After: %s, for every device of the push service', async (header, delay) => {
    const fetchMock = vi.fn(() =>
      Promise.resolve(new Response(null, { status: 429, headers: { 'retry-after': header } })),
    )
    vi.stubGlobal('fetch', fetchMock)
    const sender = createPushSender({ secrets: { ...secrets, pushKey }, settings, now })
    expect(await sender(endpointOf('a'))).toEqual({ retryAt: now() + delay })
    expect(await sender(endpointOf('b'))).toEqual({ retryAt: now() + delay })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('throws after any other status, so that the job is retried', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 503 })))
    await expect(send(endpointOf('a'))).rejects.toThrow('503')
  })
})

it('only hostnames of known push services are accepted', () => {
  const pushServices = [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-am3p.notify.windows.com/w/?token=a',
  ]
  const otherAddresses = [
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.example/a',
    'https://evilpush.apple.com.example/a',
    'https://127.0.0.1/a',
    'nothing',
  ]
  expect(pushServices.filter((address) => !isPushEndpoint(address))).toEqual([])
  expect(otherAddresses.filter(isPushEndpoint)).toEqual([])
})
