// Webhooks: a consumer of our own receives signed messages at least once, however it answers, and the server calls no
// address that it must not call. Rules: docs/rules/webhooks.md.
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { permissions } from '#domain/access/permissions.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { ATTEMPT_PAUSES_MS, pauseAfter } from '#domain/webhooks.ts'
import { addWebhook } from '#server/webhooks/add.ts'
import { deleteOldDeliveries, enqueueDelivery, registerWebhooks } from '#server/webhooks/deliver.ts'
import {
  createWebhookSender,
  isEndpointUrl,
  isPublicAddress,
  signWebhook,
  toWebhookSecret,
} from '#server/webhooks/send.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { hasPeers, peerPath } from '#tests/support/peers.ts'
import { startUsersServer, type UsersServer } from '../users/users-server.ts'

interface Received {
  readonly id: string
  readonly body: string
  readonly headers: Record<string, string>
}

/** The libraries that customers verify messages with; the second one only if tools/peers is installed. */
const consumers = [
  Webhook,
  ...(hasPeers
    ? [((await import(peerPath('node_modules/svix/dist/index.mjs'))) as { Webhook: typeof Webhook }).Webhook]
    : []),
]

/** Whether a consumer with this secret accepts what it received at this time. All consumers have to agree. */
function isAccepted(received: Received | undefined, secret: string, now: number): boolean {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  const answers = consumers.map((Consumer) => {
    try {
      new Consumer(secret).verify(received?.body ?? '', received?.headers ?? {})
      return true
    } catch {
      return false
    }
  })
  clock.mockRestore()
  expect(new Set(answers).size).toBe(1)
  return answers[0] === true
}

const message = {
  id: 'msg_1',
  timestamp: 1_700_000_000,
  payload: '{}',
  secrets: [toWebhookSecret(Buffer.alloc(32, 7))],
}

describe('addresses', () => {
  it('only public ones are called, of both families', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
    for (const address of [
      '127.0.0.1',
      '0.0.0.0',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      '64:ff9b::a00:1',
      '2002:7f00:1::',
      '2001:0:1::1',
      '2001:db8::1',
      'ff02::1',
      'x',
      '',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false])
  })

  it('only https, and no private address, username or local name', () => {
    for (const url of ['https://hooks.example.org/a?b=1', 'https://hooks.example.org:8443/', 'https://8.8.8.8/'])
      expect([url, isEndpointUrl(url)]).toEqual([url, true])
    for (const url of [
      'http://hooks.example.org',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://a:b@hooks.example.org/',
      'https://hooks.example.org/#a',
      'ftp://x.y',
      'x',
      '',
      'https://169.254.169.254/latest/meta-data',
      `https://x.org/${'a'.repeat(500)}`,
    ])
      expect([url, isEndpointUrl(url)]).toEqual([url, false])
  })

  it('a name is resolved once, and refused if any of its addresses is private', async () => {
    let calls = 0
    const sender = (addresses: readonly string[]) =>
      createWebhookSender({ resolve: () => Promise.resolve(((calls += 1), addresses)), timeoutMs: 500 })
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:10.0.0.1'], []])
      expect(await sender(addresses)('https://rebinding.example.org/', message)).toMatchObject({
        status: undefined,
        answer: 'rebinding.example.org has no public address',
      })
    expect(calls).toBe(4)
  })
})

it('pauses follow the schedule of the specification, with jitter', () => {
  const minutes = ATTEMPT_PAUSES_MS.map((pause) => pause / MINUTE_MS)
  expect(minutes.slice(1)).toEqual([5, 30, 120, 300, 600, 840, 1200, 1440])
  expect([pauseAfter(1, 0), pauseAfter(1, 1), pauseAfter(9, 0.5), pauseAfter(10, 0)]).toEqual([
    4500,
    5500,
    24 * HOUR_MS,
    undefined,
  ])
})

describe('deliveries', () => {
  let server: UsersServer
  let consumer: Server
  let received: Received[] = []
  /** How the consumer answers. */
  let respond: (response: import('node:http').ServerResponse) => void
  let url = ''
  /** The secret of the newest endpoint. */
  let secret = ''

  beforeAll(async () => {
    const certificate = makeCertificate('DNS:hooks.example.org')
    consumer = createServer(certificate, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        received.push({ id: headers['webhook-id'] ?? '', body: Buffer.concat(chunks).toString(), headers })
        respond(response)
      })
    })
    await new Promise<void>((done) => consumer.listen(0, '127.0.0.1', done))
    url = `https://hooks.example.org:${(consumer.address() as AddressInfo).port}/hook`
    server = await startUsersServer()
    const send = createWebhookSender({
      resolve: () => Promise.resolve(['127.0.0.1']),
      allows: () => true,
      ca: certificate.cert,
      timeoutMs: 1_000,
    })
    await server.server.jobs.stop()
    registerWebhooks(server.server, send, () => 0.5)
    await server.server.jobs.start()
  })
  afterAll(async () => {
    consumer.closeAllConnections()
    consumer.close()
    await server.close()
  })
  beforeEach(async () => {
    received = []
    respond = (response) => response.writeHead(204).end()
    await sql`UPDATE webhook_endpoint SET deleted_at = now()`.execute(server.server.db)
  })

  const addEndpoint = async (overrides: object = {}) => {
    const answer = await server.call('createWebhookEndpoint', { url, events: ['batch.completed'], ...overrides })
    expect(answer).toMatchObject({ resultCode: '0' })
    secret = String(answer['secret'])
    return String(answer['endpointID'])
  }
  let lastMessage = 0
  const emit = async (type: 'batch.completed' | 'batch.approved' = 'batch.completed') => {
    lastMessage += 1
    const messageId = `batch-${lastMessage}`
    const { db } = server.server
    const at = new Date(server.clock.now)
    const content = { messageId, ownerId: 3, at, type, data: { batchId: '5', rows: 2 } }
    await db.transaction().execute((trx) => addWebhook(trx, content))
    // The job that writes it can run twice.
    await db.transaction().execute((trx) => addWebhook(trx, content))
    server.server.jobs.wake()
    return messageId
  }
  const deliveries = async (endpointID: string) =>
    (await server.request('webhookDeliveries', { endpointID, token: server.admin.token }))['deliveries'] as {
      deliveryID: string
      state: string
      nextAt: string | null
      attempts: { status: number | null; answer: string }[]
    }[]
  const newest = async (endpointID: string) => (await deliveries(endpointID))[0]
  const poll = (endpointID: string) => expect.poll(() => newest(endpointID), { timeout: 30_000 })

  it('are signed, thin, and only for the chosen events', async () => {
    const id = await addEndpoint()
    await emit('batch.approved')
    const messageId = await emit()
    await poll(id).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] })
    expect(received.map((each) => each.id)).toEqual([messageId])
    expect(isAccepted(received[0], secret, server.clock.now)).toBe(true)
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      type: 'batch.completed',
      timestamp: expect.any(String) as string,
      data: { batchId: '5', rows: 2 },
    })
  })

  it('are refused by a consumer if they are changed, old, or signed with another secret', async () => {
    const id = await addEndpoint()
    await emit()
    await poll(id).toMatchObject({ state: 'delivered' })
    const [sent] = received
    if (!sent) throw new Error('Nothing was received')
    const now = server.clock.now
    const change = (headers: object, body = sent.body) => ({ ...sent, body, headers: { ...sent.headers, ...headers } })
    expect(isAccepted(sent, secret, now + 4 * MINUTE_MS)).toBe(true)
    for (const refused of [
      change({}, sent.body.replace('"rows":2', '"rows":3')),
      change({ 'webhook-id': 'other' }),
      change({ 'webhook-timestamp': String(Number(sent.headers['webhook-timestamp']) + 1) }),
      change({ 'webhook-signature': '' }),
    ])
      expect(isAccepted(refused, secret, now)).toBe(false)
    expect(isAccepted(sent, secret, now + 6 * MINUTE_MS)).toBe(false)
    expect(isAccepted(sent, secret, now - 6 * MINUTE_MS)).toBe(false)
    expect(isAccepted(sent, toWebhookSecret(Buffer.alloc(32, 1)), now)).toBe(false)
  })

  it.each([
    ['an error', (response: import('node:http').ServerResponse) => response.writeHead(500).end('x'.repeat(5_000)), 500],
    [
      'a redirect',
      (response: import('node:http').ServerResponse) =>
        response.writeHead(302, { location: 'https://169.254.169.254/' }).end(),
      302,
    ],
    ['no answer', () => undefined, null],
  ])('after %s, the same message is sent again later', async (_what, answer, status) => {
    const id = await addEndpoint()
    respond = answer
    const messageId = await emit()
    await poll(id).toMatchObject({ state: 'waiting', attempts: [{ status }] })
    const delivery = await newest(id)
    expect(Date.parse(delivery?.nextAt ?? '') - server.clock.now).toBe(5_000)
    expect(delivery?.attempts[0]?.answer.length).toBeLessThanOrEqual(1024)
    respond = (response) => response.writeHead(200).end('ok')
    server.clock.now += 5_000
    server.server.jobs.wake()
    await poll(id).toMatchObject({ state: 'delivered', attempts: [{ status: 200, answer: 'ok' }, { status }] })
    expect(received.map((each) => each.id)).toEqual([messageId, messageId])
  })

  it('waits as long as Retry-After says', async () => {
    const id = await addEndpoint()
    respond = (response) => response.writeHead(429, { 'retry-after': '120' }).end()
    await emit()
    await poll(id).toMatchObject({ attempts: [{ status: 429 }] })
    expect(Date.parse((await newest(id))?.nextAt ?? '') - server.clock.now).toBe(120_000)
  })

  it('410 turns the endpoint off and tells the administrators; a test and turning it on again work', async () => {
    const id = await addEndpoint()
    respond = (response) => response.writeHead(410).end()
    await emit()
    await poll(id).toMatchObject({ state: 'failed', attempts: [{ status: 410 }] })
    expect((await server.mail('admin@example.test')).text).toContain('does not exist any more (410)')
    const state = async () =>
      ((await server.request('webhookEndpoints', { token: server.admin.token }))['endpoints'] as { state: string }[])[0]
        ?.state
    expect(await state()).toBe('gone')
    await emit()
    expect((await deliveries(id)).length).toBe(1)
    respond = (response) => response.writeHead(200).end()
    expect(await server.call('testWebhookEndpoint', { endpointID: id })).toMatchObject({ resultCode: '0' })
    await poll(id).toMatchObject({ type: 'webhook.test', state: 'delivered' })
    expect(await server.call('enableWebhookEndpoint', { endpointID: id })).toMatchObject({ resultCode: '0' })
    expect(await state()).toBe('active')
    const [, gone] = await deliveries(id)
    expect(await server.call('resendWebhook', { deliveryID: gone?.deliveryID })).toMatchObject({ resultCode: '0' })
    await expect.poll(async () => (await deliveries(id))[1], { timeout: 30_000 }).toMatchObject({ state: 'delivered' })
  })

  it('after the last attempt the endpoint is off', async () => {
    const id = await addEndpoint()
    respond = (response) => response.writeHead(503).end()
    await emit()
    await poll(id).toMatchObject({ attempts: [{ status: 503 }] })
    await sql`UPDATE webhook_delivery SET attempts = 9`.execute(server.server.db)
    server.clock.now += 5_000
    server.server.jobs.wake()
    await poll(id).toMatchObject({ state: 'failed', nextAt: null })
    const { endpoints } = (await server.request('webhookEndpoints', { token: server.admin.token })) as unknown as {
      endpoints: { state: string }[]
    }
    expect(endpoints).toMatchObject([{ state: 'failing' }])
  })

  it('a server that dies after sending sends the same message again', async () => {
    const id = await addEndpoint()
    const messageId = await emit()
    await poll(id).toMatchObject({ state: 'delivered' })
    // As after kill -9 between the answer and its record: the job is still there, the attempt is not recorded.
    const { db, jobs } = server.server
    await sql`UPDATE webhook_delivery SET state = 'waiting', attempts = 0; DELETE FROM webhook_attempt`.execute(db)
    await enqueueDelivery(jobs, db, Number((await newest(id))?.deliveryID))
    jobs.wake()
    await poll(id).toMatchObject({ state: 'delivered' })
    expect(received.map((each) => each.id)).toEqual([messageId, messageId])
  })

  it('are signed with both secrets for a day after a change', async () => {
    const id = await addEndpoint()
    const before = secret
    const renewed = await server.call('renewWebhookSecret', { endpointID: id })
    const after = String(renewed['secret'])
    const acceptedBy = (index: number) =>
      [before, after].map((each) => isAccepted(received[index], each, server.clock.now))
    await emit()
    await poll(id).toMatchObject({ state: 'delivered' })
    expect(acceptedBy(0)).toEqual([true, true])
    await sql`UPDATE webhook_endpoint SET previous_until = ${new Date(server.clock.now)} WHERE id = ${id}`.execute(
      server.server.db,
    )
    await emit()
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(2)
    expect(acceptedBy(1)).toEqual([false, true])
    const stored = await sql<{ row: string }>`SELECT to_jsonb(e)::text AS row FROM webhook_endpoint e`.execute(
      server.server.db,
    )
    expect(JSON.stringify(stored.rows)).not.toContain(before.slice(6))
  })

  it('the log is kept for 30 days', async () => {
    const id = await addEndpoint()
    await emit()
    await poll(id).toMatchObject({ state: 'delivered' })
    await deleteOldDeliveries(server.server.db, server.clock.now + 29 * 24 * HOUR_MS)
    expect((await deliveries(id)).length).toBe(1)
    await deleteOldDeliveries(server.server.db, server.clock.now + 31 * 24 * HOUR_MS)
    expect(await deliveries(id)).toEqual([])
  })

  it('an endpoint needs an administrator of all campaigns, and a second one where that is the rule', async () => {
    const { settings, db } = server.server
    for (const wrong of ['http://hooks.example.org/', 'https://127.0.0.1/'])
      expect(await server.call('createWebhookEndpoint', { url: wrong, events: ['batch.completed'] })).toMatchObject({
        resultCode: '-20400',
        errors: [{ path: 'url' }],
      })
    Object.assign(settings, { needsSecondAdministrator: true })
    try {
      const id = await addEndpoint()
      await emit()
      expect(await server.call('testWebhookEndpoint', { endpointID: id })).toMatchObject({ resultCode: '-20409' })
      expect(await server.call('confirmWebhookEndpoint', { endpointID: id })).toMatchObject({ resultCode: '-20409' })
      await expect(
        sql`UPDATE webhook_endpoint SET confirmed_at = now(), confirmed_by = created_by WHERE id = ${id}`.execute(db),
      ).rejects.toThrow('webhook_endpoint_confirmed_by_another')
      const second = await server.addUser({ username: 'second', permissions })
      expect(await server.call('confirmWebhookEndpoint', { endpointID: id }, second)).toMatchObject({ resultCode: '0' })
      await emit()
      await poll(id).toMatchObject({ state: 'delivered' })
      expect(received.length).toBe(1)
    } finally {
      Object.assign(settings, { needsSecondAdministrator: false })
    }
  })
})

it('signatures are those of the specification', () => {
  // The example of Standard Webhooks 1.0.
  expect(
    signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      payload: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
