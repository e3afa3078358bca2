// Changes the settings for a sandbox, so that it sends nothing to people. Rules: docs/rules/sandbox.md.
import type { Settings } from '../config/settings.ts'

/** Mails and messages are files in the outbox, and nothing goes to the browser makers' push services. */
export const toSandboxSettings = (settings: Settings): Settings => ({
  ...settings,
  client: { ...settings.client, isSandbox: true },
  smtpUrl: undefined,
  notifyUrl: undefined,
  isPushOn: false,
})
