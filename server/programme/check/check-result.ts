// The result of one check of the command `check`, and functions that its checks share.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ProductionFault, findProductionFaults } from '#server/config/production.ts'
import type { Settings } from '#server/config/settings.ts'

export interface CheckResult {
  readonly subject: string
  /** For a failed check, includes what to do. */
  readonly message: string
  readonly state: 'ok' | 'note' | 'WRONG'
}

/** Why a server with these settings would not start. Undefined if no reason concerns this subject. */
export const findStartFault = (settings: Settings, subject: ProductionFault['subject']): string | undefined =>
  findProductionFaults(settings).find((fault) => fault.subject === subject)?.message

export type Report = (result: CheckResult) => void

export const ok = (subject: string, message: string): CheckResult => ({ subject, message, state: 'ok' })
/** The check passed, but the administrator should know about something. */
export const note = (subject: string, message: string): CheckResult => ({ subject, message, state: 'note' })
export const failed = (subject: string, message: string): CheckResult => ({ subject, message, state: 'WRONG' })

/** The line that a command prints about a check: 'WRONG  Mail:       …'. */
export const resultToLine = ({ subject, message, state }: CheckResult): string =>
  `${state.padEnd(5)}  ${`${subject}:`.padEnd(11)} ${message}`

/** True if the folder is writable or, if it does not exist, could be created. */
export function isWritable(folder: string): boolean {
  let existingFolder = folder
  while (!existsSync(existingFolder)) {
    const parent = dirname(existingFolder)
    const isRoot = parent === existingFolder
    if (isRoot) return false
    existingFolder = parent
  }
  try {
    accessSync(existingFolder, constants.W_OK)
    return statSync(existingFolder).isDirectory()
  } catch {
    return false
  }
}
