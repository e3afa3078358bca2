// The seeded programme that the servers of browser tests copy. Playwright's global set-up creates it once per run, since
// seeding takes several seconds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startServer } from '#server/server.ts'
import { requestDueFiles } from '#server/reports/report-files/automatic-reports.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { startPostgres } from './postgres.ts'
import { testSettings, type Seed } from './server.ts'
import { toDatabaseUrl, withServer } from './templates.ts'
import { untilNextTry } from './pauses.ts'

const VARIABLE = 'BROWSER_SEED'

/** Returns the seed that `setUp` created. Called in worker processes. */
export function browserSeed(): Seed {
  const text = process.env[VARIABLE]
  if (text === undefined)
    throw new Error('There is no seeded programme: run the browser tests with npx playwright test.')
  return JSON.parse(text) as Seed
}

/**
 * Seeds a database on the server of this connection URL, and a folder. All worker processes that start from now on use
 * them.
 */
async function createBrowserSeed(server: string, folder: string): Promise<void> {
  const seed: Seed = { server, database: 'portal_browser', folder: join(folder, 'data') }
  await withServer(server, (client) => client.query(`CREATE DATABASE ${seed.database}`))
  const settings = environmentToSettings({
    ...testSettings,
    LOG_LEVEL: 'warn',
    DATA_DIR: seed.folder,
    DATABASE_URL: toDatabaseUrl(server, seed.database),
  })
  const { services, stop } = await startServer(settings, 'seeded', () => undefined)
  // Due jobs run once here rather than in each copy: the reports of two months take longer than a test.
  await requestDueFiles(services)
  services.jobs.wake()
  for (;;) {
    const { rows } = await sql`SELECT FROM job WHERE run_at <= ${new Date(services.now())} LIMIT 1`.execute(services.db)
    if (rows.length === 0) break
    await untilNextTry()
  }
  await stop()
  process.env[VARIABLE] = JSON.stringify(seed)
}

export default async function setUp(): Promise<() => Promise<void>> {
  const { url, remove } = await startPostgres()
  process.once('exit', remove)
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  await createBrowserSeed(url, folder)
  return async () => {
    process.removeListener('exit', remove)
    remove()
    await rm(folder, { recursive: true, force: true })
  }
}
