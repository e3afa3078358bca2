// A sandbox: what its clock moves, what it keeps inside, and what no database lets become a sandbox.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SimulationType } from '#domain/sandbox/simulations.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { resetByUser } from '#server/programme/sandbox/reset.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { limitToServers } from '#server/webhooks/send.ts'
import { type StartedServer, startServer } from '#server/server.ts'
import { activateByLink, clientFor, post, type SignedInClient } from '#tests/support/call.ts'
import { virtualCard } from '#tests/support/issued-orders.ts'
import { makeMachineUser } from '#tests/support/machine-users.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { approveOrder, detailsOf, orderVirtual } from '#tests/support/order-calls.ts'
import { freshInstance, type Instance, sampleFilePath } from '#tests/support/programme.ts'
import { callRest } from '#tests/support/rest.ts'
import { startInProcess } from '#tests/support/in-process.ts'

const PASSWORD = 'Quiet-River-77-Bridge'
const TIMEOUT_MS = 120_000

describe('a sandbox', () => {
  let instance: Instance
  let server: StartedServer
  let url: string
  let key: string
  const people = {} as Record<'ada' | 'mia' | 'chen', SignedInClient>

  const start = async () => {
    // The address of a mail server that does not exist: nothing may be sent to it.
    const env = { ...instance.env, DEMO: 'off', PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' }
    server = await startServer(environmentToSettings(env), 'test', () => undefined)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/voyager/`
  }
  const now = () => server.services.now()
  const signIn = async (username: keyof typeof people) =>
    (people[username] = await clientFor({ url }, username, PASSWORD))
  const addPeople = async (names: readonly (keyof typeof people)[] = ['ada', 'mia', 'chen']) => {
    await instance.run(['user', 'add', 'mia', '--email', 'mia@voyager.example', '--group', 'Makers'])
    await instance.run(['user', 'add', 'chen', '--email', 'chen@voyager.example', '--group', 'Checkers'])
    const addresses = {
      ada: 'ada.lim@voyager.example',
      mia: 'mia@voyager.example',
      chen: 'chen@voyager.example',
    }
    for (const username of names) {
      const address = addresses[username]
      const mails = () => mailsTo(join(instance.folder, 'outbox'), address)
      await vi.waitFor(async () => expect((await mails()).length).toBeGreaterThan(0), { timeout: TIMEOUT_MS })
      await activateByLink({ url }, (await mails()).at(-1)?.uuid ?? '', PASSWORD)
      await signIn(username)
    }
  }
  /** Moves the clock, and waits until everything that is due has run. Returns what ran. */
  const move = async (by: { bySeconds?: number; to?: string }) => {
    const moved = await people.ada.call('moveClock', by)
    expect(moved).toMatchObject({ resultCode: '0' })
    const runs = () => people.ada.call('clockRuns', { after: moved.lastRun })
    await expect.poll(async () => (await runs()).waiting, { timeout: TIMEOUT_MS }).toBe(0)
    return Object.fromEntries((await runs()).ran.map(({ work, count }) => [work, count]))
  }
  /** An active card, as a maker and a checker order it. */
  const newCard = async () => {
    const { campaigns } = await people.mia.call('getCampaigns', {})
    const campaignId = campaigns.find(({ CampaignName }) => CampaignName === 'Virtual Card')?.CampaignID ?? ''
    const reference = randomUUID().slice(0, 18)
    const row = virtualCard(1, {
      customerReference: reference,
      loadAmount: 0,
      tagName: 'department',
      tagValue: reference,
    })
    const order = await orderVirtual(people.mia, { campaignId, virtualCardOrders: [row] })
    await approveOrder(people.chen, order)
    await expect
      .poll(async () => (await detailsOf(people.chen, order)).batchLoad.issuedCount, { timeout: TIMEOUT_MS })
      .toBe(1)
    const { tags } = await people.mia.call('getCardTags', {})
    const department = tags.find(({ name }) => name === 'department')?.id ?? ''
    const found = await people.mia.call('cardSearch', {
      searchType: `tag:${department}`,
      searchTerm: reference,
      showExpired: false,
    })
    const [card] = found.cards
    const trackingNumber = card?.TRACKINGNUMBER ?? ''
    expect(
      (await people.mia.call('setCardStatus', { identifiers: [trackingNumber], identifierType: 2 })).resultCode,
    ).toBe('0')
    return { id: card?.VOUCHERID ?? '', trackingNumber }
  }
  const upload = (...trackingNumbers: readonly string[]) =>
    uploadAmounts(trackingNumbers.map((identifier) => ({ identifier, amount: '25.00' })))
  const uploadAmounts = async (batchElements: readonly { identifier: string; amount: string }[]) => {
    const { batchLoadFileID } = await people.mia.call('batchLoadUpload', {
      batchElements: [...batchElements],
      identifierType: 2,
      loadReference: `Load ${randomUUID()}`,
      fileName: 'loads.csv',
      batchLoadOptions: [],
    })
    return batchLoadFileID
  }
  const approve = async (batchLoadFileID: string, scheduledDate?: string) => {
    const details = async () => (await people.chen.call('batchLoadDetails', { batchLoadFileID })).batchLoad
    const approved = await people.chen.call('approveBatchLoad', {
      batchLoadFileID,
      fingerprint: (await details()).FINGERPRINT,
      ...(scheduledDate !== undefined && { scheduledDate }),
    })
    expect(approved).toMatchObject({ resultCode: '0' })
    return { loadedCount: async () => (await details()).LOADEDCOUNT }
  }
  const load = async (trackingNumber: string, scheduledDate?: string) =>
    approve(await upload(trackingNumber), scheduledDate)
  const sessionLives = async ({ token }: SignedInClient) =>
    (await post(url, 'sessionState', { token })).response.resultCode === '0'

  beforeAll(async () => {
    instance = await freshInstance('nothing')
    expect((await instance.run(['init', sampleFilePath, '--sandbox'])).errors).toEqual([])
    await start()
    await addPeople()
    const [, feedKey = ''] = (await instance.run(['feed', 'key', 'lithic'])).output
    key = feedKey
  }, TIMEOUT_MS)
  afterAll(async () => {
    await server.stop()
    await instance.remove()
  })

  it(
    'posts a batch that was scheduled for tomorrow after a jump, and not before',
    { timeout: TIMEOUT_MS },
    async () => {
      const { trackingNumber } = await newCard()
      const day = addDays(instantToDate(now(), 'Asia/Singapore'), 2)
      const { loadedCount } = await load(trackingNumber, `${day} 09:00:00`)
      await move({ bySeconds: 60 })
      expect(await loadedCount()).toBe(0)
      expect(await move({ bySeconds: (3 * DAY_MS) / 1000 })).toMatchObject({ batches: 1 })
      await signIn('chen')
      expect(await loadedCount()).toBe(1)
      await instance.withDb(async (db) => {
        const { rows } = await sql<{
          at: Date
        }>`SELECT posted_at AS at FROM ledger_transaction WHERE kind = 'load'`.execute(db)
        expect(rows.every(({ at }) => at.getTime() > Date.now() + 2 * DAY_MS)).toBe(true)
        expect(await checkLedger(db)).toEqual([])
      })
      await signIn('mia')
    },
  )

  it('lets rows of batches and orders fail by their amount or reference', { timeout: TIMEOUT_MS }, async () => {
    const card = await newCard()
    const amounts = ['10.57', '10.91', '25.00']
    const batch = await approve(
      await uploadAmounts(amounts.map((amount) => ({ identifier: card.trackingNumber, amount }))),
    )
    await expect.poll(batch.loadedCount, { timeout: TIMEOUT_MS }).toBe(1)

    const { campaigns } = await people.mia.call('getCampaigns', {})
    const campaignId = campaigns.find(({ CampaignName }) => CampaignName === 'Virtual Card')?.CampaignID ?? ''
    const order = await orderVirtual(people.mia, {
      campaignId,
      virtualCardOrders: ['fails-declined', randomUUID().slice(0, 18)].map((customerReference) =>
        virtualCard(1, { customerReference, loadAmount: 0 }),
      ),
    })
    expect(await approveOrder(people.chen, order)).toMatchObject({ resultCode: '0' })
    await expect
      .poll(async () => (await detailsOf(people.chen, order)).batchLoad, { timeout: TIMEOUT_MS })
      .toMatchObject({ issuedCount: 1, failedCount: 1 })
  })

  it('releases a hold that its campaign no longer allows', { timeout: TIMEOUT_MS }, async () => {
    await signIn('mia')
    await signIn('chen')
    const { trackingNumber } = await newCard()
    const { loadedCount } = await load(trackingNumber)
    await expect.poll(loadedCount, { timeout: TIMEOUT_MS }).toBe(1)
    const { response } = await post(url, 'feedEvents', {
      key,
      requestId: randomUUID(),
      events: [
        {
          kind: 'authorisation',
          eventId: randomUUID(),
          at: new Date(now()).toISOString(),
          trackingNumber,
          authorisation: randomUUID(),
          amount: 1_000,
          currency: 'SGD',
          merchant: 'Kopi Corner',
          authNumber: '123456',
        },
      ],
    })
    expect(response).toMatchObject({ resultCode: '0' })
    const held = () =>
      instance.withDb(async (db) => {
        const { rows } = await sql<{ held: number }>`
          SELECT held_cents AS held FROM account JOIN card ON card.id = card_id WHERE tracking_number = ${trackingNumber}`.execute(
          db,
        )
        return rows[0]?.held
      })
    expect(await held()).toBe(1_000)
    await move({ bySeconds: (6 * DAY_MS) / 1000 })
    expect(await held()).toBe(1_000)
    expect(await move({ bySeconds: (2 * DAY_MS) / 1000 })).toHaveProperty('holds')
    expect(await held()).toBe(0)
  })

  describe('simulates what happens to a card', () => {
    let trackingNumber = ''
    const simulate = (type: SimulationType, more: { amount?: string; reference?: string } = {}) =>
      people.ada.call('simulateEvent', { type, trackingNumber, ...more })
    it('posts purchases, holds and what clears above them, and declines what the card cannot pay', async () => {
      await signIn('ada')
      await signIn('mia')
      await signIn('chen')
      trackingNumber = (await newCard()).trackingNumber
      const { loadedCount } = await load(trackingNumber)
      await expect.poll(loadedCount, { timeout: TIMEOUT_MS }).toBe(1)
      const outcomes = [
        await simulate('purchase', { amount: '10.00' }),
        await simulate('purchase', { amount: '15.01' }),
        await simulate('purchase', { amount: '1.00', reference: 'fails-pin' }),
        await simulate('decline', { amount: '1.00' }),
        await simulate('hold', { amount: '2.00' }),
        await simulate('aboveHold', { amount: '5.00' }),
        await simulate('refund', { amount: '4.00' }),
        await simulate('offline', { amount: '14.00' }),
        await simulate('chargeback', { amount: '3.00' }),
      ].map(({ outcome, code, available }) => [outcome, code, available])
      expect(outcomes).toEqual([
        ['applied', undefined, '15.00'],
        ['declined', '51', '15.00'],
        ['declined', '55', '15.00'],
        ['declined', '51', '15.00'],
        ['applied', undefined, '13.00'],
        ['applied', undefined, '7.00'],
        ['applied', undefined, '11.00'],
        // The network has paid it already, so the card is overdrawn.
        ['applied', undefined, '-3.00'],
        ['applied', undefined, '-3.00'],
      ])
      await instance.withDb(async (db) => expect(await checkLedger(db)).toEqual([]))
    })

    it('has references whose events the portal cannot apply', async () => {
      for (const reference of ['fails-unknown-card', 'fails-currency', 'fails-content'])
        expect(await simulate('offline', { amount: '1.00', reference })).toMatchObject({ outcome: 'listed' })
      const { exceptions } = await people.ada.call('feedExceptions', {})
      expect(new Set(exceptions.map(({ fault }) => fault))).toEqual(
        new Set(['unknownCard', 'otherCurrency', 'otherContent']),
      )
    })

    it('keeps events while the processor is down, and applies them when it is up again', async () => {
      await simulate('refund', { amount: '10.00' })
      const { available } = await simulate('refund', { amount: '10.00' })
      await people.ada.call('setProcessor', { isDown: true })
      expect(await simulate('purchase', { amount: '5.00' })).toMatchObject({ outcome: 'waiting', available })
      expect(await people.ada.call('sandboxState', {})).toMatchObject({ isProcessorDown: true, waitingEvents: 2 })
      expect(await people.ada.call('setProcessor', { isDown: false })).toMatchObject({ sent: 2 })
      expect(await simulate('refund', { amount: '5.00' })).toMatchObject({ available })
      expect(await people.ada.call('sandboxState', {})).toMatchObject({ isProcessorDown: false, waitingEvents: 0 })
    })

    it('makes a batch fail in part, because the processor has stopped one of its cards', async () => {
      const { trackingNumber: other } = await newCard()
      const batch = await upload(trackingNumber, other)
      expect(await simulate('stop')).toMatchObject({ outcome: 'applied' })
      const { loadedCount } = await approve(batch)
      await expect.poll(loadedCount, { timeout: TIMEOUT_MS }).toBe(1)
      expect(await simulate('unstop')).toMatchObject({ outcome: 'applied' })
    })

    it('has payments at the bank, which wait to be matched', async () => {
      for (const reference of ['Payroll December', 'Payroll December'])
        expect(await people.ada.call('simulatePayment', { amount: '250.00', reference })).toMatchObject({
          resultCode: '0',
        })
      const { entries } = await people.ada.call('bankEntries', {})
      expect(entries.map(({ amount, reference }) => [amount, reference])).toEqual([
        ['250.00', 'Payroll December'],
        ['250.00', 'Payroll December'],
      ])
      const matched = await people.ada.call('matchBankEntry', { entryId: entries[0]?.entryId ?? '' })
      expect(matched).toMatchObject({ resultCode: '0' })
    })
  })

  it('ends the sessions of others, and keeps the one that moves the clock', { timeout: TIMEOUT_MS }, async () => {
    const mia = await signIn('mia')
    await move({ bySeconds: (10 * MINUTE_MS) / 1000 })
    expect(await sessionLives(mia)).toBe(true)
    await move({ bySeconds: (20 * MINUTE_MS) / 1000 })
    expect(await sessionLives(mia)).toBe(false)
    // Past the longest session too.
    await move({ bySeconds: DAY_MS / 1000 })
    expect(await sessionLives(people.ada)).toBe(true)
  })

  it('opens a lock when its time is over', { timeout: TIMEOUT_MS }, async () => {
    const attempt = async (password: string) =>
      (await post(url, 'logIn', { username: 'mia', password, ownerID: 3 })).response.resultCode
    for (let count = 0; count < 10; count += 1) expect(await attempt('Wrong-Horse-00')).not.toBe('0')
    expect(await attempt(PASSWORD)).not.toBe('0')
    await move({ bySeconds: (31 * MINUTE_MS) / 1000 })
    expect(await attempt(PASSWORD)).toBe('0')
  })

  it('moves only forward, and for no one without the permission', async () => {
    const yesterday = new Date(now() - DAY_MS).toISOString()
    expect(await people.ada.call('moveClock', { to: yesterday })).toMatchObject({
      resultCode: '-20400',
      resultText: 'The clock only moves forward: choose a later time',
    })
    expect(await people.ada.call('moveClock', { bySeconds: 367 * 86_400 })).toMatchObject({ resultCode: '-20400' })
    const mia = await signIn('mia')
    expect(await mia.call('moveClock', { bySeconds: 60 })).toMatchObject({ resultCode: '-20403' })
    expect((await post(url, 'sandboxClock', {})).response).toMatchObject({ resultCode: '0', rate: 1 })
  })

  it('runs faster, so that a scheduled batch is posted at its own time', { timeout: TIMEOUT_MS }, async () => {
    expect(await people.ada.call('moveClock', { rate: 1000 })).toMatchObject({ resultCode: '0', rate: 1000 })
    const before = now()
    await expect.poll(() => now() - before, { timeout: TIMEOUT_MS }).toBeGreaterThan(30 * MINUTE_MS)
    await instance.run(['clock', '+0m', '--rate', '1'])
    await expect.poll(async () => (await post(url, 'sandboxClock', {})).response['rate']).toBe(1)
    await signIn('ada')
  })

  it('has keys that say so, and accepts no others', async () => {
    const ada = await signIn('ada')
    const machine = await makeMachineUser({ url, token: ada.token, now: now() })
    expect(machine.key).toMatch(/^ck_test_[0-9a-z]{32}$/)
    expect((await callRest(url, 'GET /batches', { key: machine.key })).status).toBe(200)
    const live = machine.key.replace('ck_test_', 'ck_live_')
    const refused = await callRest(url, 'GET /batches', { key: live })
    expect(refused.status).toBe(401)
    expect(refused.problem.detail).toBe('This is a sandbox, where only keys that begin with ck_test_ are valid')
  })

  it('tells the portal, and records each move', async () => {
    const ada = await signIn('ada')
    const { resultCode } = await ada.call('moveClock', { bySeconds: 3600 })
    expect(resultCode).toBe('0')
    const { entries } = await ada.call('auditLog', {
      startDate: '2000-01-01',
      endDate: '2100-01-01',
      method: 'moveClock',
    })
    expect(entries[0]).toMatchObject({
      method: 'moveClock',
      changes: [expect.objectContaining({ field: 'Sandbox clock' })],
    })
    expect(server.services.client.isSandbox).toBe(true)
    expect(server.services.settings).toMatchObject({ smtpUrl: undefined, notifyUrl: undefined, isPushOn: false })
  })

  it('is moved by a command, which shows what ran', { timeout: TIMEOUT_MS }, async () => {
    const before = now()
    const { code, output } = await instance.run(['clock', '+3d'])
    expect(code).toBe(0)
    expect(output[0]).toMatch(/^The clock moved from .* SGT to .* SGT\.$/)
    expect(output).toContain('What ran:')
    expect(output.join('\n')).toMatch(/\d+ rounds of upkeep/)
    // A job adds a report for each of the three days, and the command has waited for them too.
    expect(output.join('\n')).toMatch(/\b[4-9] reports/)
    expect(now() - before).toBeGreaterThanOrEqual(3 * DAY_MS)
    expect((await instance.run(['clock', 'yesterday'])).code).toBe(2)
    expect((await instance.run(['clock', '2026-01-01T09:00'])).errors).toEqual([
      'The clock of a sandbox only moves forward. To go back, use npm run programme -- sandbox reset.',
    ])
    await signIn('ada')
  })

  it('stays a sandbox, whatever is tried in SQL', async () => {
    const refusals = await instance.withDb(async (db) => {
      const attempt = (statement: string) =>
        sql
          .raw(statement)
          .execute(db)
          .then(
            () => 'accepted',
            (error: unknown) => (error as Error).message,
          )
      return [
        await attempt('DELETE FROM sandbox'),
        await attempt('TRUNCATE sandbox'),
        await attempt(`UPDATE sandbox SET clock_at = clock_at - interval '1 minute', real_at = clock_timestamp()`),
        await attempt(`UPDATE sandbox SET real_at = real_at + interval '1 day'`),
        await attempt(
          `UPDATE sandbox SET rate = 1001, real_at = clock_timestamp(), clock_at = programme_time() + interval '1 day'`,
        ),
        await attempt(`UPDATE machine_user SET key_start = 'ck_live_0000'`),
      ]
    })
    expect(refusals).toEqual([
      'DELETE is not allowed on sandbox: rows can only be added',
      'TRUNCATE is not allowed on sandbox: rows can only be added',
      'the clock of a sandbox only moves forward',
      'the clock of a sandbox only moves forward',
      expect.stringContaining('sandbox_rate'),
      'only keys of a sandbox begin with ck_test_',
    ])
  })

  it('is reset from the portal, whose user keeps the password', { timeout: TIMEOUT_MS }, async () => {
    const mia = await signIn('mia')
    expect(await mia.call('resetSandbox', {})).toMatchObject({ resultCode: '-20403' })
    const ada = await signIn('ada')
    expect(await ada.call('resetSandbox', {})).toMatchObject({ resultCode: '0' })
    // As the process of the server does.
    const username = await server.resetRequest
    const { settings } = server.services
    await server.stop()
    await resetByUser(settings, username)
    await start()
    expect(Math.abs(now() - Date.now())).toBeLessThan(5_000)
    expect(await sessionLives(ada)).toBe(false)
    await signIn('ada')
    expect(await people.ada.call('bankEntries', {})).toMatchObject({ entries: [] })
    await addPeople(['mia', 'chen'])
  })

  it('is put back to the state after init while no server runs', { timeout: TIMEOUT_MS }, async () => {
    expect((await instance.run(['sandbox', 'reset'])).errors).toEqual([
      'A server or another command runs on this database: stop all servers first.',
    ])
    await server.stop()
    const { code, output, errors } = await instance.run(['sandbox', 'reset'])
    expect([code, errors]).toEqual([0, []])
    expect(output[0]).toBe('The sandbox was emptied, and its clock shows the real time.')
    expect((await instance.run(['clock', '+1h'])).output.at(-1)).toMatch(
      /^No server runs on this sandbox: \d+ jobs? (is|are) due/,
    )
    await instance.run(['sandbox', 'reset'])
    await start()
    expect(Math.abs(now() - Date.now())).toBeLessThan(5_000)
    await instance.withDb(async (db) => {
      const { rows } = await sql`SELECT username FROM user_account ORDER BY 1`.execute(db)
      expect(rows).toEqual([{ username: 'ada' }])
      expect(await checkLedger(db)).toEqual([])
    })
    await addPeople()
    const check = await instance.run(['check'])
    expect(check.output.join('\n')).toContain('This is a sandbox')
  })
})

describe('a programme that is no sandbox', () => {
  it('can neither become one nor move its clock, through the API, by commands or in SQL', async () => {
    const instance = await freshInstance('demo')
    try {
      const init = await instance.run(['init', sampleFilePath, '--sandbox'])
      expect(init.code).toBe(1)
      expect((await instance.run(['clock', '+3d'])).errors).toEqual([
        'This database is no sandbox, so its clock is the real time. Nothing was changed.',
      ])
      expect((await instance.run(['sandbox', 'reset'])).errors).toEqual([
        'This database is no sandbox: nothing was changed.',
      ])
    } finally {
      await instance.remove()
    }
    const server = await startInProcess()
    try {
      const administrator = await server.addUser({
        username: 'ada',
        permissions: ['User.write', 'Batch.load'] satisfies Permission[],
      })
      const { token } = administrator
      for (const [method, params] of [
        ['sandboxClock', {}],
        ['moveClock', { token, requestId: randomUUID(), bySeconds: 60 }],
        ['clockRuns', { token, after: 0 }],
      ] as const)
        expect((await post(server.url, method, params)).response).toMatchObject({
          resultCode: '-20409',
          resultText: 'This portal is not a sandbox, so its clock cannot be moved',
        })
      const attempt = (statement: string) =>
        sql
          .raw(statement)
          .execute(server.database.db)
          .then(
            () => 'accepted',
            (error: unknown) => (error as Error).message,
          )
      expect(
        await attempt(
          `INSERT INTO sandbox (client, programme, clock_at, real_at) VALUES ('voyager', '', now(), now())`,
        ),
      ).toBe('a database with a programme cannot become a sandbox')
      const machine = await makeMachineUser({ url: server.url, token, now: server.clock.now })
      expect(machine.key).toMatch(/^ck_live_/)
      const refused = await callRest(server.url, 'GET /batches', { key: machine.key.replace('ck_live_', 'ck_test_') })
      expect(refused.status).toBe(401)
      expect(refused.problem.detail).toBe('Keys that begin with ck_test_ are valid only in a sandbox')
      expect(await attempt(`UPDATE machine_user SET key_start = 'ck_test_0000'`)).toBe(
        'only keys of a sandbox begin with ck_test_',
      )
    } finally {
      await server.close()
    }
  })
})

it('sends webhooks of a sandbox only to the hosts that the setting allows', async () => {
  const sent: string[] = []
  const send = limitToServers(
    (url) => {
      sent.push(url)
      return Promise.resolve({ status: 204, answer: '', retryAfter: undefined })
    },
    environmentToSettings({ SANDBOX_WEBHOOK_SERVERS: 'hooks.example.org, *.test.example' }).sandboxWebhookServers,
  )
  const message = { id: 'm', timestamp: 0, payload: '{}', secrets: [] }
  const addresses = [
    'https://hooks.example.org/a',
    'https://a.test.example/b',
    'https://evil.example/',
    'https://nothooks.example.org/',
  ]
  const answers = await Promise.all(addresses.map((address) => send(address, message)))
  expect(sent).toEqual(addresses.slice(0, 2))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, undefined, undefined])
  expect(() => environmentToSettings({ SANDBOX_WEBHOOK_SERVERS: 'https://a.example/' })).toThrow(
    /must be names of servers/,
  )
})
