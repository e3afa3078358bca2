// The message to the holder of a virtual card: it is sent after the card is issued, by a gateway or to the outbox, and
// contains no secrets. An invalid phone number or a failing gateway never delays the card.
import { howToActivate } from '#brand/activation-words.ts'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toDiallableNumber } from '#domain/texts/phones.ts'
import type { JobHandler } from '#server/jobs/queue.ts'
import { registerNotifications } from '#server/notify/queue.ts'
import { createNotifier, type Delivery, type Notification, type Notifier } from '#server/notify/transport.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { type DemoServer, startDemoServer } from '#tests/support/demo-server.ts'
import { approvedOrder, waitUntilIssued, virtualCard } from '#tests/support/issued-orders.ts'
import { approveOrder, detailsOf, orderVirtual, VIRTUAL_CAMPAIGN } from '#tests/support/order-calls.ts'

/** Long enough for a slow machine, since one job sends all messages. */
const LONG_MS = 120_000

describe('a telephone number', () => {
  it.each([
    ['+65 8123 4567', '+6581234567'],
    ['0065-8123-4567', '+6581234567'],
    ['(02) 9374 4000', '0293744000'],
    ['81234567', '81234567'],
    ['', undefined],
    ['ask Ann', undefined],
    ['12345', undefined],
    ['ann@example.test', undefined],
    ['+0 812 345 678', undefined],
    ['9000011234567890', undefined],
  ])('%j is dialled as %j', (text, diallableNumber) => {
    expect(toDiallableNumber(text)).toBe(diallableNumber)
  })
})

describe('messages to card holders', () => {
  let server: DemoServer
  let db: DemoServer['database']['db']
  beforeEach(async () => {
    server = await startDemoServer()
    db = server.database.db
  })
  afterEach(() => server.close())

  /** Issues a card for each phone number, and returns the card numbers. */
  const issue = async (...numbers: string[]) => {
    const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
    const rows = numbers.map((notificationNumber, index) => virtualCard(index + 1, { notificationNumber }))
    const id = await approvedOrder({ maker: olive, checker: amir }, rows)
    server.server.jobs.wake()
    expect(await waitUntilIssued(db, id)).toMatchObject({ issued_count: numbers.length, failed_count: 0 })
    const cards = await sql<{ pan_cipher: Buffer; cvv_cipher: Buffer }>`
      SELECT c.pan_cipher, c.cvv_cipher FROM card_order_row r JOIN card c ON c.id = r.card_id WHERE r.order_id = ${id} ORDER BY r.row_no`.execute(
      db,
    )
    return cards.rows.map((row) => testSecrets.decryptText(row.pan_cipher))
  }
  const readNotifications = async () => {
    const { rows } = await sql<{ number: string; attempts: number; sent: boolean; refusal: string }>`
      SELECT number, attempts, sent_at IS NOT NULL AS sent, refusal FROM card_notification ORDER BY card_id`.execute(db)
    return rows
  }

  /** Waits until the retry job is queued for the next minute. */
  const untilRetryIsQueued = async () => {
    const retryJobs = sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM job WHERE kind = 'send-notifications' AND attempts = 0 AND run_at > ${new Date(server.clock.now)}`
    await expect.poll(async () => (await retryJobs.execute(db)).rows[0]?.n, { interval: 20 }).toBe(1)
  }

  it('are files in the outbox, with only the card’s last four digits and how to activate it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-outbox-'))
    try {
      registerNotifications(
        server.server,
        createNotifier({ ...server.server, settings: { ...server.server.settings, dataDir } }),
      )
      await server.server.jobs.start()
      const [pan = '', , third = ''] = await issue('+65 8123 4567', 'ask Ann', '0065 9123 4567')
      const files = async () =>
        (await readdir(join(dataDir, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.txt'))
      await expect.poll(async () => (await files()).length, { interval: 20 }).toBe(2)
      const texts = await Promise.all((await files()).map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')))
      const { client } = server.server
      expect(texts.sort()).toEqual([
        `To: +6581234567\n\nYour card ending ${pan.slice(-4)} from ${client.name} is ready. ${howToActivate(client, 'en')}\n`,
        `To: +6591234567\n\nYour card ending ${third.slice(-4)} from ${client.name} is ready. ${howToActivate(client, 'en')}\n`,
      ])
      for (const text of texts) expect(text).not.toMatch(/[0-9]{11}/)
      await expect.poll(readNotifications, { interval: 20 }).toMatchObject([
        { sent: true, attempts: 1 },
        { sent: true, attempts: 1 },
      ])
    } finally {
      await server.server.jobs.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('are in the language of the user who ordered the card', async () => {
    const texts: string[] = []
    registerNotifications(server.server, {
      send: ({ text }) => Promise.resolve(void texts.push(text)).then(() => ({})),
    })
    const olive = await server.logIn('olive')
    await olive.call('setLanguage', { language: 'de' })
    try {
      await server.server.jobs.start()
      const [pan = ''] = await issue('81111111')
      const { client } = server.server
      const sentence = `Ihre Karte von ${client.name} mit den Endziffern ${pan.slice(-4)} ist bereit. ${howToActivate(client, 'de')}`
      await expect.poll(() => texts, { interval: 20 }).toEqual([sentence])
    } finally {
      await server.server.jobs.stop()
      await olive.call('setLanguage', { language: 'en' })
    }
  })

  it('are retried if the gateway does not respond, and given up if it rejects the number', async () => {
    const requests: string[] = []
    const responses: (Delivery | Error)[] = [new Error('no response'), { refusal: '422' }, {}]
    const send = ({ to }: Notification) => {
      requests.push(to)
      const response = responses.shift() ?? {}
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    }
    registerNotifications(server.server, { send }, LONG_MS)
    await server.server.jobs.start()
    await issue('81111111', '82222222', '83333333')
    await expect.poll(readNotifications, { interval: 20 }).toMatchObject([
      { number: '81111111', sent: false, attempts: 1, refusal: '' },
      { number: '82222222', sent: false, attempts: 1, refusal: '422' },
      { number: '83333333', sent: true, attempts: 1 },
    ])
    expect(requests).toEqual(['81111111', '82222222', '83333333'])
    await untilRetryIsQueued()
    server.clock.now += 60_000
    server.server.jobs.wake()
    await expect
      .poll(async () => (await readNotifications())[0], { interval: 20 })
      .toMatchObject({ sent: true, attempts: 2 })
    expect(requests.slice(3)).toEqual(['81111111'])
  })

  it('that cannot be sent are mentioned at the check, in the waiting order and in its result', async () => {
    const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
    const numbers = ['hello', '82222222', '83333333', '']
    const rows = numbers.map((notificationNumber, index) => virtualCard(index + 1, { notificationNumber }))
    const check = await olive.call('verifyVirtualCardOrder', { campaignID: VIRTUAL_CAMPAIGN, virtualCardOrders: rows })
    const none = [undefined, undefined, undefined]
    expect(check.virtualCardOrders.map(({ ERROR }) => ERROR)).toEqual([undefined, ...none])
    expect(check.virtualCardOrders.map(({ WARNING }) => WARNING?.slice(0, 32))).toEqual(
      ['“hello” is not a telephone number', ...none].map((text) => text?.slice(0, 32)),
    )
    const id = await orderVirtual(olive, { virtualCardOrders: rows })
    const notes = async () => (await detailsOf(amir, id)).rows.map(({ NOTE }) => NOTE)
    expect(await notes()).toEqual(['No message will be sent: “hello” is not a telephone number.', ...none])
    const send = ({ to }: Notification) => Promise.resolve(to === '82222222' ? { refusal: '422' } : {})
    registerNotifications(server.server, { send }, LONG_MS)
    await approveOrder(amir, id)
    await server.server.jobs.start()
    await waitUntilIssued(db, id)
    await expect
      .poll(notes, { interval: 20 })
      .toEqual([
        'No message was sent: “hello” is not a telephone number.',
        'The message to 82222222 was not delivered. The gateway refused it with 422.',
        undefined,
        undefined,
      ])
    const ownOrder = await olive.call('myCardOrderRows', { orderId: id })
    expect(ownOrder.virtualCardOrders?.map(({ NOTE, ERROR }) => [NOTE !== undefined, ERROR])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, undefined],
      [false, undefined],
    ])
    await server.server.jobs.stop()
  })

  it('are given up if they would arrive too late', async () => {
    registerNotifications(server.server, { send: () => Promise.reject(new Error('no response')) })
    await server.server.jobs.start()
    await issue('81111111')
    await untilRetryIsQueued()
    server.clock.now += 73 * 3_600_000
    server.server.jobs.wake()
    await expect.poll(async () => (await readNotifications())[0]?.refusal, { interval: 20 }).toBe('unreachable')
  })

  it('are sent once by two concurrent servers, and by the second server if the first dies', async () => {
    await server.server.jobs.start()
    await issue(...Array.from({ length: 30 }, (_, index) => String(81000000 + index)))
    await server.server.jobs.stop()
    const sentTo: string[] = []
    /** Runs the job like another server. */
    const serverWith = (send: Notifier['send']) => {
      const handlers: JobHandler[] = []
      const jobs = {
        ...server.server.jobs,
        registerHandler: (_kind: string, _lane: string, handler: JobHandler) => void handlers.push(handler),
        wake: () => {},
      }
      registerNotifications({ ...server.server, jobs }, { send }, LONG_MS)
      return () => handlers[0]?.({}, { id: 0, attempt: 1 })
    }
    let onSend = () => {}
    const sending = new Promise<void>((resolve) => (onSend = resolve))
    // A server that claims some messages and then dies.
    void serverWith(() => (onSend(), new Promise(() => {})))()
    await sending
    const runSecondServer = serverWith(({ to }) => Promise.resolve((sentTo.push(to), {})))
    await Promise.all([runSecondServer(), serverWith(({ to }) => Promise.resolve((sentTo.push(to), {})))()])
    // The dead server has claimed 20 of the 30 messages; others can claim them after a while.
    expect(sentTo.length).toBe(10)
    server.clock.now += 6 * 60_000
    await runSecondServer()
    expect(sentTo.length).toBe(30)
    expect(new Set(sentTo).size).toBe(30)
    expect((await readNotifications()).every((each) => each.sent)).toBe(true)
  })
})

describe('a gateway', () => {
  it('receives the message with its id and login; 2xx is accepted, 4xx is refused, everything else is retried', async () => {
    const received: { url: string | undefined; body: unknown; headers: IncomingMessage['headers'] }[] = []
    let status = 202
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ url: request.url, body: JSON.parse(body), headers: request.headers })
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const settings = { dataDir: tmpdir(), notifyUrl: `http://sms:pa%20ss@127.0.0.1:${port}/send?from=portal` }
      const notifier = createNotifier({ settings: settings as never, now: Date.now })
      const message = { id: 'card-7', to: '+6581234567', text: 'Your card ending 1234 from Voyager is ready.' }
      expect(await notifier.send(message)).toEqual({})
      expect(received[0]).toMatchObject({
        url: '/send?from=portal',
        body: message,
        headers: {
          'idempotency-key': 'card-7',
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from('sms:pa ss').toString('base64')}`,
        },
      })
      status = 422
      expect(await notifier.send(message)).toEqual({ refusal: expect.stringContaining('422') as string })
      for (const retried of [500, 503, 429, 401, 404, 302]) {
        status = retried
        await expect(notifier.send(message)).rejects.toThrow()
      }
      expect(received.map(({ url }) => url)).not.toContain('/elsewhere')
    } finally {
      server.close()
    }
  })
})
