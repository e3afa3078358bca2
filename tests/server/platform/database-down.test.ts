// The database goes down while a server runs: it immediately returns 503 with a result code, without a partial change,
// and continues automatically when the database is back.
import { sql } from 'kysely'
import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { post } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { startInProcess } from '#tests/support/in-process.ts'

it('the server returns 503 with a result code while the database is down, and continues when it is back', async () => {
  const { url, drop } = await createDatabase('empty')
  const name = new URL(url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('templates').server })
  await admin.connect()
  const server = await startInProcess({ database: await connectDatabase({ databaseUrl: url }) })
  onTestFinished(async () => {
    vi.useRealTimers()
    await server.close()
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
    await admin.end()
    await drop()
  })
  const user = await server.addUser({ username: 'chris', permissions: ['User.settings'] })
  const request = () => post(server.url, 'userInfo', { token: user.token })
  const change = {
    token: user.token,
    requestId: randomUUID(),
    oldPassword: 'Right-Horse-7',
    password: 'Other-Horse-8',
  }
  const statusOfHealth = async () => (await fetch(`${server.url}health`)).status
  expect((await request()).response.resultCode).toBe('0')

  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  // A call that waited for a connection would wait forever, since the clock has stopped.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  for (const response of [await request(), await post(server.url, 'changePassword', change), await request()])
    expect(response).toEqual({
      status: 503,
      response: {
        resultCode: '-20500',
        resultText: 'The server is not ready. Please try again in a moment',
        retryAfter: 2,
      },
    })
  expect(await statusOfHealth()).toBe(503)
  vi.useRealTimers()
  // The pages are still served.
  expect((await fetch(new URL('/', server.url), { redirect: 'manual' })).status).toBe(302)

  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
  await expect.poll(statusOfHealth).toBe(200)
  expect((await request()).response.resultCode).toBe('0')
  // The same request again: it was not carried out before, and is carried out now.
  expect((await post(server.url, 'changePassword', change)).response).toEqual({ resultCode: '0' })
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM audit_event WHERE request_id = ${change.requestId} AND result_code = '0'`.execute(
    server.server.db,
  )
  expect(rows[0]?.n).toBe(1)
})
