// E-mails as sent: text and HTML parts, the client's name, links with the public address, and no injection through
// names or addresses. For SMTP the tests run a mail server.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { oklchToHex } from '#server/mail/colour.ts'
import { requireSafeAddress } from '#server/mail/transport.ts'
import { type AccessServer, startAccessServer } from '#tests/support/access-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { startMailServer } from '#tests/support/smtp.ts'

const to = { name: 'Olive Tan', email: 'olive@example.test', username: 'olive' }

describe('the outbox', () => {
  let server: AccessServer
  beforeAll(async () => {
    server = await startAccessServer({ publicUrl: 'https://portal.example/voyager/' })
  })
  afterAll(() => server.close())

  it('contains a mail with a text and an HTML part, sent in the client’s name', async () => {
    await server.send({ kind: 'reset', to, secret: '0b5c6d1e-1111-4222-8333-944445555666' })
    const mail = await server.mail('olive@example.test')
    expect(mail.headers['from']).toBe('Voyager Client Portal <no-reply@portal.example>')
    expect(mail.headers['auto-submitted']).toBe('auto-generated')
    expect(mail.subject).toBe('Voyager: Reset your password')
    expect(mail.link).toBe('https://portal.example/voyager/password/0b5c6d1e-1111-4222-8333-944445555666/reset')
    expect(mail.text).toContain('Hello Olive Tan,')
    expect(mail.html).toContain(`href="${mail.link}"`)
    expect(mail.html).toContain('Voyager')
    expect(mail.html).not.toMatch(/<script|<img|url\(/)
    expect(mail.html).toContain('@media (prefers-color-scheme:dark)')
    expect(server.output.at(-1)).toBe(`E-mail to olive@example.test (Reset your password) ${mail.link}`)
  })

  it('cannot be read by other users of the machine', async () => {
    await server.send({ kind: 'passwordChanged', to: { ...to, email: 'private@example.test' } })
    await server.mail('private@example.test')
    const [name = ''] = await readdir(server.outbox)
    expect((await stat(server.outbox)).mode & 0o077).toBe(0)
    expect((await stat(join(server.outbox, name))).mode & 0o077).toBe(0)
  })

  it('shows user input as text, not HTML', async () => {
    const name = 'Eve <img src=x>\r\nBcc: victim@example.test\r\n\r\nHello'
    await server.send({ kind: 'passwordChanged', to: { name, email: 'eve@example.test', username: '<b>eve</b>' } })
    const mail = await server.mail('eve@example.test')
    expect(mail.headers).not.toHaveProperty('bcc')
    expect(mail.html).toContain('&lt;b&gt;eve&lt;/b&gt;')
    expect(mail.html).not.toContain('<img')
  })

  it('puts user input on one line, so that it cannot imitate the mail’s own text', async () => {
    const batch = {
      batchId: 7,
      type: 'load' as const,
      reference: 'July\n\nVoyager',
      rows: 1,
      amount: 'SGD 1.00',
    }
    const reason = 'No.\n\nYour session was ended:\u2028\u0085https://evil.example\r\n\tSign in'
    await server.send({
      kind: 'batchDecided',
      to: { ...to, email: 'maker@example.test' },
      batch,
      decision: 'rejected',
      by: 'Amir',
      reason,
      scheduled: '',
    })
    const { text } = await server.mail('maker@example.test')
    expect(text.replaceAll('\r\n', '\n')).toContain(
      '\n\nReason: No. Your session was ended: https://evil.example Sign in\n\nOpen the batch:\nhttps://portal.example/voyager/batches/mine?batch=7\n\n',
    )
    expect(text).toContain('"July Voyager"')
  })

  it.each(['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'A <a@b.test>', 'a b@c.test', 'nothing', ''])(
    'rejects the address %j',
    (email) => {
      expect(() => requireSafeAddress(email)).toThrow('cannot be written to')
    },
  )

  it('mails are encrypted in the queue', async () => {
    await server.waitForJobs()
    await server.server.jobs.stop()
    await server.send({ kind: 'activation', to: { ...to, email: 'later@example.test' }, secret: 'secret-of-the-link' })
    const jobs = await server.server.db.selectFrom('job').selectAll().execute()
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toMatch(/secret-of-the-link|olive/)
    await server.server.jobs.start()
    expect((await server.mail('later@example.test')).link).toBe(
      'https://portal.example/voyager/user/secret-of-the-link/activate',
    )
  })

  it('does not send an expired code', async () => {
    const expiredCode = {
      kind: 'code',
      to: { ...to, email: 'late@example.test' },
      code: '123456',
      minutes: 10,
    } as const
    await server.send({ ...expiredCode, expiresAt: server.clock.now })
    await server.waitForJobs()
    expect(await server.mailCount('late@')).toBe(0)
  })

  it('sends mails while a batch is being posted', async () => {
    const { jobs, db } = server.server
    let start = () => {}
    let release = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    const released = new Promise<void>((resolve) => (release = resolve))
    await jobs.stop()
    jobs.registerHandler('long', 'immediate', () => {
      start()
      return released
    })
    await jobs.start()
    await jobs.enqueue(db, 'long', {})
    jobs.wake()
    await started
    await server.send({ kind: 'passwordChanged', to: { ...to, email: 'meanwhile@example.test' } })
    expect((await server.mail('meanwhile@example.test')).subject).toBe('Voyager: Your password was changed')
    release()
    await server.waitForJobs()
  })

  it('names its files in the order of sending', async () => {
    const email = 'order@example.test'
    await server.send({ kind: 'reset', to: { ...to, email }, secret: 'one' })
    await server.send({ kind: 'passwordChanged', to: { ...to, email } })
    await server.send({ kind: 'activation', to: { ...to, email }, secret: 'two' })
    await server.waitForJobs()
    const names = (await readdir(server.outbox)).sort()
    const texts = await Promise.all(names.map((name) => readFile(join(server.outbox, name), 'utf8')))
    const subjects = texts.filter((text) => text.includes(email)).map((text) => readMail(text).subject)
    expect(subjects).toEqual(
      ['Reset your password', 'Your password was changed', 'Activate your account'].map(
        (subject) => `Voyager: ${subject}`,
      ),
    )
  })
})

describe('SMTP', () => {
  it.each([
    ['rejected the connection', 'refuse'],
    ['did not respond', 'ignore'],
  ] as const)('receives the mail instead of the outbox, and is tried again if it %s', async (_fault, fault) => {
    const mailServer = await startMailServer()
    const server = await startAccessServer({
      // The URL sets a short connection timeout.
      smtpUrl: `${mailServer.url}?connectionTimeout=1500`,
      mailFrom: 'cards@example.test',
    })
    mailServer.failNextConnection(fault)
    await server.send({ kind: 'passwordChanged', to })
    await vi.waitFor(() => expect(mailServer.failedConnections()).toBe(1), { timeout: 60_000 })
    // The queue waits longer after each try, and this server's clock moves only when the test moves it.
    await vi.waitFor(
      () => {
        server.clock.now += 1_000
        server.server.jobs.wake()
        expect(mailServer.mailsTo('olive@')).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
    const [envelope = ''] = mailServer.envelopesTo('olive@')
    expect(envelope).toContain('MAIL FROM:<cards@example.test>')
    expect(envelope).toContain('RCPT TO:<olive@example.test>')
    expect(mailServer.mailsTo('olive@')[0]).toContain('Your password was changed')
    expect(await readdir(server.outbox).catch(() => [])).toEqual([])
    expect(server.output).toEqual([])
    await server.waitForJobs()
    await server.close()
    await mailServer.close()
  })
})

it.each([
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.627955 0.257683 29.234)', '#ff0000'],
  ['nonsense', '#333333'],
])('the colour %s is %s in a mail', (text, hex) => {
  expect(oklchToHex(text)).toBe(hex)
})
