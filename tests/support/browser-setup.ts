// Once for all browser tests: a seeded data folder, unless the unit tests of the same run have made one (tests/support/templates.ts).
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { FullConfig } from '@playwright/test'
import { brief } from './run-to-end.ts'

export default async function seedOnce({ metadata }: FullConfig): Promise<() => Promise<void>> {
  const { seed, drawn } = metadata as { seed: number; drawn: readonly string[] }
  const names = drawn.map((path) => basename(path, '.spec.ts')).join(', ')
  if (names) process.stdout.write(`Of the faults and replays, seed ${seed} has drawn: ${names}\n`)
  if (existsSync(process.env['SEEDED_DATA'] ?? '')) return () => Promise.resolve()
  // Here alone, since it loads the whole host from its sources.
  const { seedFolder } = await import('./seed-folder.ts')
  brief.forEach(setFlagsFromString)
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  await seedFolder(folder)
  process.env['SEEDED_DATA'] = folder
  return () => rm(folder, { recursive: true, force: true })
}
