// `check` prints one line for each item, good or bad, and changes nothing.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkMail } from '#server/programme/check/mail.ts'
import { textToKeys } from '#server/keys/secrets.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { freePort } from '#tests/support/ports.ts'
import { freshInstance, type Instance, runInProcess, sampleFilePath } from '#tests/support/programme.ts'
import { startMailServer } from '#tests/support/smtp.ts'

let instance: Instance
afterEach(() => instance.remove())

/** The line about one item. */
async function lineOf(item: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, output } = await instance.run(['check'], { PORTAL_DIR: 'no/such/pages', ...env })
  // The built pages are always reported as missing, so that the tests do not need a build.
  expect(code).toBe(1)
  return output.find((line) => line.slice(7).startsWith(`${item}:`)) ?? ''
}

describe('check', () => {
  beforeEach(async () => {
    instance = await freshInstance('nothing')
  })

  it('creates nothing, and reports existing and missing items', async () => {
    const before = await instance.files()
    const firstRun = await instance.run(['check'])
    const firstOutput = firstRun.output.join('\n')
    expect(firstOutput).toMatch(/^ok +Database: /m)
    expect(firstOutput).toMatch(/^ok +Keys: +none yet: the first start creates them in /m)
    expect(firstOutput).toMatch(/^ok +Clock: /m)
    expect(await instance.files()).toEqual(before)
    expect(firstOutput).toMatch(/^ok +Tables: +none yet: the first start creates them\.$/m)
    expect(
      await instance.withDb(
        async (db) => (await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(db)).rows,
      ),
    ).toEqual([])

    await instance.run(['init', sampleFilePath])
    const second = (await instance.run(['check'])).output.join('\n')
    expect(second).toMatch(/^ok +Tables: +at version \d+, the newest\.$/m)
    expect(second).toMatch(/^ok +Programme: +Voyager Travel, with 2 campaigns and 1 user\.$/m)
    expect(second).toMatch(/^note +Groups: +'Programme administrators': Users of this group submit batches, .*\.$/m)
    expect(second).toMatch(/^ok +Changes: +a user .* for 24 hours, /m)
    expect(second).toMatch(/^ok +Keys: +generation 1 in .*, which match the database; 0 card numbers were read\.$/m)

    writeFileSync(join(instance.folder, 'keys/data.key'), textToKeys('others').data.toString('base64'))
    expect(await lineOf('Keys')).toMatch(/^WRONG +Keys: +The data key in .* is not what this database was written with/)
    await instance.withDb((db) => sql`INSERT INTO migration (number, name) VALUES (9999, 'from tomorrow')`.execute(db))
    expect(await lineOf('Tables')).toMatch(
      /^WRONG +Tables: +at version 9999, but this server only supports versions up to \d+: use a newer server\.$/,
    )
  })

  it('notices lost keys even if the tables are at an earlier version', async () => {
    await instance.run(['init', sampleFilePath])
    await instance.withDb((db) =>
      sql`DELETE FROM migration WHERE number = (SELECT max(number) FROM migration)`.execute(db),
    )
    expect(await lineOf('Keys')).toMatch(/^ok +Keys: +generation 1 found in /)
    rmSync(join(instance.folder, 'keys'), { recursive: true })
    expect(await lineOf('Keys')).toMatch(/^WRONG +Keys: +The key .*data\.key is missing: restore it from the backup\./)
  })
})

describe('check of settings, mail and database', () => {
  beforeEach(async () => {
    instance = await freshInstance('nothing')
  })

  it('reports whether one administrator alone can have a payment approved', async () => {
    expect(await lineOf('Changes', { NODE_ENV: 'production' })).toMatch(/^ok +Changes: +a user .* for 24 hours, /)
    expect(await lineOf('Changes', { APPROVAL_HOLD_HOURS: '0' })).toMatch(/^note +Changes: +APPRO/)
    expect(await lineOf('Changes', { SECOND_ADMINISTRATOR: 'on' })).toMatch(
      /^ok +Changes: +a second administrator must confirm/,
    )
  })

  it('connects to the mail server, and reports why it cannot', async () => {
    const server = await startMailServer()
    expect(await lineOf('Mail', { SMTP_URL: server.url, MAIL_FROM: 'a@b.example' })).toMatch(
      /^ok +Mail: +127\.0\.0\.1:\d+ takes mails from a@b\.example\.$/,
    )
    const production = { NODE_ENV: 'production', SMTP_URL: server.url }
    expect(await lineOf('Mail', production)).toMatch(/^WRONG +Mail: +set MAIL_FROM/)
    await server.close()
    const unusedAddress = `smtp://127.0.0.1:${await freePort()}`
    expect(await lineOf('Mail', { SMTP_URL: unusedAddress })).toBe(
      `WRONG  Mail:       ${new URL(unusedAddress).host} cannot be reached: check SMTP_URL.`,
    )
    expect(await lineOf('Mail', { NODE_ENV: 'production' })).toMatch(/^WRONG +Mail: +there is no mail server/)
    expect(await lineOf('Mail')).toMatch(/^ok +Mail: +each is a file in .*outbox, since SMTP_URL is not set\.$/)
  })

  it('gives up on a silent mail server after the time limit that its message states', async () => {
    const server = await startMailServer()
    server.failNextConnection('ignore')
    const settings = environmentToSettings({ SMTP_URL: server.url })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let message = ''
    void checkMail(settings, 500).then((result) => (message = result.message))
    // The time limit begins when the connection is open. By default the library waits half a minute.
    const messageAfterAnotherMillisecond = async () => {
      await vi.advanceTimersByTimeAsync(1)
      return message
    }
    await expect.poll(messageAfterAnotherMillisecond, { interval: 1 }).toContain('does not answer within 0.5 s')
    await server.close()
  })

  it('reports addresses that other people cannot open', async () => {
    const production = { NODE_ENV: 'production' }
    expect(await lineOf('Address')).toMatch(/^ok +Address: +people open http:\/\/localhost:4180\/voyager\//)
    expect(await lineOf('Address', production)).toMatch(
      /^WRONG +Address: .* can only be reached from this machine: set PUBLIC_URL/,
    )
    expect(await lineOf('Address', { ...production, PUBLIC_URL: 'https://[::1]' })).toMatch(
      /^WRONG +Address: .* can only be reached from this machine/,
    )
    expect(await lineOf('Address', { ...production, PUBLIC_URL: 'http://portal.example' })).toMatch(
      /^WRONG +Address: .* is not https/,
    )
    expect(await lineOf('Address', { HOST: '0.0.0.0' })).toMatch(/^WRONG +Address: +Set PUBLIC_URL to the address/)
    expect(await lineOf('Address', { ...production, PUBLIC_URL: 'https://portal.example' })).toMatch(/^ok +Address: /)
    const elsewhere = await instance.run(['check'], { PUBLIC_URL: 'https://portal.example/elsewhere' })
    expect(elsewhere).toMatchObject({
      code: 1,
      errors: ['PUBLIC_URL has the path /elsewhere, but the pages of Voyager are under /voyager/.'],
    })
  })

  it('reports why the database cannot be reached, and missing pages', async () => {
    const nowhere = { DATABASE_URL: `postgres://portal:secret@127.0.0.1:${await freePort()}/portal` }
    expect(await lineOf('Database', nowhere)).toBe(
      'WRONG  Database:   cannot be reached (ECONNREFUSED): check DATABASE_URL and that PostgreSQL runs.',
    )
    expect(await lineOf('Pages')).toBe('WRONG  Pages:      The portal’s pages are not built yet: run npm run build.')
    const blocked = join(instance.folder, 'file')
    mkdirSync(instance.folder, { recursive: true })
    writeFileSync(blocked, '')
    const { output } = await runInProcess(['check'], { DATA_DIR: join(blocked, 'data') })
    expect(output.join('\n')).toMatch(/^WRONG +Database: +.* is not writable: set DATA_DIR to another folder\.$/m)
  })

  it('names a move that has not ended, also when it has left the database read-only everywhere', async () => {
    await instance.run(['init', sampleFilePath])
    const url = instance.env['DATABASE_URL'] ?? ''
    const { hostname, port, pathname } = new URL(url)
    // Two servers, as during a move: the same database at two addresses.
    const env = { DATABASE_URL: url.replace(`${hostname}:${port}`, `${hostname}:${port},localhost:${port}`) }
    const change = (statement: RawBuilder<unknown>) =>
      instance.withDb((db) =>
        db
          .transaction()
          .setAccessMode('read write')
          .execute((trx) => statement.execute(trx)),
      )
    const setReadOnly = (value: 'on' | 'off') =>
      change(sql`ALTER DATABASE ${sql.id(pathname.slice(1))} SET default_transaction_read_only = ${sql.raw(value)}`)
    const statusWith = async () => (await instance.run(['status'], env)).errors

    await setReadOnly('on')
    const noPrimary = 'has no primary: all servers of DATABASE_URL are standbys or read-only. Promote one of them.'
    expect(await lineOf('Database', env)).toBe(`WRONG  Database:   ${noPrimary}`)
    expect(await statusWith()).toEqual([`The database ${noPrimary}`])

    await change(sql`CREATE PUBLICATION portal_move`)
    const paused =
      'is read-only at all servers of DATABASE_URL, because client move has paused it. If that command was interrupted, run npm run programme -- client move again now, or with --undo.'
    expect(await lineOf('Database', env)).toBe(`WRONG  Database:   ${paused}`)
    expect(await statusWith()).toEqual([`The database ${paused}`])

    await setReadOnly('off')
    const begun =
      'a move to another server has begun, and until it ends this server keeps its log: run npm run programme -- client move again, or with --undo.'
    expect(await lineOf('Move', env)).toBe(`note   Move:       ${begun}`)
    expect((await instance.run(['status'], env)).output).toContain(`Move: ${begun}`)
  })

  it('distinguishes a wrong password, user or database from an unreachable server', async () => {
    const url = new URL(instance.env['DATABASE_URL'] ?? '')
    url.pathname = '/no_such_database'
    expect(await lineOf('Database', { DATABASE_URL: url.href })).toMatch(
      /^WRONG +Database: +does not exist on the server/,
    )
    url.username = 'no_such_user'
    expect(await lineOf('Database', { DATABASE_URL: url.href })).toMatch(
      /^WRONG +Database: +refuses the user or the password/,
    )
  })
})
