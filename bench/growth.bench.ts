// Whether work gets slower as a programme grows, and whether batches stand in each other's way: posting on a million cards against
// ten thousand and at the end of 250,000 postings against their beginning (G16), and four batches at once that are paid from one
// funding account (G17).
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { freshDatabase, secrets, withDemo } from './databases.ts'
import { atMost, type Figure, interleave, many, median, scaled } from './figure.ts'
import { batchToPost, postBatch } from './host-posting.ts'
import { multiplyCards } from './many-cards.ts'

export const minutes = 30
const rowCount = scaled(5_000, 500)
const FEW = 2 * rowCount
const cardCount = scaled(1_000_000, FEW, FEW)
const POSTINGS = scaled(250_000, 8 * rowCount, rowCount)

export async function figures(): Promise<Figure[]> {
  const few = await withDemo(await freshDatabase(), FEW)
  const lots = await withDemo(await freshDatabase(), FEW)
  await multiplyCards(lots.db, cardCount)
  const found = [...(await byCards(few, lots)), ...(await together(few.db)), ...(await byPostings(few.db))]
  await few.close()
  await lots.close()
  return found
}

const rows = sampleRows(rowCount)
const post = async (db: Db): Promise<number> => postBatch(db, await batchToPost(db, secrets, rows))

async function byCards(few: Database, lots: Database): Promise<Figure[]> {
  const ms = await interleave({ few: () => post(few.db), lots: () => post(lots.db) }, 7)
  const note = { note: `${Math.round(ms.lots)} and ${Math.round(ms.few)} ms` }
  return [
    atMost(
      'G16',
      `post ${many(rowCount)} rows of ${many(cardCount)} cards, compared with ${many(FEW)} cards`,
      ms.lots / ms.few,
      1.7,
      'ratio',
      note,
    ),
  ]
}

async function byPostings(db: Db): Promise<Figure[]> {
  const times: number[] = []
  for (let posted = 0; posted < POSTINGS; posted += rowCount) times.push(await post(db))
  const quarter = Math.ceil(times.length / 4)
  const [first, last] = [median(times.slice(0, quarter)), median(times.slice(-quarter))]
  return [
    atMost(
      'G16',
      `the last quarter of ${many(POSTINGS)} postings, compared with the first`,
      last / first,
      1.25,
      'ratio',
      { note: `${Math.round(last)} and ${Math.round(first)} ms a batch` },
    ),
  ]
}

async function together(db: Db): Promise<Figure[]> {
  const before = await deadlocks(db)
  const four = async () => {
    const ids: number[] = []
    for (let batch = 0; batch < 4; batch += 1) ids.push(await batchToPost(db, secrets, rows))
    const started = performance.now()
    await Promise.all(ids.map((id) => postBatch(db, id)))
    return performance.now() - started
  }
  const ms = await interleave({ one: () => post(db), four }, 5)
  const of = `four batches of ${many(rowCount)} rows at once`
  return [
    atMost(
      'G17',
      `${of}: their time compared with four times one`,
      ms.four / (4 * ms.one),
      Number((1 / 0.7).toFixed(2)),
      'ratio',
      { note: `${(1 / (ms.four / (4 * ms.one))).toFixed(2)} times the rate of one alone` },
    ),
    atMost('G17', `${of}: deadlocks`, (await deadlocks(db)) - before, 0, 'deadlocks'),
  ]
}

/** As the database counts them. */
async function deadlocks(db: Db): Promise<number> {
  const { rows: found } = await sql<{ deadlocks: number }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(db)
  return Number(found[0]?.deadlocks ?? 0)
}
