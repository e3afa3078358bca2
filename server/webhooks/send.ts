// Sends one webhook: https only, to a public address that was resolved once, without redirects, within 20 seconds.
// These limits keep anyone from reaching the server's own network through an endpoint.
// Rules: docs/rules/webhooks.md, "Addresses".
import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { request } from 'node:https'
import { createHmac } from 'node:crypto'

export interface WebhookMessage {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly payload: string
  /** The current secret, and the previous one while it is still valid. */
  readonly secrets: readonly string[]
}

export interface WebhookAnswer {
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  /** The beginning of the answer, or why there was none. */
  readonly answer: string
  /** The header Retry-After. */
  readonly retryAfter: string | undefined
}

export interface SenderOptions {
  /** Finds the addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** True for an address to which messages can be sent. */
  readonly allows?: (address: string) => boolean
  /** A certificate to trust in addition, for tests. */
  readonly ca?: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000
/** The maximum number of characters of an answer that are stored. */
const MAX_ANSWER = 1024
const MAX_URL_LENGTH = 500
const SECRET_PREFIX = 'whsec_'

export type SendWebhook = (url: string, message: WebhookMessage) => Promise<WebhookAnswer>

/** The header webhook-signature: one signature for each secret. */
export function signWebhook({ id, timestamp, payload, secrets }: WebhookMessage): string {
  const signedText = `${id}.${timestamp}.${payload}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signedText).digest('base64')}`
  })
  return signatures.join(' ')
}

export const toWebhookSecret = (bytes: Uint8Array): string => SECRET_PREFIX + Buffer.from(bytes).toString('base64')

// These networks are loopback, private, link-local, shared, reserved or for documentation. The metadata servers of
// clouds have a link-local address.
const blocked = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4')
// Of IPv6 only global unicast addresses are allowed. These networks are global unicast too, but their addresses contain
// an IPv4 address, are reserved or are for documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked.addSubnet(network, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True for an address that anyone on the internet could call. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  // An IPv6 address with a zone, such as fe80::1%eth0, is valid on one network only.
  const hasZone = address.includes('%')
  if (family === 0 || hasZone) return false
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** The host of the URL. A URL has an IPv6 address in brackets, which are left out here. */
const urlToServerName = ({ hostname }: URL): string => hostname.replaceAll(/[[\]]/g, '')

const isName = (host: string): boolean => isIP(host) === 0

/** True if the text has the form of an endpoint's address. */
export function isEndpointUrl(text: string): boolean {
  if (!URL.canParse(text) || text.length > MAX_URL_LENGTH) return false
  const url = new URL(text)
  const { protocol, username, password, hash } = url
  const hasCredentials = username !== '' || password !== ''
  const hasFragment = hash !== ''
  if (protocol !== 'https:' || hasCredentials || hasFragment) return false
  const host = urlToServerName(url)
  return isName(host) ? host.includes('.') : isPublicAddress(host)
}

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true })
  return found.map(({ address }) => address)
}

/** The result of a message that got no response, with the reason. */
const resultWithoutResponse = (reason: string): WebhookAnswer => ({
  status: undefined,
  answer: reason,
  retryAfter: undefined,
})

export function createWebhookSender(options: SenderOptions = {}): SendWebhook {
  const { resolve = resolveBySystem, allows = isPublicAddress, ca, timeoutMs = TIMEOUT_MS } = options
  return async (text, message) => {
    const url = new URL(text)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const host = urlToServerName(url)
      const addresses = isName(host) ? await withSignal(resolve(host), signal) : [host]
      const [address] = addresses
      // A name is not trusted at all if one of its addresses is private.
      if (address === undefined || !addresses.every(allows))
        return resultWithoutResponse(`${host} has no public address`)
      return await post(url, address, message, { ca, signal })
    } catch (error) {
      const reason = signal.aborted ? `No answer within ${timeoutMs / 1000} seconds` : errorToReason(error)
      return resultWithoutResponse(reason.slice(0, MAX_ANSWER))
    }
  }
}

/** For a sandbox: sends webhooks to these servers only. */
export const limitToServers =
  (send: SendWebhook, servers: readonly string[]): SendWebhook =>
  (url, message) => {
    const { hostname } = new URL(url)
    const isAllowed = servers.some((allowed) => allowsServer(allowed, hostname))
    if (isAllowed) return send(url, message)
    return Promise.resolve(resultWithoutResponse(`${hostname} is not in SANDBOX_WEBHOOK_SERVERS`))
  }

/** '*' allows all servers. '*.example.org' allows the servers below example.org. Any other text allows this server. */
function allowsServer(allowed: string, name: string): boolean {
  if (allowed === '*' || allowed === name) return true
  return allowed.startsWith('*.') && name.endsWith(allowed.slice(1))
}

/** The code of the error, such as ECONNREFUSED, or its message. */
function errorToReason(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return (error as NodeJS.ErrnoException).code ?? error.message
}

/** Rejects as soon as the signal aborts, although the work continues. */
const withSignal = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

function post(
  url: URL,
  address: string,
  message: WebhookMessage,
  { ca, signal }: { readonly ca: string | undefined; readonly signal: AbortSignal },
): Promise<WebhookAnswer> {
  const body = Buffer.from(message.payload)
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        // The connection goes to the address that was checked, whatever the name resolves to now.
        lookup: (_host, lookupOptions, callback) => {
          const family = isIPv6(address) ? 6 : 4
          if (lookupOptions.all) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
        agent: false,
        signal,
        ...(ca !== undefined && { ca }),
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'user-agent': 'card-programme-portal',
          'webhook-id': message.id,
          'webhook-timestamp': String(message.timestamp),
          'webhook-signature': signWebhook(message),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        let length = 0
        const finish = () => {
          resolve({
            status: response.statusCode,
            answer: Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, MAX_ANSWER),
            retryAfter: response.headers['retry-after'],
          })
          response.destroy()
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          length += chunk.length
          if (length >= MAX_ANSWER) finish()
        })
        response.on('end', finish)
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
