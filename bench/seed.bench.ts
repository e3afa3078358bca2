// How long the demo programme takes to seed as `npm start` does it the first time.
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { secrets, temporaryFolder } from './databases.ts'
import { atMost, type Figure, many, scaled, time } from './figure.ts'

export const minutes = 5
const cards = scaled(20_000, 2_000)

export async function figures(): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  let ms = Number.NaN
  const start = await time(async () => {
    const database = await connectDatabase({ dataDir })
    await migrate(database.db)
    ms = await time(() => seedDemo(database.db, { secrets: secrets, cards, now: Date.now }))
    await database.close()
  })
  return [
    atMost('seed', `${many(cards)} cards`, ms / 1000, 15, 's'),
    atMost('seed', 'the same with opening, migrations and closing', start / 1000, 20, 's'),
  ]
}
