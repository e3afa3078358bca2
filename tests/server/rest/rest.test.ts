// /v1 as programs use it: what a key can do and see, how requests are repeated, and the problems that it answers with.
// One server for all tests. Rules: docs/rules/rest.md.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methodInfo } from '#contract/methods.ts'
import { operations } from '#contract/operations.ts'
import { openApiDocument } from '#contract/open-api.ts'
import { type RouteName, routeNames, routeOf, scopesOf } from '#contract/rest.ts'
import { machineScopeNames } from '#domain/access/machine-users.ts'
import { hasAnyPermission, permissions } from '#domain/access/permissions.ts'
import { instantToDate } from '#domain/dates.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { setDeprecation } from '#server/http/rest.ts'
import { startSession, textsToPermissions } from '#server/sessions/sessions.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { toCurlExample, toNodeExample } from '#pages/users/machines/examples.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { approve, type DemoServer, type Person, startDemoServer } from '#tests/support/demo-server.ts'
import { callWith, post } from '#tests/support/call.ts'
import { makeMachineUser } from '#tests/support/machine-users.ts'
import type { paths } from '#tests/support/openapi-types.ts'
import { hasPeers, peerPath, runPeer } from '#tests/support/peers.ts'
import { callRest } from '#tests/support/rest.ts'
import { VIRTUAL_CAMPAIGN } from '#tests/support/order-calls.ts'

const [first, second, third] = demoCardsInState('active', 3, [1]) as [Card, Card, Card]
type Card = ReturnType<typeof demoCardsInState>[number] & { trackingNumber: string }
/** As many as the programme of the tests has for certain. */
const cards = demoCardsInState('active', 80, [1]) as Card[]
const [otherCampaignCard] = demoCardsInState('active', 1, [2]) as [Card]

/** All that a key of /v1 can have; the scope of SCIM stands alone (tests/server/scim). */
const restScopes = machineScopeNames.filter((scope) => scope !== 'User.provision')

let server: DemoServer
let amir: Person
/** The token of the administrator who makes keys. */
let administrator: { id: number; token: string }
const keys = new Map<string, string>()

beforeAll(async () => {
  server = await startDemoServer()
  amir = await server.logIn('amir')
  const user = await server.addUser({ username: 'everything', permissions })
  administrator = user
  keys.set('all', (await makeKey({ scopes: restScopes })).key)
  keys.set('masked', (await makeKey({ scopes: ['Batch.load', 'CardStatement.read'] })).key)
})
afterAll(() => server.close())

const makeKey = async (overrides: object = {}) =>
  makeMachineUser({ url: server.url, token: administrator.token, now: server.clock.now }, overrides)
const call = (request: string, options: Parameters<typeof callRest>[2] = {}) =>
  callRest(server.url, request, { key: keys.get('all'), ...options })

let lastReference = 0
const newBatch = (overrides: object = {}) => {
  lastReference += 1
  return {
    type: 'load',
    identifierType: 'trackingNumber',
    reference: `Per diem ${lastReference}`,
    rows: [{ identifier: first.trackingNumber, amount: `1.${String(lastReference).padStart(2, '0')}` }],
    ...overrides,
  }
}
const submit = async (overrides: object = {}, options: Parameters<typeof callRest>[2] = {}) => {
  const answer = await call('POST /batches', { json: newBatch(overrides), ...options })
  expect(answer.body).toMatchObject({ id: expect.stringMatching(/^[0-9]+$/) as string })
  return String(answer.body['id'])
}

describe('the main job', () => {
  it('submits rows, waits for a person, and reads the result', async () => {
    const answer = await call('POST /batches', {
      json: newBatch({
        rows: [
          { identifier: first.trackingNumber, amount: '2.00' },
          { identifier: second.trackingNumber, amount: '3.00' },
        ],
      }),
    })
    expect(answer.status).toBe(201)
    const id = String(answer.body['id'])
    expect(answer.headers.get('location')).toBe(`/voyager/v1/batches/${id}`)
    expect((await call(`GET /batches/${id}`)).body).toMatchObject({
      id,
      state: 'awaitingApproval',
      rows: 2,
      amount: '5.00',
      doneRows: 0,
      decidedBy: null,
    })
    expect((await call(`GET /batches/${id}/rows`)).body).toMatchObject({
      items: [{ row: 1, state: 'waiting' }, { row: 2 }],
    })
    expect(await approve(server, amir, id)).toMatchObject({ resultCode: '0' })
    expect((await call(`GET /batches/${id}`)).body).toMatchObject({ state: 'processing' })
    const { db } = server.database
    await processBatch({ db, timeZone: 'Asia/Singapore', now: server.server.now }, Number(id))
    expect((await call(`GET /batches/${id}`)).body).toMatchObject({
      state: 'processed',
      doneRows: 2,
      failedRows: 0,
      doneAmount: '5.00',
      decidedBy: 'Amir Rahman',
    })
    const page = await call(`GET /batches/${id}/rows?limit=1`)
    expect(page.body).toMatchObject({ items: [{ row: 1, state: 'done', identifier: first.trackingNumber }] })
    const rest = await call(`GET /batches/${id}/rows?limit=1&cursor=${String(page.body['next'])}`)
    expect(rest.body).toMatchObject({ items: [{ row: 2, state: 'done' }] })
    expect(rest.body).not.toHaveProperty('next')
    const file = await call(`GET /batches/${id}/result`)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="batch-${id}-report.xlsx"`,
    ])
  })

  it('reads a csv or an xlsx file like the wizard, and names the rows of the sheet', async () => {
    const header = ['Tracking number', 'Amount']
    const rows = [
      [first.trackingNumber, '4.10'],
      [second.trackingNumber, '4.20'],
    ]
    const send = (content: BlobPart, name: string, reference: string, to = 'POST /batches') => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ type: 'load', identifierType: 'trackingNumber', reference }))
        form.set(field, value)
      form.set('file', new Blob([content]), name)
      return call(to, { form })
    }
    const csv = [header, ...rows].map((line) => line.join()).join('\n')
    const answer = await send(csv, 'per-diem.csv', 'From csv')
    expect(answer.body).toMatchObject({ id: expect.anything() as string })
    expect((await call(`GET /batches/${String(answer.body['id'])}`)).body).toMatchObject({
      fileName: 'per-diem.csv',
      amount: '8.30',
    })
    const xlsx = writeXlsx({
      name: 'Loads',
      header,
      rows: [[second.trackingNumber, '4.30']],
      widths: [20, 20],
      textColumns: [0],
    })
    expect((await send(new Uint8Array(xlsx), 'loads.xlsx', 'From xlsx', 'POST /batches/verify')).body).toMatchObject({
      rows: [{ row: 2, amount: '4.30', findings: [] }],
      findings: 0,
    })
    // The first wrong row is row 3 of the sheet: an error of the file itself, then one that only the server finds.
    const wrong = await send(`${csv.replace('4.20', 'x')}`, 'wrong.csv', 'Wrong')
    expect(wrong.problem).toMatchObject({ status: 422, errors: [{ row: 3, field: 'amount' }] })
    const unknown = await send(csv.replace(second.trackingNumber, '900009999999990'), 'unknown.csv', 'Unknown')
    expect(unknown.problem).toMatchObject({ status: 422, errors: [{ row: 3, field: 'identifier' }] })
    const total = await send(`${csv}\nTotal,8.30`, 'total.csv', 'Total')
    expect([total.status, total.problem.errors?.length]).toEqual([422, 1])
    expect((await send('', 'empty.csv', 'Empty')).problem).toMatchObject({ status: 422, errors: [{ field: 'file' }] })
    expect((await send(csv, 'macro.xls', 'Macro')).status).toBe(422)
  })

  it('orders virtual cards, lists and cancels the order', async () => {
    const order = {
      campaignId: VIRTUAL_CAMPAIGN,
      cards: [{ customerReference: `EMP-${randomUUID().slice(0, 6)}`, cardLabel: 'Crew', tags: { bookingId: 'B1' } }],
    }
    expect((await call('POST /orders/verify', { json: order })).body).toMatchObject({ errors: 0, cards: [{ row: 1 }] })
    const answer = await call('POST /orders', { json: order })
    expect(answer.status).toBe(201)
    const id = String(answer.body['id'])
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ state: 'awaiting', cards: 1, canBeCancelled: true })
    expect((await call(`GET /orders/${id}/rows`)).body).toMatchObject({ items: [{ row: 1, state: 'waiting' }] })
    expect((await call('GET /orders')).body).toMatchObject({ items: [{ id }] })
    const wrong = { ...order, cards: [...order.cards, { customerReference: '', cardLabel: '' }] }
    expect((await call('POST /orders', { json: wrong })).problem).toMatchObject({ status: 422, errors: [{ row: 2 }] })
    expect((await call(`POST /orders/${id}/cancel`)).status).toBe(200)
    expect((await call(`GET /orders/${id}`)).body).toMatchObject({ state: 'cancelled' })
  })

  it('reads a card and its statement by tracking number, with a masked number', async () => {
    const card = await call(`GET /cards/${first.trackingNumber}`)
    expect(card.body).toMatchObject({ id: String(first.id), status: 'active', trackingNumber: first.trackingNumber })
    const statement = await call(`GET /cards/${first.trackingNumber}/statement?from=2026-01-01&to=2026-01-31`)
    expect(statement.status).toBe(200)
    for (const { body } of [card, statement]) expect(JSON.stringify(body)).not.toContain(first.pan)
    expect((await call(`GET /cards/900009999999990`)).status).toBe(404)
    expect((await call(`GET /cards/1`)).status).toBe(400)
    expect((await call(`GET /cards/${first.trackingNumber}/statement?from=2026-02-01&to=2026-01-01`)).status).toBe(422)
  })
})

describe('generated clients', () => {
  /** A person approves, and the batch is processed. */
  const untilProcessed = async (id: string) => {
    expect(await approve(server, amir, id)).toMatchObject({ resultCode: '0' })
    await processBatch({ db: server.database.db, timeZone: 'Asia/Singapore', now: server.server.now }, Number(id))
  }
  // tests/e2e/approve-batch.spec.ts does the main job with this client.
  it('by openapi-typescript: gets a problem with the code of the operation', async () => {
    const client = createClient<paths>({
      baseUrl: `${server.url}v1`,
      headers: { authorization: `Bearer ${keys.get('all')}` },
    })
    const missing = await client.GET('/batches/{batchId}', { params: { path: { batchId: '999999' } } })
    expect([missing.response.status, missing.error?.code]).toEqual([404, '-20404'])
  })

  it.skipIf(!hasPeers)(
    'by hey-api: compiles strictly and does the main job (skipped without tools/peers)',
    async () => {
      const rows = Array.from({ length: 5_000 }, (_, index) => ({
        identifier: cards[index % cards.length]?.trackingNumber ?? '',
        amount: '1.12',
      }))
      const generated = peerPath('generated')
      expect(
        await runPeer('@hey-api/openapi-ts/bin/run.js', ['-i', resolve('docs/openapi.json'), '-o', generated]),
      ).toBe('ok')
      expect(await runPeer('../../../node_modules/typescript/bin/tsc', ['-p', '.'])).toBe('ok')
      const { mainJob } = (await import(peerPath('main-job.ts'))) as {
        mainJob: (job: object) => Promise<{ batch: object; results: { state: string }[] }>
      }
      const { batch, results } = await mainJob({
        baseUrl: `${server.url}v1`,
        key: keys.get('all'),
        rows,
        untilProcessed,
      })
      expect(batch).toMatchObject({ state: 'processed', doneRows: 5_000, doneAmount: '5600.00' })
      expect(results.filter(({ state }) => state === 'done').length).toBe(5_000)
    },
  )
})

describe('who decides', () => {
  it('neither the machine user nor the person who made its key', async () => {
    const id = await submit()
    const session = await startSession(server.database.db, server.server, {
      id: administrator.id,
      username: 'everything',
    })
    const maker: Person = { id: administrator.id, call: callWith(server.url, session) }
    expect(await approve(server, maker, id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'You made the key of the machine user that submitted this batch, so another user has to decide',
    })
    for (const column of ['approved', 'rejected'])
      await expect(
        sql`UPDATE batch_file SET ${sql.ref(`${column}_by`)} = ${administrator.id}, ${sql.ref(`${column}_at`)} = now() WHERE id = ${id}`.execute(
          server.database.db,
        ),
      ).rejects.toThrow('batch_decider_did_not_make_key')
    await expect(
      sql`UPDATE batch_file f SET approved_by = (SELECT max(id) FROM machine_user WHERE id <> f.uploaded_by), approved_at = now() WHERE id = ${id}`.execute(
        server.database.db,
      ),
    ).rejects.toThrow('batch_approver_is_person')
    expect(await approve(server, amir, id)).toMatchObject({ resultCode: '0' })
  })
})

describe('repeated requests', () => {
  it('get the first response, whatever text the key is', async () => {
    for (const idempotencyKey of [randomUUID(), `payroll-${randomUUID()}`]) {
      const json = newBatch()
      const answers = await Promise.all([1, 2].map(() => call('POST /batches', { json, idempotencyKey })))
      expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const other = await call('POST /batches', { json: newBatch(), idempotencyKey })
      expect(other.problem).toMatchObject({ status: 422, code: '-20409', errors: [{ field: 'Idempotency-Key' }] })
    }
    for (const idempotencyKey of ['', 'a b', 'x'.repeat(256)])
      expect((await call('POST /batches', { json: newBatch(), idempotencyKey })).status).toBe(400)
  })

  it('rows that were submitted before need a reason', async () => {
    const rows = [{ identifier: third.trackingNumber, amount: '7.77' }]
    await submit({ rows })
    expect((await call('POST /batches', { json: newBatch({ rows }) })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'duplicateReason' }],
    })
    await submit({ rows, duplicateReason: 'Paid twice on purpose' })
  })
})

describe('what a key sees', () => {
  it('only its own batches, and masked card numbers without the scope for them', async () => {
    const rows = [{ identifier: first.pan, amount: '1.23' }]
    const json = newBatch({ identifierType: 'cardNumber', rows })
    const masked = await call('POST /batches', { json, key: keys.get('masked') })
    const id = String(masked.body['id'])
    const shown = await call(`GET /batches/${id}/rows`, { key: keys.get('masked') })
    expect(shown.body).toMatchObject({
      items: [{ identifier: expect.stringMatching(/^[0-9]{6}•{6}[0-9]{4}$/) as string }],
    })
    const own = await submit({ ...json, reference: 'Own', rows: [{ identifier: second.pan, amount: '1.24' }] })
    expect((await call(`GET /batches/${own}/rows`)).body).toMatchObject({ items: [{ identifier: second.pan }] })
    for (const path of ['', '/rows', '/result'])
      expect([path, (await call(`GET /batches/${id}${path}`)).status]).toEqual([path, 404])
    expect((await call(`POST /batches/${id}/withdraw`)).status).toBe(404)
    expect((await call(`POST /batches/${id}/withdraw`, { key: keys.get('masked') })).status).toBe(200)
    const { body } = await call('GET /batches?limit=500')
    expect((body['items'] as { id: string }[]).map((item) => item.id)).not.toContain(id)
  })

  it('nothing of other campaigns', async () => {
    const { key } = await makeKey({ scopes: restScopes, campaignIds: ['1'] })
    expect((await call(`GET /cards/${otherCampaignCard.trackingNumber}`, { key })).status).toBe(404)
    expect((await call(`GET /cards/${first.trackingNumber}`, { key })).status).toBe(200)
    const rows = [{ identifier: otherCampaignCard.trackingNumber, amount: '1.00' }]
    const hidden = await call('POST /batches', { json: newBatch({ rows }), key })
    const unknown = await call('POST /batches', {
      json: newBatch({ rows: [{ identifier: '900009999999990', amount: '1.00' }] }),
      key,
    })
    expect(hidden.problem.errors).toEqual(unknown.problem.errors)
    const { body } = await call('GET /campaigns', { key })
    expect((body['items'] as { id: string }[]).map(({ id }) => id)).toEqual(['1'])
  })
})

describe('events of the card processor', () => {
  const event = (eventId: string, more: object = {}) => ({
    kind: 'clearing',
    eventId,
    at: new Date(server.clock.now - 3_600_000).toISOString(),
    trackingNumber: third.trackingNumber,
    amount: 150,
    currency: 'SGD',
    merchant: 'Kopi Corner',
    ...more,
  })
  const send = (json: object, options: object = {}) => call('POST /feed/events', { json, ...options })
  const balance = async () => String((await call(`GET /cards/${third.trackingNumber}`)).body['balance'])

  it('are applied once, by id and source, and named in the trail', async () => {
    const before = Number(await balance())
    const json = { source: 'acme', events: [event('v1-1'), event('v1-2', { trackingNumber: '999999999999999' })] }
    for (let repeated = 0; repeated < 2; repeated++) {
      const answer = await send(json)
      expect([answer.status, answer.body]).toEqual([
        200,
        { outcomes: ['v1-1', 'v1-2'].map((eventId) => ({ eventId, result: 'accepted' })) },
      ])
    }
    expect(await balance()).toBe((before - 1.5).toFixed(2))
    const changed = await send({ source: 'acme', events: [event('v1-1', { amount: 151 })] })
    expect(changed.body).toEqual({ outcomes: [{ eventId: 'v1-1', result: 'refused' }] })
    // Another source can use the id.
    await send({ source: 'other', events: [event('v1-1')] })
    expect(await balance()).toBe((before - 3).toFixed(2))
    const unapplied = (await call('GET /feed/unapplied-events')).body as unknown as { items: object[] }
    expect(unapplied.items).toMatchObject([
      { eventId: 'v1-2', fault: 'unknownCard' },
      { eventId: 'v1-1', fault: 'otherContent' },
    ])
    const { rows } = await sql<{ name: string; subject_id: string }>`
      SELECT u.username AS name, e.subject_id FROM audit_event e JOIN user_account u ON u.id = e.user_id
      WHERE e.method = 'feedEvents' AND e.result_code = '0' ORDER BY e.id LIMIT 1`.execute(server.database.db)
    expect(rows).toEqual([{ name: expect.stringContaining('machine-') as string, subject_id: 'acme' }])
  })

  it('name the wrong event, and change nothing', async () => {
    const wrong = await send({ source: 'acme', events: [event('v1-3'), event('v1-4', { amount: 0.5 })] })
    expect(wrong.problem).toMatchObject({ status: 400, errors: [{ row: 2, field: 'amount' }] })
    for (const json of [
      { events: [event('v1-3')] },
      { source: 'Acme Ltd', events: [event('v1-3')] },
      { source: 'acme', events: [] },
      { source: 'acme', key: 'x', events: [event('v1-3')] },
      { source: 'acme', events: Array.from({ length: 1_001 }, (_, index) => event(`many-${index}`)) },
    ])
      expect((await send(json)).status).toBe(400)
  })

  it('come from a machine user of all campaigns only, and its key is no feed key', async () => {
    const limited = await makeKey({ scopes: ['Feed.write'], campaignIds: ['1'] })
    const json = { source: 'acme', events: [event('v1-5')] }
    expect((await send(json, { key: limited.key })).status).toBe(403)
    const { key } = await makeKey({ scopes: ['Feed.write'] })
    const { response } = await post(server.url, 'feedEvents', { key, requestId: randomUUID(), ...json })
    expect(response.resultCode).toBe('-20403')
  })
})

describe('the funding account', () => {
  it('is read with its statement and payments, and by a machine user of all campaigns only', async () => {
    const olive = await server.logIn('olive')
    const valueDate = instantToDate(server.clock.now, server.server.client.timeZone)
    const { paymentId } = await olive.call('recordFundingPayment', {
      type: 'payment',
      amount: '75.25',
      valueDate,
      reference: 'BK-1',
    })
    expect((await call('GET /funding')).body).toMatchObject({ currency: 'SGD', expected: '75.25', threshold: null })
    await amir.call('confirmFundingPayment', { paymentId })
    expect((await call('GET /funding/payments?state=confirmed')).body).toMatchObject({
      items: [{ paymentId, amount: '75.25', decidedBy: 'Amir Rahman' }],
    })
    const statement = (await call(`GET /funding/statement?from=${valueDate}&to=${valueDate}`)).body
    expect(statement).toMatchObject({ from: valueDate, closingBalance: expect.any(String) as string })
    expect((statement['lines'] as object[]).at(-1)).toMatchObject({ paymentId, credit: '75.25' })
    const { key } = await makeKey({ scopes: ['Funding.read'], campaignIds: ['1'] })
    for (const path of ['', '/payments', '/statement?from=2026-01-01&to=2026-01-02'])
      expect([path, (await call(`GET /funding${path}`, { key })).status]).toEqual([path, 403])
    expect((await call('GET /funding/payments?state=x')).status).toBe(400)
  })
})

const DEMO_CARD = '700000001000000'

/** Every route with a request that would be valid. */
const requestOf = (name: RouteName) => {
  const { method, path, example = {}, body } = routeOf(name)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, part: string) =>
    part === 'trackingNumber' ? first.trackingNumber : '999999',
  )
  const query = new URLSearchParams(example.query).toString()
  return {
    request: `${method.toUpperCase()} ${filled}${query === '' ? '' : `?${query}`}`,
    // A card that does not exist, so that a request can be sent more than once.
    ...(body && { json: JSON.parse(JSON.stringify(example.body).replaceAll(DEMO_CARD, '900009999999990')) as object }),
  }
}

describe.each(routeNames)('%s', (name) => {
  const { request, json } = requestOf(name)

  it('is refused without a valid key', async () => {
    for (const key of [undefined, '', 'ck_live_00000000000000000000000000000000', administrator.token, "x'--"]) {
      const answer = await call(request, { key, json })
      expect([key, answer.status, answer.problem.code]).toEqual([key, 401, '-20012'])
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
    }
  })

  it('needs the scope of its operations, which no other scope gives', async () => {
    for (const scope of restScopes) {
      const keyName = `only ${scope}`
      if (!keys.has(keyName)) keys.set(keyName, (await makeKey({ scopes: [scope] })).key)
      const answer = await call(request, { key: keys.get(keyName), json })
      const granted = textsToPermissions([scope])
      const { operations: methods, scope: ownScope } = routeOf(name)
      const isAllowed = methods.some((method) => {
        const required = methodInfo(method).permission
        if (required === 'none') return scope === ownScope
        const byParameters = operations[method as 'verifyBatchFile'].permissionOf?.({ type: 'load' })
        return required === 'signedIn' || hasAnyPermission(granted, byParameters ?? required)
      })
      // The example of submitBatch is a load.
      const expected = name === 'submitBatch' ? scope === 'Batch.load' : isAllowed
      expect([scope, answer.status === 403]).toEqual([scope, !expected])
      const missing = scopesOf(routeOf(name)).find((each) => each !== scope)
      if (!expected) expect(answer.problem.detail).toContain(`(${missing ?? 'none'})`)
      expect([scope, answer.status]).not.toEqual([scope, 500])
    }
  })

  it('answers any input with a status below 500', async () => {
    const { method, path } = routeOf(name)
    const inputs: readonly unknown[] = [
      undefined,
      null,
      [],
      {},
      'x',
      0,
      { type: 'activate' },
      { rows: 'x' },
      { rows: [null] },
      { cards: [{}] },
      { ...(json as object), extra: 1 },
      { ...(json as object), rows: [{ identifier: '\u0000', amount: '1' }] },
      { ...(json as object), rows: [{ identifier: '\ud800', amount: '1e9' }] },
      { ...(json as object), reference: 5, campaignId: {} },
      { constructor: { prototype: 1 } },
    ]
    const parts = ['0', '-1', '1e3', '9'.repeat(40), '%00', '%2e%2e%2f', "'%20OR%201=1", 'constructor', '٣']
    const requests = [
      ...(method === 'post' && json ? inputs.map((input) => ({ request, json: input })) : []),
      ...(path.includes('{')
        ? parts.map((part) => ({ request: request.replace(/999999|9000\d{11}/, part), json }))
        : []),
      {
        request: `${request}${request.includes('?') ? '&' : '?'}limit=x&cursor=%00&from=1&to=2026-02-30&extra=1`,
        json,
      },
    ]
    for (const input of requests) {
      const answer = await call(input.request, { json: input.json })
      expect([input, answer.status < 500]).toEqual([input, true])
    }
  })
})

describe('limits', () => {
  it('has its own number of calls a minute', async () => {
    const { key } = await makeKey({ callsPerMinute: 2 })
    for (const status of [200, 200, 429]) expect((await call('GET /batches', { key })).status).toBe(status)
    const refused = await call('GET /batches', { key })
    expect(refused.problem).toMatchObject({ code: '-20429', status: 429, retryAfter: expect.any(Number) as number })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('refuses another address, too much, and other types of content', async () => {
    const { key } = await makeKey({ addresses: ['203.0.113.0/24'] })
    expect((await call('GET /batches', { key })).problem).toMatchObject({
      status: 403,
      detail: expect.stringContaining('127.0.0.1') as string,
    })
    const large = await call('POST /batches', { json: { a: 'x'.repeat(9 * 1024 * 1024) } }).catch(() => ({
      status: 413,
    }))
    expect(large.status).toBe(413)
    expect((await call('POST /batches', { json: {}, headers: { 'content-type': 'text/xml' } })).status).toBe(415)
    expect((await call('GET /nothing')).status).toBe(404)
    expect((await call('POST /nothing', { key: undefined })).status).toBe(401)
  })

  it('the trail names the machine user and what it did', async () => {
    const id = await submit()
    const { entries } = await amirTrail(id)
    expect(entries[0]).toMatchObject({ method: 'batchLoadUpload', subjectId: id })
    expect(entries[0]?.who).toContain('machine-')
  })
  const amirTrail = async (id: string) => {
    const ada = await server.logIn('ada')
    const today = instantToDate(server.clock.now, server.server.client.timeZone)
    return ada.call('auditLog', {
      subjectType: 'batch',
      subjectId: id,
      startDate: today,
      endDate: today,
    })
  }

  it('announces the end of a route', () => {
    const headers: Record<string, unknown> = {}
    const reply = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
    setDeprecation({ deprecated: { since: '2026-01-01T00:00:00Z', ends: '2027-01-01T00:00:00Z' } }, reply as never)
    expect(headers).toEqual({ deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })
  })
})

it('counts requests by route and status, also those that were refused', async () => {
  const count = async (route: string, status: string) => {
    const metric = await server.server.counters.registry.getSingleMetric('portal_rest_requests_total')?.get()
    return metric?.values.find(({ labels }) => labels['route'] === route && labels['status'] === status)?.value ?? 0
  }
  const before = [await count('getBatch', '404'), await count('getBatch', '401'), await count('other', '404')]
  await call('GET /batches/999999')
  await call('GET /batches/999999', { key: undefined })
  await call('GET /no-such-route')
  await expect
    .poll(async () => [await count('getBatch', '404'), await count('getBatch', '401'), await count('other', '404')])
    .toEqual(before.map((value) => value + 1))
})

describe('the document', () => {
  it('is served with the address of this server, and names every route', async () => {
    const { body } = await call('GET /openapi.json', { key: undefined })
    const { publicUrl, client } = server.server.settings
    expect(body).toEqual(
      JSON.parse(JSON.stringify(openApiDocument({ serverUrl: `${publicUrl}v1`, title: client.name }))),
    )
    const documented = Object.values(body['paths'] as Record<string, Record<string, { operationId: string }>>)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId)
    expect(documented.toSorted()).toEqual(routeNames.toSorted())
  })

  it.skipIf(!hasPeers)('has no warnings of Redocly and Spectral (skipped without tools/peers)', async () => {
    const document = resolve('docs/openapi.json')
    expect(await runPeer('@redocly/cli/bin/cli.js', ['lint', '--config', 'redocly.yaml', document])).toBe('ok')
    const options = ['--ruleset', 'spectral.yaml', '--fail-severity', 'hint']
    expect(await runPeer('@stoplight/spectral-cli/dist/index.js', ['lint', ...options, document])).toBe('ok')
  })

  it('has examples that the server accepts', async () => {
    for (const name of routeNames) {
      const { request } = requestOf(name)
      const text = JSON.stringify(routeOf(name).example?.body ?? null)
      const example = JSON.parse(text.replace('"campaignId":"1"', `"campaignId":"${VIRTUAL_CAMPAIGN}"`)) as unknown
      const answer = await call(request, { json: example ?? undefined })
      // The ids of the examples do not exist; everything else is accepted.
      const expected = request.includes('999999') ? 404 : routeOf(name).status
      expect([name, answer.status, answer.problem.detail]).toEqual([
        name,
        expected,
        expected === 404 ? answer.problem.detail : undefined,
      ])
    }
  })

  it('has the same card in the examples of the page, which load it', async () => {
    expect(demoCardsInState('active', 1)[0]?.trackingNumber).toBe(DEMO_CARD)
    const body = JSON.parse(/-d '(.*?)'/s.exec(toCurlExample('https://example.org/v1'))?.[1] ?? '') as object
    const duplicateReason = 'The example of the document'
    const answer = await call('POST /batches', { json: { ...body, duplicateReason } })
    expect(answer.status).toBe(201)
    // Another amount than that of the other examples, so that the rows are not duplicates.
    const program = toNodeExample(`${server.url}v1`).replace('25.00', '26.00')
    const run = async (key: string | undefined) => {
      const options = { env: { ...process.env, KEY: key } }
      return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], options)
    }
    const { stdout } = await run(keys.get('all'))
    expect(stdout).toContain("state: 'awaitingApproval'")
    await expect(run('ck_live_x')).rejects.toThrow('This key is not valid')
  })
})
