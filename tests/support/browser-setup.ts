// Once for all browser tests: a seeded data folder, unless the unit tests of the same run have made one (tests/support/templates.ts).
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { FullConfig } from '@playwright/test'
import { type FileRound, toldRound } from './file-round.ts'
import { brief } from './run-to-end.ts'

export default async function seedOnce({ metadata }: FullConfig): Promise<() => Promise<void>> {
  const told = toldRound(metadata as FileRound)
  if (told) process.stdout.write(`${told}\n`)
  if (existsSync(process.env['SEEDED_DATA'] ?? '')) return () => Promise.resolve()
  // Here alone, since it loads the whole host from its sources.
  const { seedFolder } = await import('./seed-folder.ts')
  brief.forEach(setFlagsFromString)
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  await seedFolder(folder)
  process.env['SEEDED_DATA'] = folder
  return () => rm(folder, { recursive: true, force: true })
}
