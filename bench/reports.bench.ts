// What a report over a million cards costs (figure G25): its time against the bare SQL of the same rows and psql's COPY of them, the
// memory of the host, and how long others wait meanwhile, on each database there is; a tenth of the cards in the embedded one,
// which is for small programmes. COPY where psql is installed.
import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { freshDatabase, withDemo } from './databases.ts'
import { atMost, type Figure, interleave, many, scaled, time } from './figure.ts'
import { startHostHere } from './host-here.ts'
import { multiplyCards } from './many-cards.ts'

export const minutes = 40
const SEEDED = scaled(20_000, 2_000)
const cardCount = scaled(1_000_000, SEEDED, SEEDED)
const client = resolve('bench/report-client.mjs')

export async function figures(): Promise<Figure[]> {
  const database = await seeded(await freshDatabase(), cardCount)
  const copy = spawnSync('psql', ['--version']).status === 0 ? (text: string) => copyBy(database.url, text) : undefined
  return measure(database, { callMs: 100, toBare: 4 }, copy)
}

async function seeded<Given extends Database>(database: Given, cards: number): Promise<Given> {
  await withDemo(database, SEEDED)
  await multiplyCards(database.db, cards)
  return database
}

interface Limits {
  /** For a call meanwhile. */
  readonly callMs: number
  /** Of the csv, as a ratio. */
  readonly toBare: number
}

async function measure(database: Database, limits: Limits, copy?: (text: string) => Promise<number>) {
  const { url, tokenOf, close } = await startHostHere(database)
  const token = await tokenOf('rita')
  const day = addDays(instantToDate(Date.now(), voyager.timeZone), -1)
  const fileOf = (format: 'csv' | 'xlsx') => `${url}reports/cardbalances_${day}.${format}`
  const download = (format: 'csv' | 'xlsx', campaign = '0') =>
    run<Download>('download', fileOf(format), token, campaign).then(({ ended }) => ended)
  const text = bareSql(day)

  // Before its memory is looked at it has done each once, of a campaign.
  await download('csv', '1')
  await download('xlsx', '1')
  const idle = await callsDuring(url, token, () => new Promise((done) => setTimeout(done, 2_000)))
  const memory = { csv: await growth(() => download('csv')), xlsx: await growth(() => download('xlsx')) }
  const calls = {
    csv: await callsDuring(url, token, () => download('csv')),
    xlsx: await callsDuring(url, token, () => download('xlsx')),
  }
  let rows = 0
  const ms = await interleave(
    {
      csv: async () => {
        const given = await download('csv')
        rows = given.rows
        return given.ms
      },
      xlsx: async () => (await download('xlsx')).ms,
      bare: () => time(() => bareRead(database.db, text)),
      copy: () => (copy ? copy(text) : 0),
    },
    2,
  )
  if (process.env['BENCH_VERBOSE']) console.error({ rows, memory, idle, calls })
  await close()
  const of = `${many(rows)} cards`
  return [
    atMost('G25', `csv of ${of}, compared with the SQL of the same rows alone`, ms.csv / ms.bare, limits.toBare),
    ...(copy ? [atMost('G25', `csv of ${of}, compared with psql's COPY of the same rows`, ms.csv / ms.copy, 5)] : []),
    atMost('G25', `workbook of ${of}, compared with the csv`, ms.xlsx / ms.csv, 2.5),
    atMost('G25', `csv of ${of}: memory used by the server`, memory.csv.held, 120, 'MB', uncollected(memory.csv)),
    atMost(
      'G25',
      `workbook of ${of}: memory used by the server`,
      memory.xlsx.held,
      120,
      'MB',
      uncollected(memory.xlsx),
    ),
    ...(['csv', 'xlsx'] as const).map((format) =>
      atMost(
        'G25',
        `${format} of ${of}: other calls during the export, 95th percentile`,
        calls[format],
        limits.callMs,
        'ms',
        { note: `${Math.round(idle)} ms without the export` },
      ),
    ),
  ]
}

const uncollected = (memory: Growth) => ({
  note: `${Math.round(memory.uncollected)} MB including garbage not collected for a quarter of a second`,
})

interface Download {
  readonly ms: number
  readonly bytes: number
  readonly rows: number
}

/** A client's process, and what it has to tell once it has ended. */
async function run<Told>(...args: readonly string[]) {
  const child = spawn(process.execPath, [client, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (bytes: Buffer) => (told += bytes.toString()))
  const ended = new Promise<Told>((done, fail) => {
    child.on('close', (code) =>
      code === 0 ? done(JSON.parse(told) as Told) : fail(new Error(`a client ended with ${code}`)),
    )
  })
  return { end: () => child.stdin.end(), ended }
}

/** What nineteen of twenty calls are answered within while the work is done, in ms. */
async function callsDuring(url: string, token: string, work: () => Promise<unknown>): Promise<number> {
  const calls = await run<number[]>('call', `${url}api`, token)
  await work()
  calls.end()
  const times = (await calls.ended).sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN
}

interface Growth {
  /** What is held of the work at any time, in MB. */
  readonly held: number
  /** The same with what the engine has not collected yet, which it does when it sees fit. */
  readonly uncollected: number
}

/** By how much the host's heap and buffers have grown at most while the work was done; looked at every quarter of a second. */
async function growth(work: () => Promise<unknown>): Promise<Growth> {
  const now = () => {
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 2 ** 20
  }
  globalThis.gc?.()
  const before = now()
  const most = { held: 0, uncollected: 0 }
  const looking = setInterval(() => {
    most.uncollected = Math.max(most.uncollected, now() - before)
    globalThis.gc?.()
    most.held = Math.max(most.held, now() - before)
  }, 250)
  await work()
  clearInterval(looking)
  return most
}

/** What the report says of each card, in one statement. */
const bareSql = (day: string): string => `
  SELECT row_number() OVER (ORDER BY g.name, c.id), g.name, c.tracking_number, c.pan_masked, c.customer_reference, c.name AS holder,
         CASE WHEN c.retired_at < m.midnight THEN 'Retired' WHEN c.stopped_at < m.midnight THEN 'Stopped'
              WHEN c.activated_at < m.midnight THEN 'Active' ELSE 'Not activated' END,
         c.expires_on, coalesce(b.cents, 0), coalesce(b.cents, 0) - coalesce(h.cents, 0)
  FROM (SELECT (('${day}'::date + 1)::timestamp AT TIME ZONE '${voyager.timeZone}') AS midnight) m
  CROSS JOIN campaign g JOIN card c ON c.campaign_id = g.id AND c.issued_at < m.midnight JOIN account a ON a.card_id = c.id
  LEFT JOIN LATERAL (
    SELECT e.balance_after AS cents FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE e.account_id = a.id AND t.posted_at < m.midnight ORDER BY e.account_version DESC LIMIT 1
  ) b ON true
  LEFT JOIN LATERAL (
    SELECT sum(amount_cents) AS cents FROM card_authorisation
    WHERE card_id = c.id AND authorised_at < m.midnight AND (released_at IS NULL OR released_at >= m.midnight)
  ) h ON true
  WHERE g.owner_id = ${voyager.ownerId} ORDER BY g.name, c.id`

/** One cursor from end to end, its rows thrown away. */
const bareRead = (db: Db, text: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    await sql`DECLARE bare NO SCROLL CURSOR FOR ${sql.raw(text)}`.execute(trx)
    for (;;) {
      const { rows } = await sql`FETCH FORWARD 10000 FROM bare`.execute(trx)
      if (rows.length === 0) return
    }
  })

const copyBy = (url: string, text: string): Promise<number> =>
  time(
    () =>
      new Promise<void>((done, fail) => {
        const child = spawn('psql', ['-X', '-q', url, '-c', `COPY (${text}) TO STDOUT (FORMAT csv, HEADER)`], {
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        child.on('close', (code) => (code === 0 ? done() : fail(new Error(`psql ended with ${code}`))))
      }),
  )
