// Whether mails can be sent: connects to the mail server and signs in, without sending anything.
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Settings } from '#server/config/settings.ts'
import { faultOf, type Finding, isWritable, right, wrong } from './finding.ts'

const WHAT = 'Mail'
const PATIENCE_MS = 10_000

/** `patienceMs`: for tests that cannot wait as long. */
export async function checkMail(settings: Settings, patienceMs = PATIENCE_MS): Promise<Finding> {
  const { smtpUrl, mailFrom, dataDir } = settings
  const outbox = join(dataDir, 'outbox')
  if (smtpUrl !== undefined) {
    const fault = await greet(smtpUrl, patienceMs)
    if (fault !== undefined) return wrong(WHAT, `${new URL(smtpUrl).host} ${fault}: check SMTP_URL.`)
    const missing = faultOf(settings, 'Mail')
    if (missing !== undefined) return wrong(WHAT, missing)
    return right(WHAT, `${new URL(smtpUrl).host} takes mails${mailFrom === undefined ? '' : ` from ${mailFrom}`}.`)
  }
  const missing = faultOf(settings, 'Mail')
  if (missing !== undefined) return wrong(WHAT, missing)
  if (!isWritable(outbox))
    return wrong(WHAT, `nothing can be written to ${outbox}: give the server a folder, by DATA_DIR.`)
  return right(WHAT, `each is a file in ${outbox}, since SMTP_URL is not set.`)
}

async function greet(url: string, patienceMs: number): Promise<string | undefined> {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    if (code === 'EAUTH') return 'refuses the name or the password'
    if (responseCode !== undefined) return `answers ${responseCode}`
    if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'EDNS') return 'cannot be reached'
    if (code === 'ETIMEDOUT') return `does not answer within ${patienceMs / 1000} s`
    return `cannot be used (${code ?? 'unknown'})`
  } finally {
    transport.close()
  }
}
