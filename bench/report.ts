// P12: the csv file of the largest report, with all cards of a large programme: how long it takes, and how much memory the
// server needs for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { manyCardsDatabase, MANY_CARDS } from './databases.ts'
import { atMost, bothMs, type Figure, interleave, formatCount, time } from './figure.ts'
import { startLocalServer } from './local-server.ts'

/** The share of the cards that belongs to the client of the report. */
const CLIENT_SHARE = 0.95

export const cardFile: Figure = {
  id: 'P12',
  title: `The card balances of ${formatCount(MANY_CARDS * CLIENT_SHARE)} cards as csv`,
  reference: 'COPY of the same rows',
  explanation:
    'The rows are read in chunks, so that no long statement blocks other requests, and each is formatted as text.',
  async measure() {
    const database = await manyCardsDatabase()
    const { url, tokenOf, close } = await startLocalServer(database)
    const token = await tokenOf('rita')
    const day = addDays(instantToDate(Date.now(), voyager.timeZone), -1)
    const download = (campaign = '0') =>
      time(async () => {
        const file = `${url}reports/cardbalances_${day}.csv?campaign=${campaign}`
        const client = spawn(process.execPath, [resolve('bench/report-client.mjs'), file, token], { stdio: 'inherit' })
        const [code] = (await once(client, 'close')) as [number]
        if (code !== 0) throw new Error(`The client ended with ${code}`)
      })
    // Compiles the code and opens connections.
    await download('1')
    const memoryMegabytes = await memoryGrowth(() => download())
    const ms = await interleave(
      { ours: () => download(), copy: () => time(() => copy(database.db, day)) },
      // The two downloads before were the warm-up.
      { rounds: 3, hasWarmUp: false },
    )
    await close()
    return [
      atMost('time relative to COPY', { value: ms.ours / ms.copy, limit: 4, note: bothMs(ms.ours, ms.copy) }),
      atMost('memory that the server needs for it', { value: memoryMegabytes, limit: 120, unit: 'MB' }),
    ]
  },
}

/**
 * Returns the maximum growth of this process's heap and buffers during the work in MB, without garbage. Measured only once
 * a second, because collecting garbage slows the work.
 */
async function memoryGrowth(work: () => Promise<unknown>): Promise<number> {
  const usedMegabytes = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 2 ** 20
  }
  const before = usedMegabytes()
  let maximum = before
  const timer = setInterval(() => (maximum = Math.max(maximum, usedMegabytes())), 1_000)
  await work()
  clearInterval(timer)
  return maximum - before
}

/** Copies the columns of the report, which pg discards. */
const copy = (db: Db, day: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    await sql
      .raw(`
  COPY (SELECT row_number() OVER (ORDER BY g.name, c.id), g.name, c.tracking_number, c.pan_masked, c.customer_reference, c.name AS holder,
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
  WHERE g.owner_id = ${voyager.ownerId} ORDER BY g.name, c.id) TO STDOUT`)
      .execute(trx)
  })
