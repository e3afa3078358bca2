// Parses raw e-mails (.eml files of the outbox) into headers, text, HTML, and the code or link in the text.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ReadMail {
  readonly headers: Readonly<Record<string, string>>
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The code of six digits in the text, '' if there is none. */
  readonly code: string
  /** The first URL in the text, '' if there is none. */
  readonly link: string
  /** The secret in the link, which the portal's routes call uuid. */
  readonly uuid: string
}

/** Parses a raw message with a text and an HTML part. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = splitMessage(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMessage(part.replace(/^\r?\n/, '')))
  const partOf = (type: string) => decode(parts.find((part) => part.headers['content-type']?.startsWith(type)))
  const text = partOf('text/plain')
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  return {
    headers,
    to: headers['to'] ?? '',
    subject: headers['subject'] ?? '',
    text,
    html: partOf('text/html'),
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
    link,
    uuid: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(link)?.[0] ?? '',
  }
}

/** All mails in an outbox to an address (part of it is enough), in the order of sending. */
export async function mailsTo(outbox: string, address: string): Promise<ReadMail[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))))
  return mails.filter(({ to }) => to.includes(address))
}

function splitMessage(raw: string): { headers: Record<string, string>; body: string } {
  const blankLine = /\r?\n\r?\n/.exec(raw)
  const head = raw.slice(0, blankLine?.index ?? raw.length).replaceAll(/\r?\n[ \t]+/g, ' ')
  const headers: Record<string, string> = {}
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { headers, body: blankLine ? raw.slice(blankLine.index + blankLine[0].length) : '' }
}

function decode(part: { headers: Record<string, string>; body: string } | undefined): string {
  if (!part) return ''
  const encoding = part.headers['content-transfer-encoding']?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return part.body.replaceAll('\r\n', '\n')
  const bytes = part.body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
