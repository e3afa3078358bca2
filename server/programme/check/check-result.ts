// The result of one of the checks of `check`, and what the checks share.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ProductionFault, productionFaults } from '#server/config/production.ts'
import type { Settings } from '#server/config/settings.ts'

export interface CheckResult {
  readonly subject: string
  /** Of a failed check: also what to do. */
  readonly message: string
  readonly state: 'ok' | 'note' | 'WRONG'
}

/** Why a production server would refuse to start, if the reason is this subject. */
export const startFault = (settings: Settings, subject: ProductionFault['subject']): string | undefined =>
  productionFaults(settings).find((fault) => fault.subject === subject)?.message

export type Report = (result: CheckResult) => void

export const ok = (subject: string, message: string): CheckResult => ({ subject, message, state: 'ok' })
/** Passed, but the administrator should know about it. */
export const note = (subject: string, message: string): CheckResult => ({ subject, message, state: 'note' })
export const failed = (subject: string, message: string): CheckResult => ({ subject, message, state: 'WRONG' })

/** Of a missing folder: whether it could be created. */
export function isWritable(folder: string): boolean {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK)
    return statSync(existing).isDirectory()
  } catch {
    return false
  }
}
