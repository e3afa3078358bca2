// Report files over HTTP: access, file names, responses and audit entries.
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { voyager } from '#brand/voyager.ts'
import type { FindFile, FileRequest } from '#server/reports/files.ts'
import type { ReportSource } from '#server/reports/source.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'
import { fakeSource, type FakeSource } from './fake-source.ts'

const TOP_UPS = 'DetailedTopUpReport_from2026-03-01_to2026-03-04.csv'
const BALANCES = 'cardbalances_2026-03-04.csv'
const STATEMENT = 'CardholderStatement_2026-03-04.csv'
const notFound = { resultCode: '-20404', resultText: 'Report not found' }

describe('report files', () => {
  let server: InProcessServer
  let rita: { id: number; token: string }
  let campaign: { first: number; second: number; otherOwner: number }
  let topUps: FakeSource
  let storedFiles: { requests: FileRequest[]; file: Awaited<ReturnType<FindFile>> }

  beforeAll(async () => {
    // Delegates to a variable, since each test creates its own source.
    const source: ReportSource = {
      count: (...args) => topUps.count(...args),
      read: (...args) => topUps.read(...args),
    }
    const find: FindFile = (_context, request) => {
      storedFiles.requests.push(request)
      return Promise.resolve(storedFiles.file)
    }
    server = await startInProcess({
      reportSources: {
        sourceOf: (report) => (report === 'fee' || report === 'chargeback' ? undefined : source),
        findReportFile: find,
        findQuarterlyFile: find,
      },
    })
    rita = await server.addUser({ username: 'rita', permissions: ['Report.read'] })
    const { db } = server.server
    for (const { ownerId } of [voyager, harbour])
      await db.insertInto('programme').values({ owner_id: ownerId, currency: 'SGD', symbol: 'S$' }).execute()
    campaign = {
      first: await addCampaign(voyager.ownerId, 'Travel'),
      second: await addCampaign(voyager.ownerId, 'Gifts'),
      otherOwner: await addCampaign(harbour.ownerId, 'Boats'),
    }
  })
  afterAll(() => server.close())
  beforeEach(() => {
    topUps = fakeSource({ rows: 3 })
    storedFiles = { requests: [], file: undefined }
  })

  const addCampaign = async (ownerId: number, name: string) => {
    const { db } = server.server
    const { id } = await db
      .insertInto('campaign')
      .values({
        owner_id: ownerId,
        name,
        currency: 'SGD',
        symbol: 'S$',
        ica: '4101',
        load_min_cents: 1,
        load_max_cents: 2,
        voucher_max_cents: 3,
        closed_at: null,
        card_prefix: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const get = (path: string, init: { token?: string; method?: string; headers?: Record<string, string> } = {}) => {
    const { token = rita.token, headers, ...rest } = init
    const bearer: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
    return fetch(`${server.url}reports/${path}`, { ...rest, headers: { ...bearer, ...headers } })
  }
  const trail = () =>
    server.server.db
      .selectFrom('audit_event')
      .select(['method', 'subject_type', 'subject_id', 'result_code', 'user_id', 'owner_id'])
      .where('method', 'in', ['downloadReport', 'beginReportDownload'])
      .orderBy('id')
      .execute()

  describe('a downloaded report file', () => {
    it('is complete, correctly named, not cached, with its rows and its audit entry', async () => {
      const before = (await trail()).length
      const response = await get(`${TOP_UPS}?campaign=${campaign.first}`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${TOP_UPS}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-total-rows': '3',
      })
      const text = await response.text()
      expect(text.split('\r\n')).toHaveLength(5)
      expect(text).toContain('2026-03-01T08:01:00+08:00,Travel,')
      const [{ asOf, lastTransactionId: _upTo, ...query }] = topUps.queries as [(typeof topUps.queries)[number]]
      expect(query).toEqual({
        ownerId: voyager.ownerId,
        campaignIds: [campaign.first],
        start: '2026-03-01',
        end: '2026-03-04',
        timeZone: 'Asia/Singapore',
      })
      expect(asOf.getTime()).toBe(server.clock.now)
      expect((await trail()).slice(before)).toEqual([
        {
          method: 'downloadReport',
          subject_type: 'report',
          subject_id: `${TOP_UPS}?campaign=${campaign.first}&rows=3`,
          result_code: '0',
          user_id: rita.id,
          owner_id: voyager.ownerId,
        },
      ])
    })

    it('is a workbook if its name says so', async () => {
      const response = await get(TOP_UPS.replace('.csv', '.xlsx'))
      expect(response.headers.get('content-type')).toBe(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      )
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    })

    it.each(['', '?campaign=', '?campaign=0'])('covers all campaigns with %j', async (query) => {
      expect((await get(BALANCES + query)).status).toBe(200)
      expect(topUps.queries[0]).toMatchObject({ campaignIds: undefined, start: '2026-03-04', end: '2026-03-04' })
    })

    it('can cover some campaigns, but only of the viewer’s owner', async () => {
      const { first, second, otherOwner } = campaign
      expect((await get(`${BALANCES}?campaign=${first},${second},${first}`)).status).toBe(200)
      expect(topUps.queries[0]?.campaignIds).toEqual([first, second])
      expect((await trail()).at(-1)?.subject_id).toBe(`${BALANCES}?campaign=${first},${second}&rows=3`)
      expect((await get(`${BALANCES}?campaign=${first},${otherOwner}`)).status).toBe(404)
    })

    it('is empty if its report is empty', async () => {
      topUps = fakeSource({ rows: 0 })
      const response = await get(TOP_UPS)
      expect([response.status, response.headers.get('x-total-rows')]).toEqual([200, '0'])
      expect((await response.text()).split('\r\n')).toHaveLength(2)
    })

    it('is refused as a workbook if it has more rows than a workbook can contain', async () => {
      topUps = fakeSource({ rows: 5_000_001 })
      const response = await get(TOP_UPS.replace('.csv', '.xlsx'))
      expect([response.status, await response.json()]).toEqual([
        409,
        {
          resultCode: '-20409',
          resultText: 'This report has 5,000,001 rows, more than a workbook can contain. Download it as CSV',
        },
      ])
      expect(topUps.starts).toEqual([])
    })
  })

  describe('a request for a report file', () => {
    it.each([
      ['an unknown report', 'SecretReport_from2026-03-01_to2026-03-02.csv'],
      ['an invalid day', 'DetailedTopUpReport_from2026-02-31_to2026-03-02.csv'],
      ['an end before its start', 'DetailedTopUpReport_from2026-03-02_to2026-03-01.csv'],
      ['a future day', 'cardbalances_2026-03-05.csv'],
      ['a report without a source', 'FeeReport_from2026-03-01_to2026-03-02.csv'],
      ['a report whose files the portal makes', 'ChargebackReport_from2026-03-01_to2026-03-02.xlsx'],
      ['a format that the report does not have', 'CardholderStatement_2026-03-04.xlsx'],
      ['a name that is not a report', 'nothing'],
      ['a path outside the folder', '..%2f..%2fetc%2fpasswd'],
      ['a path to a file outside the folder', `..%2f${TOP_UPS}`],
      ['an encoded slash after the name', `${TOP_UPS}%2f`],
      ['an encoded name', TOP_UPS.replace('.', '%2e')],
      ['a folder of that name', `${TOP_UPS}/x.csv`],
      ['the empty name', ''],
      ['a campaign that is not a number', `${TOP_UPS}?campaign=none`],
      ['a campaign twice', `${TOP_UPS}?campaign=1&campaign=2`],
      ['all campaigns and one', `${TOP_UPS}?campaign=0,1`],
      ['too many campaigns', `${TOP_UPS}?campaign=${'1,'.repeat(5_000)}1`],
      ['an unknown campaign', `${TOP_UPS}?campaign=999999`],
      ['a campaign of a report without campaigns', 'TopUpSummaryReport_from2026-03-01_to2026-03-02.csv?campaign=1'],
      ['a prepared file with an invalid id', `${TOP_UPS}?file=x`],
    ])('with %s is not found: %s', async (_, path) => {
      const response = await get(path)
      expect([response.status, await response.json()]).toEqual([404, notFound])
      expect(topUps.starts).toEqual([])
    })

    it('with a campaign of another owner is not found, like an unknown campaign', async () => {
      const response = await get(`${TOP_UPS}?campaign=${campaign.otherOwner}`)
      expect([response.status, await response.json()]).toEqual([404, notFound])
    })

    it('with dot segments in the path, sent unchanged, is not found', async () => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      let response = ''
      socket.on('data', (bytes: Buffer) => (response += bytes.toString()))
      const ended = new Promise((resolve) => socket.once('close', resolve))
      socket.write(
        `GET /voyager/reports/x/../${TOP_UPS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${rita.token}\r\nconnection: close\r\n\r\n`,
      )
      await ended
      expect(response).toMatch(/^HTTP\/1\.1 404 /)
      expect(response).toContain(JSON.stringify(notFound))
    })

    it('needs a campaign if the report is about a single day and campaign', async () => {
      const response = await get(STATEMENT)
      expect([response.status, await response.json()]).toEqual([
        400,
        { resultCode: '-20400', resultText: 'Campaign and date are required' },
      ])
      expect((await get(`${STATEMENT}?campaign=${campaign.first},${campaign.second}`)).status).toBe(400)
      expect((await get(`${STATEMENT}?campaign=${campaign.first}`)).status).toBe(200)
    })

    it('for more days than the report allows is rejected', async () => {
      for (const method of ['GET', 'HEAD'])
        expect((await get('DetailedTopUpReport_from2025-12-01_to2026-03-04.csv', { method })).status).toBe(400)
      const response = await get('DetailedTopUpReport_from2025-12-01_to2026-03-04.csv')
      expect(await response.json()).toEqual({
        resultCode: '-20301',
        resultText: 'Maximum timespan of this report is 92 days',
      })
    })

    it.each([TOP_UPS, 'SecretReport_from2026-03-01_to2026-03-02.csv', 'QMR_9_2026Q1.xls'])(
      'never returns a page of the portal: %s',
      async (path) => {
        for (const token of [rita.token, '']) {
          const response = await get(path, { token, headers: { accept: 'text/html,application/xhtml+xml' } })
          expect(response.headers.get('content-type')).not.toContain('text/html')
        }
      },
    )
  })

  describe('a prepared file', () => {
    const bytes = Buffer.from('data')
    const storedFile = {
      rows: 7,
      size: 4,
      write: (onRows: (rows: number) => void) =>
        (async function* () {
          onRows(7)
          yield bytes
        })(),
    }

    it('is the report’s stored file, if the report has one', async () => {
      storedFiles.file = storedFile
      const response = await get('DailySettlementSummary_2026-03-03.csv')
      expect([response.status, response.headers.get('x-total-rows'), await response.text()]).toEqual([200, '7', 'data'])
      expect(storedFiles.requests).toMatchObject([{ report: 'dailySettlementSummary', days: { start: '2026-03-03' } }])
      expect((await trail()).at(-1)?.subject_id).toBe('DailySettlementSummary_2026-03-03.csv?campaign=0&rows=7')
    })

    it('is the viewer’s prepared file of any report, if its number is given', async () => {
      storedFiles.file = storedFile
      expect((await get(`${STATEMENT}?file=12`)).status).toBe(200)
      expect(storedFiles.requests).toMatchObject([{ report: 'cardholderStatement', fileId: '12' }])
    })

    it('is not found if it does not exist', async () => {
      for (const path of ['MonthlyComplianceReport_2026-02.xlsx', 'QMR_4101_2026Q1.xls', `${TOP_UPS}?file=12`]) {
        const response = await get(path)
        expect([response.status, await response.json()]).toEqual([404, notFound])
      }
      expect(storedFiles.requests).toMatchObject([{ days: { end: '2026-02-28' } }, { ica: '4101', format: 'xls' }, {}])
    })
  })

  describe('access to report files', () => {
    it.each<[string, () => Record<string, string>]>([
      ['without a token', () => ({})],
      ['with an invalid token', () => ({ authorization: 'Bearer x.y.z' })],
      ['with another scheme', () => ({ authorization: `Basic ${rita.token}` })],
      ['with a cookie', () => ({ cookie: `token=${rita.token}` })],
    ])('is denied %s', async (_, headers) => {
      for (const path of [
        TOP_UPS,
        'SecretReport_2026-03-01.csv',
        `${TOP_UPS}?token=${rita.token}&authorization=${rita.token}`,
      ]) {
        const response = await get(path, { token: '', headers: headers() })
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
        expect(await response.json()).toEqual({
          resultCode: '-20012',
          resultText: 'Your session has ended. Please log in again',
        })
      }
    })

    it('requires the permission, and changes with it immediately', async () => {
      const nina = await server.addUser({ username: 'nina', permissions: ['Report.read'] })
      const allow = (permissions: string[]) =>
        server.server.db.updateTable('user_group').set({ permissions }).where('name', '=', 'Group of nina').execute()
      const readStatus = async () => (await get(TOP_UPS, { token: nina.token })).status
      expect(await readStatus()).toBe(200)
      await allow(['Batch.load'])
      const refusedResponse = await get(TOP_UPS, { token: nina.token })
      expect([refusedResponse.status, await refusedResponse.json()]).toEqual([
        403,
        { resultCode: '-20403', resultText: 'You are not authorized' },
      ])
      await allow(['Report.read'])
      expect(await readStatus()).toBe(200)
    })

    it('lasts as long as the session, which a download extends like a call', async () => {
      const otto = await server.addUser({ username: 'otto', permissions: ['Report.read'] })
      const statusAfter = async (minutes: number, method: string) => {
        server.clock.now += minutes * 60_000
        return (await get(TOP_UPS, { token: otto.token, method })).status
      }
      try {
        expect(await statusAfter(14, 'GET')).toBe(200)
        expect(await statusAfter(14, 'HEAD')).toBe(200)
        expect(await statusAfter(14, 'GET')).toBe(200)
        expect(await statusAfter(16, 'GET')).toBe(401)
      } finally {
        server.clock.now -= 58 * 60_000
      }
    })
  })

  describe('HEAD of a report file', () => {
    it('responds like GET, without bytes, rows or an audit entry', async () => {
      const [before, file] = [await trail(), await get(TOP_UPS)]
      topUps = fakeSource({ rows: 3 })
      const head = await get(TOP_UPS, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const header of ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'])
        expect(head.headers.get(header)).toBe(file.headers.get(header))
      expect([topUps.countCalls(), topUps.starts]).toEqual([0, []])
      expect(await trail()).toHaveLength(before.length + 1)
    })

    it.each([
      ['unknown', 'SecretReport_2026-03-01.csv', 404],
      ['not a report', 'nothing', 404],
      ['without its campaign', STATEMENT, 400],
      ['prepared but missing', 'QMR_4101_2026Q1.xls', 404],
    ])('responds like GET for a file that is %s', async (_, path, status) => {
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([status, ''])
    })

    it('requires a session too', async () => {
      expect((await get(TOP_UPS, { method: 'HEAD', token: '' })).status).toBe(401)
    })

    it('reports the size of a prepared file', async () => {
      storedFiles.file = {
        rows: 7,
        size: 4,
        write: () => {
          throw new Error('its bytes were not requested')
        },
      }
      const head = await get('QMR_4101_2026Q1.xls', { method: 'HEAD' })
      expect(['content-type', 'content-length', 'x-total-rows'].map((name) => head.headers.get(name))).toEqual([
        'application/vnd.ms-excel',
        '4',
        '7',
      ])
      expect(storedFiles.requests).toMatchObject([{ isHeadRequest: true }])
    })
  })

  it('a report file accepts no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await get(TOP_UPS, { method })).status).toBeGreaterThanOrEqual(400)
    expect(topUps.starts).toEqual([])
  })

  it('a failure before anything is sent returns an error, with details only in the log', async () => {
    topUps = fakeSource({ rows: 3, before: () => Promise.reject(new Error('card 9000010000000017')) })
    const before = (await trail()).length
    const response = await get(TOP_UPS)
    const output = (await response.json()) as { correlationId: string }
    expect([response.status, output]).toEqual([
      500,
      { resultCode: '-20500', resultText: 'An error occurred', correlationId: expect.any(String) as string },
    ])
    expect(response.headers.get('content-disposition')).toBeNull()
    expect(server.log()).toContain(output.correlationId)
    expect(server.log()).not.toContain('9000010000000017')
    expect(await trail()).toHaveLength(before)
  })

  it('the audit trail describes the download in words', async () => {
    const eve = await server.addUser({ username: 'eve', permissions: ['Report.read', 'User.write'] })
    await (await get(`${BALANCES}?campaign=${campaign.first}`, { token: eve.token })).text()
    const day = { startDate: '2026-03-04', endDate: '2026-03-04' }
    const response = await fetch(`${server.url}api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'auditLog', params: { token: eve.token, userId: String(eve.id), ...day } }),
    })
    const { entries } = (await response.json()) as { entries: { what: string }[] }
    expect(entries.map(({ what }) => what)).toEqual([
      'downloaded the Card Balances Report of Travel, 04 Mar 2026 (csv), 3 rows',
    ])
  })
})

it('too many requests are rejected, by user and by address, as with calls', async () => {
  const server = await startInProcess({
    settings: { callsPerMinute: 2 },
    reportSources: { sourceOf: () => fakeSource({ rows: 1 }) },
  })
  const { token } = await server.addUser({ username: 'rita', permissions: ['Report.read'] })
  const get = (headers: Record<string, string>) => fetch(`${server.url}reports/${TOP_UPS}`, { headers })
  const bearer = { authorization: `Bearer ${token}` }
  expect([(await get(bearer)).status, (await get(bearer)).status]).toEqual([200, 200])
  const third = await get(bearer)
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await third.json()).toMatchObject({ resultCode: '-20429', retryAfter: 60 })
  // The limit of an address is ten times that of a user.
  const statuses: number[] = []
  for (let count = 3; count < 21; count++) statuses.push((await get({})).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  await server.close()
})

it('a file is sent without its number of rows if the count takes too long', async () => {
  const source = fakeSource({ rows: 3 })
  // The count runs until the test ends it. It must end, since it occupies a queue slot that other requests wait for.
  let resolveCount: (rows: number) => void = () => undefined
  const countResult = new Promise<number>((resolve) => (resolveCount = resolve))
  const server = await startInProcess({
    reportSources: { countMs: 1, sourceOf: () => ({ ...source, count: () => countResult }) },
  })
  const { token } = await server.addUser({ username: 'rita', permissions: ['Report.read'] })
  const response = await fetch(`${server.url}reports/${TOP_UPS}`, { headers: { authorization: `Bearer ${token}` } })
  expect([response.status, response.headers.get('x-total-rows')]).toEqual([200, null])
  expect((await response.text()).split('\r\n')).toHaveLength(5)
  resolveCount(3)
  await server.close()
})

it('the server is not ready while its database is down, and is ready when it is back', async () => {
  const database = await freshDatabase('empty')
  let [isUp, isConnectionLost] = [true, false]
  const before = () =>
    isConnectionLost ? Promise.reject(Object.assign(new Error(), { code: 'ECONNRESET' })) : undefined
  const server = await startInProcess({
    database: { ...database, isAlive: () => Promise.resolve(isUp) },
    reportSources: { sourceOf: () => fakeSource({ rows: 1, before }) },
  })
  const { token } = await server.addUser({ username: 'rita', permissions: ['Report.read'] })
  const status = async () => {
    const response = await fetch(`${server.url}reports/${TOP_UPS}`, { headers: { authorization: `Bearer ${token}` } })
    return [response.status, response.headers.get('retry-after')]
  }
  isConnectionLost = true
  expect(await status()).toEqual([503, '2'])
  isConnectionLost = isUp = false
  await fetch(`${server.url}health`)
  expect(await status()).toEqual([503, '2'])
  isUp = true
  await fetch(`${server.url}health`)
  expect(await status()).toEqual([200, null])
  await server.close()
})
