// Non-fatal configuration warnings printed at startup, each with its fix.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** What an administrator must know about a server on the database of a sandbox. */
export const SANDBOX_LINE =
  'This is a sandbox and stays one: its clock can be moved, mails are files in the outbox, and keys begin with ck_test_.'

/** The warning about the built pages. */
export function pagesWarning({ portalDir }: Settings): string | undefined {
  if (existsSync(join(portalDir, 'index.html'))) return undefined
  return 'The portal’s pages are not built yet: run npm run build.'
}

/** The warning about the address in e-mails. */
export function publicUrlWarning({ publicUrl, host }: Settings): string | undefined {
  // 0.0.0.0 and :: mean every address of the machine. No one can open them as an address.
  const isEveryAddress = ['0.0.0.0', '[::]'].includes(new URL(publicUrl).hostname)
  if (!isEveryAddress) return undefined
  return `Set PUBLIC_URL to the address that people open: links in mails cannot lead to ${host}.`
}
