// Sends an e-mail by SMTP if SMTP_URL is set. Otherwise writes the e-mail as an .eml file to the outbox, and its link
// or code to the console.
import { m } from '#words/messages.js'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Services } from '#server/operations/context.ts'
import { contentToHtml, contentToText } from './layout.ts'
import { type Mail, mailToContent } from './messages.ts'
import type { MessageContent } from './message-content.ts'

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
}

type Deliver = (options: SendMailOptions, content: MessageContent) => Promise<void>

/** `printLine` prints a line on the console. It is called only if SMTP_URL is not set. */
export function createMailer(
  { settings, client, now }: Pick<Services, 'settings' | 'client' | 'now'>,
  printLine: (line: string) => void,
): Mailer {
  const deliver = settings.smtpUrl
    ? createSmtpDelivery(settings.smtpUrl)
    : createOutboxDelivery(join(settings.dataDir, 'outbox'), now, printLine)
  const fromAddress = settings.mailFrom ?? `no-reply@${new URL(settings.publicUrl).hostname}`
  return {
    async send(mail) {
      const content = mailToContent(mail, { publicUrl: settings.publicUrl, portal: client.name })
      const greeting = m.mail_hello({ name: mail.to.name || mail.to.username })
      const signature = m.common_portalOf({ client: client.name })
      const address = requireSafeAddress(mail.to.email)
      await deliver(
        {
          from: { name: signature, address: fromAddress },
          // An object, so that nothing in the name or the address is parsed as a list of addresses.
          to: { name: oneLine(mail.to.name), address },
          subject: `${client.name}: ${content.subject}`,
          date: new Date(now()),
          text: contentToText(content, { greeting, signature }),
          html: contentToHtml(content, { greeting, signature }, client),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
        },
        content,
      )
    },
  }
}

/** Throws for an address that could add another header or recipient. The portal's forms refuse such an address. */
export function requireSafeAddress(email: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are refused here
  const hasSpecialCharacter = /[\u0000-\u0020\u007f,;:<>()[\]\\"]/.test(email)
  const hasOneAt = /^[^@]+@[^@]+$/.test(email)
  if (hasSpecialCharacter || !hasOneAt) throw new Error('This e-mail address cannot be written to')
  return email
}

// oxlint-disable-next-line no-control-regex -- a header has no line ends
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()

/**
 * Mails are sent one after another, so these timeouts keep a slow mail server from blocking the next mails for long.
 * Timeouts in SMTP_URL take precedence.
 */
const timeouts = { connectionTimeout: 30_000, socketTimeout: 60_000 }

function createSmtpDelivery(url: string): Deliver {
  const transport = createTransport({ url, ...timeouts }, { disableFileAccess: true, disableUrlAccess: true })
  return async (options) => {
    await transport.sendMail(options)
  }
}

function createOutboxDelivery(folder: string, now: () => number, printLine: (line: string) => void): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let count = 0
  return async (options, content) => {
    const { message } = await transport.sendMail(options)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // The sorted names are in the order of sending.
    const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
    const name = join(folder, `${stamp}-${String(count).padStart(4, '0')}-${randomUUID().slice(0, 8)}`)
    count += 1
    // The file has a temporary name at first, so that no one reads an incomplete mail.
    await writeFile(`${name}.part`, message as Buffer, { mode: 0o600, flag: 'wx' })
    await rename(`${name}.part`, `${name}.eml`)
    const { address } = options.to as { address: string }
    const codeOrLink = content.code ?? content.action?.url ?? ''
    printLine(`E-mail to ${address} (${content.subject}) ${codeOrLink}`.trim())
  }
}
