// Runs once before all browser tests. Starts a PostgreSQL server with the seeded programme that each test server
// copies.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBrowserSeed } from './browser-seed.ts'
import { startPostgres } from './postgres.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  process.once('exit', stop)
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  await makeBrowserSeed(url, folder)
  return async () => {
    process.removeListener('exit', stop)
    stop()
    await rm(folder, { recursive: true, force: true })
  }
}
