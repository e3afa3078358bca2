// Changes the settings for a sandbox, so that it sends nothing to people. Marks the portal of the demo programme as a
// demo. Rules: docs/rules/sandbox.md.
import type { Settings } from '../config/settings.ts'

/** Mails and messages are files in the outbox, and nothing goes to the browser makers' push services. */
export const toSandboxSettings = (settings: Settings): Settings => ({
  ...settings,
  client: { ...settings.client, isSandbox: true },
  smtpUrl: undefined,
  notifyUrl: undefined,
  isPushOn: false,
})

/** The portal then offers the simulator. The server decides at each call (demo.ts). */
export const toDemoSettings = (settings: Settings): Settings => ({
  ...settings,
  client: { ...settings.client, isDemo: true },
})
