// The server as a process: it starts, reports in one sentence why it cannot start, stops cleanly and recovers after a
// power cut. Needs the build (`npm run build`), like the browser tests.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFor } from '#tests/support/call.ts'
import { createDatabase } from '#tests/support/database.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { freePort } from '#tests/support/ports.ts'
import { freshInstance } from '#tests/support/programme.ts'
import { runToEnd } from '#tests/support/run-program.ts'

describe('the server as a process', () => {
  let server: RunningServer
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createDatabase('empty')
    drop = database.drop
    server = await startServer({ env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await server.remove()
    await drop()
  })

  it('prints its address and its demo users', async () => {
    await expect.poll(server.log).toMatch(/olive +maker/)
    expect(server.log()).toContain('portal is at http://localhost:')
  })

  it('serves metrics on a separate port, only if one is set', async () => {
    const port = await freePort()
    expect((await fetch(`${server.url}metrics`)).headers.get('content-type')).not.toContain('version=0.0.4')
    await server.restart({ METRICS_PORT: String(port) })
    const metrics = `http://127.0.0.1:${port}${new URL(server.url).pathname}metrics`
    expect(await (await fetch(metrics)).text()).toContain('portal_ready 1\n')
    await server.restart({ METRICS_PORT: '' })
    await expect(fetch(metrics)).rejects.toThrow('fetch failed')
  })

  it('reports in one sentence that its port is in use', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-port-'))
    const { port } = new URL(server.url)
    const second = await runToEnd({ DATA_DIR: dataDir, PORT: port, DEMO: 'off' })
    rmSync(dataDir, { recursive: true, force: true })
    expect(second.code).toBe(1)
    expect(second.output).toBe(`Port ${port} on 127.0.0.1 is in use: set PORT to another port.`)
  })

  it('reports an invalid setting or an unreachable database in one sentence', async () => {
    expect(await runToEnd({ PORT: 'x' })).toEqual({
      code: 1,
      output: "PORT is 'x', but it must be a whole number from 0 to 65535.",
    })
    const url = `postgres://nobody:secret@127.0.0.1:${await freePort()}/none`
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-url-'))
    const unreachable = await runToEnd({ DATABASE_URL: url, DATA_DIR: dataDir })
    rmSync(dataDir, { recursive: true, force: true })
    expect(unreachable).toEqual({
      code: 1,
      output: 'The database cannot be reached (ECONNREFUSED): check DATABASE_URL and that PostgreSQL runs.',
    })
  })

  it('does not start in production with unsafe settings', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-production-'))
    const withoutSettings = await runToEnd({ NODE_ENV: 'production', DATA_DIR: dataDir })
    expect(withoutSettings.code).toBe(1)
    expect(withoutSettings.output.split('\n')).toEqual([
      'With NODE_ENV=production the server needs more settings:',
      expect.stringMatching(/^Database: set DATABASE_URL to the address of your PostgreSQL, or to private /),
      expect.stringMatching(/^Address: .* can only be reached from this machine: set PUBLIC_URL/),
      expect.stringMatching(/^Mail: there is no mail server, .*: set SMTP_URL\.$/),
      expect.stringMatching(/^Sign-in: set REQUIRE_SECOND_FACTOR=on, or off /),
    ])
    const settings = {
      NODE_ENV: 'production',
      DATABASE_URL: 'private',
      REQUIRE_SECOND_FACTOR: 'on',
      SMTP_URL: 'smtps://mail.example',
    }
    const withoutHttps = await runToEnd({ ...settings, DATA_DIR: dataDir, PUBLIC_URL: 'http://portal.example' })
    expect(withoutHttps.output).toMatch(/Address: .* is not https.*\nMail: set MAIL_FROM/)
    // Nothing was started.
    expect(readdirSync(dataDir)).toEqual([])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('sessions survive kill -9', async () => {
    const olive = await clientFor(server, 'olive')
    await server.kill()
    await server.start()
    expect((await olive.call('userInfo', {})).resultCode).toBe('0')
  })
})

it('after a fault of the ledger, the server starts only once a full check has passed; it exits with 0 on SIGTERM', async () => {
  const instance = await freshInstance('demo')
  const env = { ...instance.env, LOG_LEVEL: 'silent', PORT: String(await freePort()) }
  const changeBalance = (cents: number) =>
    instance.withDb((db) =>
      db.transaction().execute(async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx)
        await sql`UPDATE account SET balance_cents = balance_cents + ${cents} WHERE card_id = 1`.execute(trx)
      }),
    )
  const check = () => instance.run(['ledger', 'check'])
  expect(await check()).toMatchObject({ code: 0 })
  await changeBalance(1)
  expect(await runToEnd(env)).toEqual({
    code: 1,
    output:
      'The ledger is not in order (the accounts of an owner sum to zero): restore a backup, or correct it until npm run ledger:check finds no fault.',
  })
  const failedCheck = await check()
  expect(failedCheck.code).toBe(1)
  expect([...failedCheck.output, ...failedCheck.errors].join('\n')).toContain(
    'Broken once: a balance is the sum of its entries.',
  )
  await changeBalance(-1)
  // The balance is correct again, but the ledger has not been verified yet.
  expect((await runToEnd(env)).code).toBe(1)
  expect(await check()).toMatchObject({ code: 0 })
  const server = await startServer({
    env: { ...instance.env, SECRETS_DIR: join(instance.folder, 'keys') },
  })
  expect(await server.stop()).toBe(0)
  await server.remove()
  await instance.remove()
})
