// Once for all browser tests: a seeded data folder, of which every worker's host gets a copy; seeding each would cost
// several seconds a worker.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost } from './host.ts'

export default async function seedOnce(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  const host = await startHost()
  await host.end()
  await cp(host.dataDir, folder, { recursive: true })
  await host.stop()
  process.env['SEEDED_DATA'] = folder
  return () => rm(folder, { recursive: true, force: true })
}
