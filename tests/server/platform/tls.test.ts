// TLS to PostgreSQL and to the mail server: with DATABASE_TLS and SMTP_TLS, nothing is sent unencrypted or to a server
// whose certificate cannot be verified. Uses real servers with and without TLS.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { createMailer } from '#server/mail/transport.ts'
import { checkMail } from '#server/programme/check/mail.ts'
import { startServer } from '#server/server.ts'
import { type Certificate, makeCertificate } from '#tests/support/certificate.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { runInProcess } from '#tests/support/programme.ts'
import { startMailServer } from '#tests/support/smtp.ts'

let folder: string
let certificate: Certificate
let otherCertificate: Certificate

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-tls-'))
  certificate = makeCertificate('IP:127.0.0.1')
  otherCertificate = makeCertificate('DNS:elsewhere.example')
  writeFileSync(join(folder, 'authority.pem'), certificate.cert)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('DATABASE_TLS=required', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres({ tls: certificate })
  })
  afterAll(() => postgres.remove())

  const environment = (url: string, parameters = '') => ({
    DATABASE_TLS: 'required',
    DATABASE_URL: `${url}?${parameters}`,
    DATA_DIR: join(folder, 'data'),
    PORTAL_DIR: 'no/such/pages',
  })
  const trustParameter = () => `sslrootcert=${join(folder, 'authority.pem')}`
  const databaseCheck = async (env: Readonly<Record<string, string>>) =>
    (await runInProcess(['check'], env)).output.find((line) => line.includes('Database:')) ?? ''
  const start = (env: Readonly<Record<string, string>>) =>
    startServer(environmentToSettings({ ...env, DEMO: 'off', LOG_LEVEL: 'silent' }), 'test', () => undefined)

  it('encrypts every connection of a server', async () => {
    const server = await start(environment(postgres.url, trustParameter()))
    try {
      const { rows } = await sql<{ name: string; ssl: boolean }>`
        SELECT a.application_name AS name, s.ssl FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
        WHERE a.application_name LIKE 'portal%'`.execute(server.services.db)
      // The pool, the probe and the presence lock. The test's own first connection has no name and may still be ending.
      expect(rows.length).toBeGreaterThanOrEqual(3)
      expect(rows.filter(({ ssl }) => !ssl)).toEqual([])
    } finally {
      await server.stop()
    }
  })

  it('prevents the start with a database server without TLS, and gives the reason', async () => {
    const env = environment(inject('templates').server)
    await expect(start(env)).rejects.toThrow(
      'The database does not offer TLS, which DATABASE_TLS or the address requires',
    )
    expect(await databaseCheck(env)).toContain('does not offer TLS')
  })

  it.each(['sslmode=disable', 'ssl=0', 'sslmode=prefer&uselibpqcompat=true', 'sslmode=no-verify'])(
    'is not switched off by %s in the address',
    async (parameter) => {
      await expect(start(environment(inject('templates').server, parameter))).rejects.toThrow('does not offer TLS')
      const { databaseUrl } = environmentToSettings(environment(postgres.url, parameter))
      const database = await connectDatabase({ databaseUrl })
      // The server's certificate is not from a known authority.
      expect(await database.isAlive()).toBe(false)
      await database.close()
    },
  )

  it('rejects a certificate for another name or from an unknown authority', async () => {
    expect(await databaseCheck(environment(postgres.url))).toMatch(
      /certificate that cannot be verified \(.*SELF_SIGNED/,
    )
    const other = await startPostgres({ tls: otherCertificate })
    try {
      const authority = join(folder, 'other.pem')
      writeFileSync(authority, otherCertificate.cert)
      expect(await databaseCheck(environment(other.url, `sslrootcert=${authority}`))).toMatch(
        /cannot be verified \(.*ALTNAME/,
      )
    } finally {
      other.remove()
    }
  })

  it('applies to an address with several servers', () => {
    const env = { DATABASE_TLS: 'required', DATABASE_URL: 'postgres://a@one:5432,two:5433/portal?sslmode=disable' }
    expect(environmentToSettings(env).databaseUrl).toBe('postgres://a@one:5432,two:5433/portal?sslmode=verify-full')
  })

  it('rejects other values', () => {
    expect(() => environmentToSettings({ DATABASE_TLS: 'yes' })).toThrow('must be one of optional, required')
  })
})

describe('SMTP_TLS=required', () => {
  const mail = {
    kind: 'reset' as const,
    to: { name: 'Pat', email: 'pat@voyager.example', username: 'pat' },
    secret: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  }
  const send = (url: string, required = true) => {
    const settings = environmentToSettings({ SMTP_URL: url, ...(required && { SMTP_TLS: 'required' }) })
    return createMailer({ settings, client: voyager, now: Date.now }, () => undefined).send(mail)
  }
  const trustCertificate = (url: string, cert: string) => `${url}?tls.ca=${encodeURIComponent(cert)}`

  it('sends no mail unencrypted, whatever the address requests', async () => {
    const server = await startMailServer()
    for (const more of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true', '?secure=false'])
      await expect(send(server.url + more)).rejects.toThrow()
    expect(server.mailsTo('pat')).toEqual([])
    const settings = environmentToSettings({ SMTP_URL: server.url, SMTP_TLS: 'required' })
    expect(await checkMail(settings)).toMatchObject({
      state: 'WRONG',
      message: expect.stringContaining('does not offer TLS, which SMTP_TLS requires') as string,
    })
    // Without the setting the mail is sent, so the setting is the reason.
    await send(server.url, false)
    expect(server.mailsTo('pat')).toHaveLength(1)
    await server.close()
  })

  it('sends over STARTTLS to a server whose certificate can be verified', async () => {
    const server = await startMailServer(certificate)
    await send(trustCertificate(server.url, certificate.cert))
    expect(server.mailsTo('pat')).toHaveLength(1)
    const settings = environmentToSettings({
      SMTP_URL: trustCertificate(server.url, certificate.cert),
      SMTP_TLS: 'required',
    })
    expect(await checkMail(settings)).toMatchObject({ state: 'ok' })
    await server.close()
  })

  it('sends nothing to a server with a certificate for another name or from an unknown authority', async () => {
    const server = await startMailServer(certificate)
    await expect(send(server.url)).rejects.toThrow('certificate')
    await expect(send(`${server.url}?tls.rejectUnauthorized=false`)).rejects.toThrow('certificate')
    expect(await checkMail(environmentToSettings({ SMTP_URL: server.url, SMTP_TLS: 'required' }))).toMatchObject({
      message: expect.stringContaining('has a certificate that cannot be verified') as string,
    })
    const other = await startMailServer(otherCertificate)
    await expect(send(trustCertificate(other.url, otherCertificate.cert))).rejects.toThrow(/altnames|certificate/i)
    expect([...server.mailsTo('pat'), ...other.mailsTo('pat')]).toEqual([])
    await server.close()
    await other.close()
  })
})
