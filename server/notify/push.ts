// Web Push without content: informs a user's devices that something may wait, even while the portal is closed. The
// browser maker's service only learns that something happened. Because the messages are empty, they need no encryption,
// only a signed header (VAPID, RFC 8292). See docs/rules/access.md, "Notices on a device".
import { importJWK, SignJWT } from 'jose'
import * as z from 'zod'
import { HOUR_MS } from '#domain/units.ts'
import { errorToFields } from '#server/log.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { forgetPushEndpoint, findPushEndpoints } from '#server/sessions/notice-channels.ts'

const SEND_PUSH = 'send-push'
const MAX_ATTEMPTS = 4
const TIMEOUT_MS = 10_000
/** The push service discards a message that a device has not fetched within this time. */
const TTL_SECONDS = 4 * 3600
const TOKEN_LIFETIME_MS = 12 * HOUR_MS
/** The push service replaces undelivered messages of the same topic by the newest. */
const TOPIC = 'waiting'

/** The statuses for an endpoint that does not exist, or that belongs to an earlier key of this server. */
const GONE_STATUSES = new Set([401, 403, 404, 410])

const jobPayload = z.strictObject({
  username: z.string(),
  /**
   * The devices for which the push service asked to try later. Only they get the message. Undefined for all devices.
   */
  endpoints: z.array(z.string()).optional(),
  /** How many times the push service has asked to try later. */
  delays: z.int().optional(),
})
const MAX_DELAYS = 4

/** Call `jobs.wake` after the commit. Several pushes for one user in a short time are combined. */
export async function enqueuePush({ jobs, settings }: Pick<Services, 'jobs' | 'settings'>, db: Db, username: string) {
  if (settings.isPushOn) await jobs.enqueue(db, SEND_PUSH, { username }, { singletonKey: username })
}

/**
 * 'gone': the endpoint no longer belongs to a device. `retryAt`: the push service takes no message before this time, in
 * milliseconds since 1970. Throws if the push service cannot be reached now.
 */
export type SendPush = (endpoint: string) => Promise<'sent' | 'gone' | { readonly retryAt: number }>

export function registerPush(services: Services, send: SendPush): void {
  const { db, jobs, log, now } = services
  jobs.registerHandler(SEND_PUSH, 'messages', async (payload, { attempt, id }) => {
    const { username, endpoints: delayedEndpoints, delays = 0 } = jobPayload.parse(payload)
    const currentEndpoints = await findPushEndpoints(db, services, username)
    const failures: unknown[] = []
    const delayed: { readonly endpoint: string; readonly retryAt: number }[] = []
    const endpointsToReach = delayedEndpoints
      ? currentEndpoints.filter((endpoint) => delayedEndpoints.includes(endpoint))
      : currentEndpoints
    for (const endpoint of endpointsToReach) {
      try {
        const result = await send(endpoint)
        if (result === 'gone') await forgetPushEndpoint(db, endpoint)
        else if (result !== 'sent') delayed.push({ endpoint, retryAt: result.retryAt })
      } catch (error) {
        failures.push(error)
      }
    }
    if (delayed.length > 0) {
      const latestRetryAt = Math.max(...delayed.map(({ retryAt }) => retryAt))
      // A message that is older than its lifetime is of no use any more.
      const canWait = delays < MAX_DELAYS && latestRetryAt < now() + TTL_SECONDS * 1000
      if (canWait) {
        const data = { username, endpoints: delayed.map(({ endpoint }) => endpoint), delays: delays + 1 }
        const options = { runAt: latestRetryAt, singletonKey: `${username}, delayed` }
        await jobs.enqueue(db, SEND_PUSH, data, options)
      } else log.warn({ jobId: id }, 'gave up a push that the push service keeps delaying')
    }
    if (failures.length === 0) return
    // Devices that were reached get a second message. It does no harm, because it is empty and replaces the first
    // message.
    if (attempt < MAX_ATTEMPTS) throw new AggregateError(failures, 'Some push services could not be reached')
    log.warn({ jobId: id, attempt, ...errorToFields(failures[0]) }, 'gave up sending a push')
  })
}

/**
 * The time in the header Retry-After, in milliseconds since 1970. The header has a number of seconds or a date.
 * Undefined if the header is missing or unreadable.
 */
function retryAfterToInstant(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const isSeconds = /^[0-9]{1,9}$/.test(header)
  if (isSeconds) return now + Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(at, now)
}

export function createPushSender({ secrets, settings, now }: Pick<Services, 'secrets' | 'settings' | 'now'>): SendPush {
  /** For each push service's origin, the time until which it takes no messages for any device. */
  const blockedUntil = new Map<string, number>()
  return async (endpoint) => {
    if (!isPushEndpoint(endpoint)) return 'gone'
    const { origin } = new URL(endpoint)
    const retryAt = blockedUntil.get(origin) ?? 0
    if (retryAt > now()) return { retryAt }
    const { publicKey, privateKey } = secrets.pushKey
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      // The contact of this server for the push service.
      .setSubject(settings.publicUrl)
      .setExpirationTime(Math.floor((now() + TOKEN_LIFETIME_MS) / 1000))
      .sign(await importJWK(privateKey, 'ES256'))
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: `vapid t=${token}, k=${publicKey}`,
        ttl: String(TTL_SECONDS),
        urgency: 'normal',
        topic: TOPIC,
        'content-length': '0',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return 'sent'
    if (GONE_STATUSES.has(response.status)) return 'gone'
    const requestedTime = retryAfterToInstant(response.headers.get('retry-after'), now())
    if (requestedTime !== undefined) {
      blockedUntil.set(origin, requestedTime)
      return { retryAt: requestedTime }
    }
    throw new Error(`The push service answered ${response.status}`)
  }
}

// The push services of the browsers. The server sends nothing to other addresses that a client provides:
// docs/security.md, T57.
const pushHostnames: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

export function isPushEndpoint(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && pushHostnames.some((service) => service.test(hostname))
}
