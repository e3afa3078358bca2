// What `check` finds about one point.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ProductionFault, productionFaults } from '#server/config/production.ts'
import type { Settings } from '#server/config/settings.ts'

export interface Finding {
  readonly what: string
  /** For a wrong one it says what to do. */
  readonly sentence: string
  readonly state: 'ok' | 'note' | 'WRONG'
}

/** Why a production server would not start, for that point. */
export const faultOf = (settings: Settings, what: ProductionFault['what']): string | undefined =>
  productionFaults(settings).find((fault) => fault.what === what)?.sentence

export type Tell = (finding: Finding) => void

export const right = (what: string, sentence: string): Finding => ({ what, sentence, state: 'ok' })
/** Allowed, but worth knowing. */
export const note = (what: string, sentence: string): Finding => ({ what, sentence, state: 'note' })
export const wrong = (what: string, sentence: string): Finding => ({ what, sentence, state: 'WRONG' })

/** For a missing folder: whether it could be created. */
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
