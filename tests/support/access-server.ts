// A server in this process that writes its e-mails to an outbox folder, and helpers for logging in and reading them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerReminders } from '#server/access/remember-password.ts'
import type { Mail } from '#server/mail/messages.ts'
import { enqueueMail, registerMail } from '#server/mail/queue.ts'
import { createMailer } from '#server/mail/transport.ts'
import type { Settings } from '#server/config/settings.ts'
import { post } from './call.ts'
import { type InProcessServer, password, startInProcess } from './in-process.ts'
import { mailsTo, type ReadMail } from './mail.ts'
import { untilNextTry } from './pauses.ts'

export interface AccessServer extends InProcessServer {
  readonly outbox: string
  /** What the mailer writes to the console: one line for each mail in the outbox. */
  readonly output: string[]
  /** Calls an operation that needs no session. */
  readonly request: (method: string, params: object) => Promise<ApiResponse>
  readonly logIn: (username: string, overrides?: object) => Promise<ApiResponse>
  /** Waits for the nth mail to an address (the first by default) and returns it. */
  readonly mail: (address: string, nth?: number) => Promise<ReadMail>
  readonly mailCount: (address: string) => Promise<number>
  /** Waits until no job is queued, so that no further mail will be sent. */
  readonly waitForJobs: () => Promise<void>
  readonly send: (mail: Mail) => Promise<void>
}

export type ApiResponse = Awaited<ReturnType<typeof post>>['response']

export async function startAccessServer(settings: Partial<Settings> = {}, maxConnections = 1): Promise<AccessServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-access-'))
  const server = await startInProcess({ settings: { dataDir, ...settings }, maxConnections })
  const output: string[] = []
  registerMail(
    server.server,
    createMailer(server.server, (line) => void output.push(line)),
  )
  registerReminders(server.server)
  await server.server.jobs.start()
  const outbox = join(dataDir, 'outbox')
  const request = async (method: string, params: object) => (await post(server.url, method, params)).response
  const waitUntil = async (isDone: () => Promise<boolean>, condition: string) => {
    const deadline = Date.now() + 60_000
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error(`Timed out waiting for ${condition}`)
      await untilNextTry()
    }
  }
  return {
    ...server,
    outbox,
    output,
    request,
    logIn: (username, overrides = {}) => request('logIn', { username, password, ownerID: 3, ...overrides }),
    async mail(address, nth = 1) {
      await waitUntil(async () => (await mailsTo(outbox, address)).length >= nth, `mail ${nth} to ${address}`)
      const mail = (await mailsTo(outbox, address))[nth - 1]
      if (!mail) throw new Error(`No mail ${nth} to ${address}`)
      return mail
    },
    mailCount: async (address) => (await mailsTo(outbox, address)).length,
    async waitForJobs() {
      server.server.jobs.wake()
      await waitUntil(async () => {
        const job = await server.server.db.selectFrom('job').select('id').limit(1).executeTakeFirst()
        return job === undefined
      }, 'the jobs')
    },
    async send(mail) {
      await enqueueMail(server.server, server.server.db, mail)
      server.server.jobs.wake()
    },
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
