// What a sandbox changes about the settings: it sends nothing to people, and webhooks only to the hosts that
// SANDBOX_WEBHOOK_HOSTS allows. Rules: docs/rules/sandbox.md.
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

export const SANDBOX_LINE =
  'This is a sandbox and stays one: its clock can be moved, mails are files in the outbox, and keys begin with ck_test_.'

/** Sends webhooks to these hosts only. '*' allows all, and '*.example.org' the hosts below example.org. */
export const limitToHosts = (send: SendWebhook, hosts: readonly string[]): SendWebhook => {
  const isAllowed = (host: string) =>
    hosts.some(
      (allowed) => allowed === '*' || allowed === host || (allowed.startsWith('*.') && host.endsWith(allowed.slice(1))),
    )
  return (url, message) =>
    isAllowed(new URL(url).hostname)
      ? send(url, message)
      : Promise.resolve({
          status: undefined,
          answer: 'Not sent: a sandbox sends webhooks only to the hosts in SANDBOX_WEBHOOK_HOSTS',
          retryAfter: undefined,
        })
}
