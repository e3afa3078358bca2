// Once for all browser tests: a seeded data folder, of which every host gets a copy; seeding each would cost several seconds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { sql } from 'kysely'
import { startHost } from '#server/host.ts'
import { storeDue } from '#server/reports/made/stored.ts'
import { environmentToSettings } from '#server/settings.ts'
import { forTests } from './host.ts'
import { brief } from './run-to-end.ts'

export default async function seedOnce(): Promise<() => Promise<void>> {
  brief.forEach(setFlagsFromString)
  const folder = await mkdtemp(join(tmpdir(), 'portal-seeded-'))
  const settings = environmentToSettings({ ...forTests, LOG_LEVEL: 'warn', DATA_DIR: folder })
  const { host, stop } = await startHost(settings, 'seeded', () => undefined)
  // A copy that is due any work of its own does that first: the reports of two months are more of it than a test.
  await storeDue(host)
  host.jobs.wake()
  await untilNothingIsDue()
  await stop()
  process.env['SEEDED_DATA'] = folder
  return () => rm(folder, { recursive: true, force: true })

  async function untilNothingIsDue(): Promise<void> {
    const { rows } = await sql`SELECT FROM job WHERE run_at <= ${new Date(host.now())} LIMIT 1`.execute(host.db)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
    await untilNothingIsDue()
  }
}
