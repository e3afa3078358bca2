// The metrics of a server, fetched over HTTP and read line by line, and the same figures as printed by `status`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { createMetricsServer } from '#server/metrics/serve-metrics.ts'
import { createFeedKey } from '#server/keys/feed-keys.ts'
import { proveWholeLedger } from '#server/ledger/proof.ts'
import { post } from '#tests/support/call.ts'
import { approve, type DemoServer, startDemoServer, uploadLoads } from '#tests/support/demo-server.ts'
import { programmeOn, runOnOpenDatabase } from '#tests/support/programme.ts'

let server: DemoServer
let metrics: Server
let address: string
/** The state that the database reports; tests change it. */
const state = { isAlive: true, hasDiskSpace: true }

beforeAll(async () => {
  server = await startDemoServer()
  const database = {
    ...server.database,
    isAlive: async () => state.isAlive && server.database.isAlive(),
    hasDiskSpace: () => state.hasDiskSpace,
  }
  const replica = { db: server.database.db, lagSeconds: async () => 7, close: async () => undefined }
  metrics = createMetricsServer({ services: { ...server.server, replica }, database, version: '1.2.3' })
  await once(metrics.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(metrics.address() as AddressInfo).port}/voyager/metrics`
})
afterAll(async () => {
  metrics.close()
  await server.close()
})

/** Parses Prometheus's text format into a map from names like 'portal_jobs{kind="a",state="b"}' to values. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^([a-zA-Z_][\w]*(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
      expect(name, line).toBeDefined()
      return [name as string, Number(value)]
    }),
  )
}

it('series with an alert rule begin with 0, and proofs that never ran with the age of the programme', async () => {
  const metricsNow = await readMetrics()
  for (const name of [
    'portal_calls_total{method="userInfo",code="-20500"}',
    'portal_rows_total{work="order",result="failed"}',
    'portal_card_number_limits_total',
    'portal_break_glass_logins_total',
  ])
    expect(metricsNow.get(name), name).toBeGreaterThanOrEqual(0)
  for (const name of ['portal_ledger_proof_age_seconds', 'portal_audit_proof_age_seconds'])
    expect(metricsNow.get(name), name).toBeGreaterThan(0)
})

it('the metrics count calls by operation and result, and measure their duration', async () => {
  const before = await readMetrics()
  const olive = await server.logIn('olive')
  await olive.call('userInfo', {})
  await olive.call('cardDetails', { voucherID: '999999999' })
  const after = await readMetrics()
  const increase = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(increase('portal_calls_total{method="userInfo",code="0"}')).toBe(1)
  expect(increase('portal_calls_total{method="cardDetails",code="-20404"}')).toBe(1)
  expect(increase('portal_call_seconds_count{method="userInfo"}')).toBe(1)
  expect(increase('portal_call_seconds_bucket{le="+Inf",method="userInfo"}')).toBe(1)
})

it('the metrics count unknown operations under one name', async () => {
  await post(server.url, 'noSuchOperation', {})
  const names = [...(await readMetrics()).keys()].filter((name) => name.startsWith('portal_calls_total'))
  expect(names.some((name) => name.includes('noSuchOperation'))).toBe(false)
  expect(names.some((name) => name.includes('method="unknown"'))).toBe(true)
})

it('the metrics count posted rows, and show open batches and waiting jobs', async () => {
  const [ada, amir] = [await server.logIn('ada'), await server.logIn('amir')]
  const before = await readMetrics()
  const id = await uploadLoads(ada, sampleRows(3), { loadReference: 'Measured' })
  expect((await readMetrics()).get('portal_open{work="batch",state="awaiting approval"}')).toBe(
    (before.get('portal_open{work="batch",state="awaiting approval"}') ?? 0) + 1,
  )
  expect((await approve(server, amir, id)).resultCode).toBe('0')
  // The job is due, but the queue has not been started.
  await sql`UPDATE job SET run_at = ${new Date(server.server.now() - 90_000)} WHERE kind = 'process-batch'`.execute(
    server.database.db,
  )
  const waiting = await readMetrics()
  expect(waiting.get('portal_jobs{kind="process-batch",state="waiting"}')).toBe(1)
  expect(Math.round(waiting.get('portal_oldest_job_seconds{kind="process-batch"}') ?? 0)).toBe(90)
  await server.server.jobs.start()
  const rows = 'portal_rows_total{work="batch",result="done"}'
  await expect.poll(async () => (await readMetrics()).get(rows)).toBe((before.get(rows) ?? 0) + 3)
  await server.server.jobs.stop()
  // A type without jobs has no figures, not even its last ones.
  expect((await readMetrics()).has('portal_jobs{kind="process-batch",state="waiting"}')).toBe(false)
})

it('the metrics show the age of the ledger’s last proof, and its faults', async () => {
  await proveWholeLedger(server.database.db)
  const proved = await readMetrics()
  expect(proved.get('portal_ledger_faults')).toBe(0)
  expect(proved.get('portal_ledger_proof_age_seconds')).toBeDefined()
  await sql`UPDATE ledger_proof SET faults = '[{"rule":"sums to zero","count":2}]'::jsonb`.execute(server.database.db)
  expect((await readMetrics()).get('portal_ledger_faults')).toBe(2)
  await sql`UPDATE ledger_proof SET faults = '[]'::jsonb`.execute(server.database.db)
})

it('the metrics show the age of the audit trail’s last verification, and its faults', async () => {
  expect(await runOnOpenDatabase(programmeOn(server.database), ['audit', 'verify'])).toContain(
    'The audit trail is in order.',
  )
  const verified = await readMetrics()
  expect(verified.get('portal_audit_faults')).toBe(0)
  expect(verified.get('portal_audit_proof_age_seconds')).toBeDefined()
  await sql`UPDATE ledger_proof SET trail_faults = 2`.execute(server.database.db)
  expect((await readMetrics()).get('portal_audit_faults')).toBe(2)
  expect(await runOnOpenDatabase(programmeOn(server.database), ['status'])).toContain(
    'The audit trail is not in order: npm run programme -- audit verify',
  )
  await sql`UPDATE ledger_proof SET trail_faults = 0`.execute(server.database.db)
})

it('the metrics show the process, its connections and its version', async () => {
  const metricsNow = await readMetrics()
  expect(metricsNow.get('portal_info{version="1.2.3",client="voyager"}')).toBe(1)
  expect(metricsNow.get('portal_database_connections{state="waiting"}')).toBe(0)
  expect(metricsNow.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(metricsNow.get('portal_ready')).toBe(1)
})

it('the metrics omit the database’s figures while the database does not respond, and show a full disk', async () => {
  state.isAlive = false
  const down = await readMetrics()
  expect([down.get('portal_database_up'), down.get('portal_ready'), down.has('portal_ledger_faults')]).toEqual([
    0,
    0,
    false,
  ])
  expect(down.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  Object.assign(state, { isAlive: true, hasDiskSpace: false })
  const full = await readMetrics()
  expect([full.get('portal_database_up'), full.get('portal_ready')]).toEqual([1, 0])
  state.hasDiskSpace = true
})

it('the port of the metrics serves nothing else', async () => {
  for (const otherAddress of [address.replace('metrics', 'health'), address.replace('/voyager', '')])
    expect((await fetch(otherAddress)).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(404)
})

it('the metrics contain no card number, and no name or address of a person', async () => {
  // Only the names are checked, since values can have sixteen decimal digits.
  const text = [...(await readMetrics()).keys()].join('\n')
  expect(text).not.toMatch(/9\d{15}|@|olive|amir|ada\b/)
})

/** Written by the job that makes backups, not by a server. */
const backupTime = 'portal_backup_last_success_timestamp_seconds'

it('every metric that the documentation, the alert rules and the dashboard mention exists', async () => {
  // The card processor has called once.
  await createFeedKey(server.database.db, server.server.client.ownerId, 'processor', new Date())
  await server.database.db.updateTable('feed_key').set({ last_used_at: new Date() }).execute()
  const text = await (await fetch(address)).text()
  const metricNames = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string))
  const folder = join(import.meta.dirname, '../../../docs/running')
  for (const file of ['metrics.md', 'monitoring/portal-alerts.yml', 'monitoring/portal-dashboard.json']) {
    const mentionedNames =
      readFileSync(join(folder, file), 'utf8').match(/\b(?:portal|process|nodejs)_[a-z0-9_]*[a-z0-9]\b/g) ?? []
    expect(mentionedNames.length, file).toBeGreaterThan(5)
    expect(
      mentionedNames.filter(
        (name) => !metricNames.has(name.replace(/_(bucket|count|sum)$/, '')) && name !== backupTime,
      ),
      file,
    ).toEqual([])
  }
})

it('the command `status` prints the same figures', async () => {
  const programme = { ...programmeOn(server.database), now: server.server.now }
  await sql`DELETE FROM job`.execute(server.database.db)
  await sql`
    INSERT INTO job (owner_id, kind, payload, run_at, created_at)
    VALUES (3, 'send-mail', '{}', ${new Date(programme.now() - 600_000)}, now())`.execute(server.database.db)
  const lines = await runOnOpenDatabase(programme, ['status'])
  expect(
    lines.filter((line) => /^ {2}send-mail +1 waiting \(the oldest for 10 min\), 0 running, 0 scheduled$/.test(line)),
  ).toHaveLength(1)
  expect(lines).toContain('send-mail is late: a job has waited for 10 min.')
  expect(lines).toContain('No fault in the ledger is known.')
  expect(lines).toContain('No fault in the audit trail is known.')
})
