// How long the demo programme takes to seed on the embedded database, as `npm start` does it the first time.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { textToSecrets } from '#server/secrets.ts'
import { atMost, type Figure, quick, time } from './figure.ts'

const cards = Number(process.env['BENCH_CARDS'] ?? (quick ? 2_000 : 20_000))

export async function figures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  try {
    let ms = Number.NaN
    const start = await time(async () => {
      const database = await connectDatabase({ dataDir })
      await migrate(database.db)
      ms = await time(() => seedDemo(database.db, { secrets: textToSecrets('bench'), cards, now: Date.now }))
      await database.close()
    })
    return [
      atMost('seed', `${cards.toLocaleString('en')} cards into the embedded database`, ms / 1000, 15, 's'),
      atMost('seed', 'the same with opening, migrations and closing', start / 1000, 20, 's'),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
