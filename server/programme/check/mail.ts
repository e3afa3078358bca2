// Checks that mails can be sent: connects to the mail server and logs in, without sending anything.
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Settings } from '#server/config/settings.ts'
import { findStartFault, type CheckResult, isWritable, ok, failed } from './check-result.ts'

const SUBJECT = 'Mail'
const TIMEOUT_MS = 10_000

/** `timeoutMs` is shorter in tests. */
export async function checkMail(settings: Settings, timeoutMs = TIMEOUT_MS): Promise<CheckResult> {
  const { smtpUrl, mailFrom, dataDir } = settings
  if (smtpUrl !== undefined) {
    const connectionFault = await findConnectionFault(smtpUrl, timeoutMs)
    if (connectionFault !== undefined)
      return failed(SUBJECT, `${new URL(smtpUrl).host} ${connectionFault}: check SMTP_URL.`)
  }
  // For example, a production server does not start without SMTP_URL.
  const reasonNotToStart = findStartFault(settings, SUBJECT)
  if (reasonNotToStart !== undefined) return failed(SUBJECT, reasonNotToStart)
  if (smtpUrl !== undefined) {
    const sender = mailFrom === undefined ? '' : ` from ${mailFrom}`
    return ok(SUBJECT, `${new URL(smtpUrl).host} takes mails${sender}.`)
  }
  const outbox = join(dataDir, 'outbox')
  if (!isWritable(outbox))
    return failed(SUBJECT, `${outbox} is not writable: set DATA_DIR to a folder that the server can write to.`)
  return ok(SUBJECT, `each is a file in ${outbox}, since SMTP_URL is not set.`)
}

/** Returns what is wrong with the mail server, as the end of a sentence. Undefined if it takes mails. */
async function findConnectionFault(url: string, timeoutMs: number): Promise<string | undefined> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
    if (/certificate/i.test(message)) return 'has a certificate that cannot be verified'
    if (code === 'ETLS') return 'does not offer TLS, which SMTP_TLS requires'
    if (code === 'EAUTH') return 'refuses the name or the password'
    if (responseCode !== undefined) return `answers ${responseCode}`
    if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'EDNS') return 'cannot be reached'
    if (code === 'ETIMEDOUT') return `does not answer within ${timeoutMs / 1000} s`
    return `cannot be used (${code ?? 'unknown'})`
  } finally {
    transport.close()
  }
}
