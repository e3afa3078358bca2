// What a sandbox changes about the settings: it sends nothing to people, and webhooks only to the servers that
// SANDBOX_WEBHOOK_SERVERS allows. Rules: docs/rules/sandbox.md.
import type { Settings } from '../config/settings.ts'
import type { SendWebhook } from '../webhooks/send.ts'

/** Mails and messages are files in the outbox, and nothing goes to the browser makers' push services. */
export const toSandboxSettings = (settings: Settings): Settings => ({
  ...settings,
  client: { ...settings.client, isSandbox: true },
  smtpUrl: undefined,
  notifyUrl: undefined,
  isPushOn: false,
})

/** Sends webhooks to these servers only. '*' allows all, and '*.example.org' those below example.org. */
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
