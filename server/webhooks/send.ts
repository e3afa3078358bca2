// Sends one webhook: https only, to a public address that was resolved once, without redirects, within 20 seconds. So
// no one reaches the network of the server through an endpoint (docs/rules/webhooks.md, "Addresses").
import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { request } from 'node:https'
import { createHmac } from 'node:crypto'

export interface WebhookMessage {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly payload: string
  /** One, or two while the secret is being replaced. */
  readonly secrets: readonly string[]
}

export interface WebhookAnswer {
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  /** The beginning of the answer, or why there was none. */
  readonly answer: string
  readonly retryAfter: string | undefined
}

export interface SenderOptions {
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly allows?: (address: string) => boolean
  /** A certificate to trust in addition, for tests. */
  readonly ca?: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const MAX_ANSWER = 1024
const SECRET_PREFIX = 'whsec_'

export type SendWebhook = (url: string, message: WebhookMessage) => Promise<WebhookAnswer>

/** The header webhook-signature: one signature for each secret. */
export const signWebhook = ({ id, timestamp, payload, secrets }: WebhookMessage): string =>
  secrets
    .map((secret) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`)
    .join(' ')

export const toWebhookSecret = (bytes: Uint8Array): string => SECRET_PREFIX + Buffer.from(bytes).toString('base64')

// Loopback, private, link-local (with the metadata of clouds), shared, reserved and documentation networks. Of IPv6
// only global unicast addresses are allowed, except addresses that contain an IPv4 address.
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
  if (family !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** True if the address has the form of an endpoint's address. */
export function isEndpointUrl(text: string): boolean {
  if (!URL.canParse(text) || text.length > 500) return false
  const { protocol, username, password, hostname, hash } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '') return false
  return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
}

const resolveAll = async (host: string) => (await systemLookup(host, { all: true })).map(({ address }) => address)

export function createWebhookSender(options: SenderOptions = {}): SendWebhook {
  const { resolve = resolveAll, allows = isPublicAddress, ca, timeoutMs = TIMEOUT_MS } = options
  return async (text, message) => {
    const url = new URL(text)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const addresses = isIP(host) === 0 ? await withSignal(resolve(host), signal) : [host]
      const [address] = addresses
      // If one of several addresses is private, the name is not trusted at all.
      if (address === undefined || !addresses.every(allows))
        return { status: undefined, answer: `${host} has no public address`, retryAfter: undefined }
      return await post(url, address, message, { ca, signal })
    } catch (error) {
      const answer = signal.aborted ? `No answer within ${timeoutMs / 1000} seconds` : toReason(error)
      return { status: undefined, answer: answer.slice(0, MAX_ANSWER), retryAfter: undefined }
    }
  }
}

/** For a sandbox: sends webhooks to these servers only. '*' allows all, and '*.example.org' those below example.org. */
export const limitToServers = (send: SendWebhook, servers: readonly string[]): SendWebhook => {
  const isAllowed = (name: string) =>
    servers.some(
      (allowed) => allowed === '*' || allowed === name || (allowed.startsWith('*.') && name.endsWith(allowed.slice(1))),
    )
  return (url, message) => {
    const { hostname } = new URL(url)
    if (isAllowed(hostname)) return send(url, message)
    const answer = `${hostname} is not in SANDBOX_WEBHOOK_SERVERS`
    return Promise.resolve({ status: undefined, answer, retryAfter: undefined })
  }
}

const toReason = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : 'failed'

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
  return new Promise((done, fail) => {
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
          done({
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
        response.on('error', fail)
      },
    )
    call.on('error', fail)
    call.end(body)
  })
}
