// Sends a short message: to a gateway if NOTIFY_URL is set, otherwise as a text file in the outbox.
import { m } from '#words/messages.js'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/operations/context.ts'

export interface Notification {
  /** Identical each time the message is sent, so that a gateway can deliver it only once. */
  readonly id: string
  /** Digits, with a leading plus if the country code is included. */
  readonly to: string
  readonly text: string
}

/** The result of sending a message. */
export interface Delivery {
  /** The status with which the gateway refused the message for good. Undefined if the message was accepted. */
  readonly refusal?: string
}

/** The stored refusal of a message that could not be sent within the maximum time. */
export const UNREACHABLE = 'unreachable'

/** Why a message was not delivered, in the reader's language. The stored refusal is the gateway's status. */
export const refusalToWords = (refusal: string): string =>
  refusal === UNREACHABLE ? m.mail_gatewayNotReached() : m.mail_gatewayRefused({ status: refusal })

export interface Notifier {
  /** Throws if the message could not be sent now. */
  readonly send: (notification: Notification) => Promise<Delivery>
}

/** If the gateway does not respond within this time, it has not accepted the message. */
const TIMEOUT_MS = 10_000
/** Statuses of temporary problems that are not caused by the message. */
const RETRYABLE_STATUSES = new Set([401, 403, 404, 408, 409, 425, 429])

export function createNotifier({ settings, now }: Pick<Services, 'settings' | 'now'>): Notifier {
  return settings.notifyUrl
    ? createGatewayNotifier(settings.notifyUrl)
    : createOutboxNotifier(join(settings.dataDir, 'outbox'), now)
}

/**
 * Sends the message as JSON with POST. A status of 2xx means that the message is accepted. 4xx means that the message
 * is refused, except for RETRYABLE_STATUSES. Everything else is retried.
 */
function createGatewayNotifier(address: string): Notifier {
  const url = new URL(address)
  const { username, password } = url
  // fetch refuses an address with credentials.
  url.username = ''
  url.password = ''
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = new Headers({ 'content-type': 'application/json' })
  if (username !== '') headers.set('authorization', `Basic ${Buffer.from(login).toString('base64')}`)
  return {
    async send({ id, to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: new Headers([...headers, ['idempotency-key', id]]),
        body: JSON.stringify({ id, to, text }),
        // Redirects are not followed, and the request has a time limit.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (response.ok) return {}
      const { status } = response
      const isCausedByMessage = status >= 400 && status < 500 && !RETRYABLE_STATUSES.has(status)
      if (isCausedByMessage) return { refusal: String(status) }
      throw new Error(`The gateway answered ${status}`)
    },
  }
}

function createOutboxNotifier(folder: string, now: () => number): Notifier {
  return {
    async send({ id, to, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
      const name = join(folder, `${stamp}-${id}`)
      // Written under a temporary name first, so that no one reads an incomplete message.
      await writeFile(`${name}.part`, `To: ${to}\n\n${text}\n`, { mode: 0o600 })
      await rename(`${name}.part`, `${name}.txt`)
      return {}
    },
  }
}
