// Reports are read from a real standby (REPORTS_DATABASE_URL) and show the age of their figures. While the standby is
// down or too far behind, they are read from the primary.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { reportFileToName } from '#domain/reports/files.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { sourceOf } from '#server/reports/sources.ts'
import { clientFor, type SignedInClient } from '#tests/support/call.ts'
import { approveLoad, waitUntilLoaded, uploadLoad } from '#tests/support/load-batch.ts'
import { minutes } from '#tests/support/long-run.ts'
import { freePort } from '#tests/support/ports.ts'
import { type PostgresServer, startPostgres, startStandby } from '#tests/support/postgres.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

describe('a replica for reports', () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let server: RunningServer
  let standbyClient: pg.Client
  let metricsPort: number
  let people: Readonly<Record<'olive' | 'amir' | 'rita', SignedInClient>>
  beforeAll(async () => {
    primary = await startPostgres({ isDurable: true })
    standby = await startStandby(primary, { synchronous: false })
    metricsPort = await freePort()
    server = await startServer({
      env: { DATABASE_URL: primary.url, REPORTS_DATABASE_URL: standby.url, METRICS_PORT: String(metricsPort) },
    })
    standbyClient = new pg.Client(standby.url)
    standbyClient.on('error', () => undefined)
    await standbyClient.connect()
    const [olive, amir, rita] = [
      await clientFor(server, 'olive'),
      await clientFor(server, 'amir'),
      await clientFor(server, 'rita'),
    ]
    people = { olive, amir, rita }
  }, minutes(2))
  afterAll(async () => {
    await standbyClient?.end().catch(() => undefined)
    await server?.remove()
    standby?.remove()
    primary?.remove()
  })

  const today = () => instantToDate(Date.now(), voyager.timeZone)
  const readLoads = async () => {
    const response = await people.rita.call('getDateRangeReport', {
      reportName: 'detailedTopupReport',
      reportArguments: { startDate: today(), endDate: today() },
    })
    expect(response.resultCode).toBe('0')
    return { total: response.total, lag: response.lagSeconds }
  }
  const load = async (rowCount: number) => {
    const id = await uploadLoad(people.olive, rowCount)
    await approveLoad(people.amir, id)
    await waitUntilLoaded(people.amir, id, rowCount)
  }
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/voyager/metrics`)).text()

  it('serves every report, with the age of its figures', { timeout: minutes(3) }, async () => {
    await load(3)
    // Polled, since the standby can be late on a busy machine.
    await expect.poll(async () => (await readLoads()).lag).toBe(0)
    const before = await readLoads()
    await standbyClient.query('SELECT pg_wal_replay_pause()')
    await load(4)
    await expect.poll(async () => (await readLoads()).lag).toBeGreaterThan(0)
    // The new posting is not yet included, so the report really comes from the standby.
    expect((await readLoads()).total).toBe(before.total)
    expect(await metrics()).toMatch(/^portal_reports_replica_up 1$/m)
    expect(await metrics()).toMatch(/^portal_reports_replica_lag_seconds [1-9]\d*$/m)
    await standbyClient.query('SELECT pg_wal_replay_resume()')
    await expect.poll(async () => (await readLoads()).total).toBe(before.total + 4)

    const yesterday = addDays(today(), -1)
    for (const report of reportIds.filter((id) => reportOf(id).source === 'query' && sourceOf(id))) {
      const { period, campaigns } = reportOf(report)
      const days = { start: period === 'day' ? yesterday : addDays(yesterday, -60), end: yesterday }
      const name = reportFileToName({ report, format: 'csv', days })
      const response = await fetch(`${server.url}reports/${name}${campaigns === 'one' ? '?campaign=1' : ''}`, {
        headers: { authorization: `Bearer ${people.rita.token}` },
      })
      expect([report, response.status]).toEqual([report, 200])
      await response.arrayBuffer()
    }
    expect(server.log()).not.toContain('replica for reports')
  })

  it('is skipped while it is down, and used again when it is back', { timeout: minutes(2) }, async () => {
    const before = await readLoads()
    await standby.kill()
    await load(5)
    expect(await readLoads()).toEqual({ total: before.total + 5, lag: undefined })
    expect(await metrics()).toMatch(/^portal_reports_replica_up 0$/m)
    expect(server.log()).toContain('the replica for reports cannot be used: reports are read on the primary')
    await standby.start()
    await expect.poll(readLoads).toEqual({ total: before.total + 5, lag: 0 })
  })
})
