// A mail server that accepts and stores every mail, for servers that send by SMTP.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  /** The raw mails to an address (part of it is enough), in the order of their arrival. */
  readonly mailsTo: (address: string) => readonly string[]
  /** The SMTP commands that preceded each of these mails, line by line. */
  readonly envelopesTo: (address: string) => readonly string[]
  /** Refuses the next connection, or never responds to it. */
  readonly failNextConnection: (how: 'refuse' | 'ignore') => void
  readonly failedConnections: () => number
  readonly close: () => Promise<void>
}

/** Offers STARTTLS if a key and certificate are given. */
export async function startMailServer(tls?: { readonly key: string; readonly cert: string }): Promise<MailServer> {
  const mails: { readonly to: string; readonly envelope: string; readonly raw: string }[] = []
  let failedConnections = 0
  let nextFailure: 'refuse' | 'ignore' | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (nextFailure) {
      if (nextFailure === 'refuse') socket.end('421 Not now\r\n')
      else socket.resume()
      nextFailure = undefined
      failedConnections += 1
    } else serve(socket, (to, envelope, raw) => void mails.push({ to, envelope, raw }), tls)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mailsTo: (address) => mails.filter(({ to }) => to.includes(address)).map(({ raw }) => raw),
    envelopesTo: (address) => mails.filter(({ to }) => to.includes(address)).map(({ envelope }) => envelope),
    failNextConnection: (how) => void (nextFailure = how),
    failedConnections: () => failedConnections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

/** Implements as much of RFC 5321 as a sender needs. */
function serve(
  socket: Socket,
  onMail: (to: string, envelope: string, raw: string) => void,
  tls?: { readonly key: string; readonly cert: string },
  isGreeted = false,
): void {
  let buffer = ''
  let to = ''
  let envelope = ''
  let isData = false
  const reply = (line: string) => void socket.write(`${line}\r\n`)
  if (!isGreeted) reply('220 mail.test')
  socket.setEncoding('utf8').on('data', (text: string) => {
    buffer += text
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const index = buffer.indexOf(end)
      if (index === -1) return
      const received = buffer.slice(0, index)
      buffer = buffer.slice(index + end.length)
      // The first four letters identify a command.
      const verb = received.slice(0, 4).toUpperCase()
      if (isData) {
        isData = false
        // Senders double a dot at the start of a line.
        onMail(to, envelope, received.replaceAll(/^\.\./gm, '.'))
        envelope = ''
        reply('250 kept')
      } else if (verb === 'DATA') {
        isData = true
        reply('354 go on')
      } else if (verb === 'EHLO' && tls) {
        envelope += `${received}\n`
        reply('250-mail.test\r\n250 STARTTLS')
      } else if (verb === 'STAR') {
        if (!tls) reply('502 not here')
        else {
          reply('220 go on')
          socket.removeAllListeners('data')
          const secure = new TLSSocket(socket, { isServer: true, ...tls })
          secure.on('error', () => socket.destroy())
          serve(secure, onMail, undefined, true)
          return
        }
      } else if (verb === 'QUIT') {
        reply('221 goodbye')
        socket.end()
      } else {
        if (verb === 'RCPT') to = received
        envelope += `${received}\n`
        reply('250 fine')
      }
    }
  })
}
