// A data folder with the demo programme, of which the hosts of browser tests get copies; seeding each would cost several seconds.
import { sql } from 'kysely'
import { startHost } from '#server/host.ts'
import { storeDue } from '#server/reports/made/stored.ts'
import { environmentToSettings } from '#server/settings.ts'
import { forTests } from './host.ts'

export async function seedFolder(folder: string): Promise<void> {
  const settings = environmentToSettings({ ...forTests, LOG_LEVEL: 'warn', DATA_DIR: folder })
  const { host, stop } = await startHost(settings, 'seeded', () => undefined)
  // A copy that is due any work of its own does that first: the reports of two months are more of it than a test.
  await storeDue(host)
  host.jobs.wake()
  await untilNothingIsDue()
  await stop()

  async function untilNothingIsDue(): Promise<void> {
    const { rows } = await sql`SELECT FROM job WHERE run_at <= ${new Date(host.now())} LIMIT 1`.execute(host.db)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
    await untilNothingIsDue()
  }
}
