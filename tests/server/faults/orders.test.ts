// Hosts that die or race while cards are issued (threats T40, T41), against the built host as a process: killed at random points and
// inside a part's transaction, two on one PostgreSQL. Each row has one card, nothing is half done and the ledger is in order. The
// short round draws one of the moments that matter, since batches.test.ts proves the same of the jobs that issuing is made of.
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { clientFor } from '#tests/support/call.ts'
import { type Engine, engines, freshDataFolder, freshPostgresAddress } from '#tests/support/database.ts'
import { demoCardCount } from '#tests/support/demo.ts'
import { type RunningHost, startHost } from '#tests/support/host.ts'
import { endLeases } from '#tests/support/leases.ts'
import { lockWaits } from '#tests/support/lock-waits.ts'
import { startRound } from '#tests/support/round.ts'
import {
  approvedOrder,
  expectNoStrayCards,
  expectSoundLedger,
  rowsOfOrder,
  times,
  virtualCard,
} from '../orders/issuing.ts'
import { detailsOf } from '../orders/order-host.ts'

const { isSoak, seed, random, drawn } = startRound()
const minutes = (count: number) => count * 60_000

/** What is tried where PostgreSQL is there. */
const tried = engines.includes('postgres') ? drawn(['inside a part', 'two hosts'] as const) : []

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const running = async (env: Record<string, string> = {}, dataFrom?: string): Promise<RunningHost> => {
  const host = await startHost({ env, dataFrom, servesMany: isSoak })
  cleanUps.push(() => host.stop())
  return host
}

/** A host over a demo programme of its own; `address` where that is in PostgreSQL. */
async function started(engine: Engine): Promise<{ host: RunningHost; address: string | undefined }> {
  if (engine === 'embedded') {
    const { folder, remove } = await freshDataFolder()
    cleanUps.push(remove)
    return { host: await running({}, folder), address: undefined }
  }
  const { address, drop } = await freshPostgresAddress('demo')
  cleanUps.push(drop)
  return { host: await running({ DATABASE_URL: address }), address }
}

const people = async (host: RunningHost) => ({
  maker: await clientFor(host, 'olive'),
  checker: await clientFor(host, 'amir'),
})
/** What the wire says of an order: how many of its rows have a card. */
const issuedOf = async (host: RunningHost, id: string) => (await detailsOf(await clientFor(host, 'amir'), id)).batchLoad.issuedCount // oxfmt-ignore
const untilAllIssued = (host: RunningHost, id: string, count: number) =>
  expect.poll(() => issuedOf(host, id), { timeout: minutes(2), interval: 200 }).toBe(count)

/** Everything that must hold of the database, once no host has it open. */
async function prove({ dataDir }: RunningHost, address: string | undefined, ids: readonly string[]): Promise<void> {
  const database = await connectDatabase(address ? { databaseUrl: address } : { dataDir })
  try {
    await expectSoundLedger(database.db)
    await expectNoStrayCards(database.db, demoCardCount)
    for (const id of ids) {
      const rows = await rowsOfOrder(database.db, id)
      expect(rows.filter(({ state, balance_cents }) => state !== 'issued' || balance_cents !== 500)).toEqual([])
      expect(new Set(rows.map(({ card_id }) => card_id)).size).toBe(rows.length)
    }
  } finally {
    await database.close()
  }
}

describe(`issuing under faults (seed ${seed})`, () => {
  // What the short round of batches (batches.test.ts) proves of the embedded database holds here as well.
  const killedOn = isSoak ? engines : []
  it.each(killedOn)('kill -9 at random points on %s: each row has one card', { timeout: minutes(30) }, async (engine) => {
    const { host, address } = await started(engine)
    const rowCount = 5_000
    const ids: string[] = []
    for (let round = 0; round < 8; round += 1) {
      const rows = times(rowCount, (index) => virtualCard(round * 10_000 + index, { tagName: `Round ${round}`, tagValue: `${index % 7}`, notificationNumber: index % 5 === 0 ? '81234567' : '' })) // oxfmt-ignore
      const id = await approvedOrder(await people(host), rows)
      ids.push(id)
      for (let kills = 0; kills < 3; kills += 1) {
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 3_000)))
        await host.kill()
        // The host proves its ledger at each start, and would not start with one that is not in order.
        await host.start()
      }
      await untilAllIssued(host, id, rowCount)
    }
    await host.end()
    await prove(host, address, ids)
  }) // oxfmt-ignore

  it.runIf(tried.includes('inside a part'))('postgres: killed inside the transaction of a part', { timeout: minutes(5) }, async () => {
    const { host, address = '' } = await started('postgres')
    const other = new pg.Client(address)
    await other.connect()
    cleanUps.push(() => other.end())
    const issued = async () => (await other.query<{ n: number }>('SELECT coalesce(sum(issued_count), 0)::int AS n FROM card_order')).rows[0]?.n // oxfmt-ignore
    // More than one part of an issue has.
    const rowCount = isSoak ? 600 : 300
    // Where the job stands when it is killed: before its first card, at the tags of a part whose cards are inserted already, and
    // with the cards inserted and their money not yet posted.
    const places = [
      "SELECT id FROM account WHERE kind = 'funding' FOR UPDATE",
      'LOCK TABLE card_tag_value IN EXCLUSIVE MODE',
      'LOCK TABLE ledger_entry IN EXCLUSIVE MODE',
    ]
    const ids: string[] = []
    for (const [round, place] of drawn(places).entries()) {
      const before = (await issued()) ?? 0
      await other.query('BEGIN')
      await other.query(place)
      const rows = times(rowCount, (index) => virtualCard(round * 10_000 + index, { tagName: 'Squad', tagValue: 'Blue' })) // oxfmt-ignore
      ids.push(await approvedOrder(await people(host), rows))
      await expect.poll(() => lockWaits(other), { interval: 20 }).toBe(1)
      await host.kill()
      await other.query('COMMIT')
      // The line of a killed host is noticed by the database in its own time.
      await expect.poll(() => lockWaits(other), { interval: 20 }).toBe(0)
      expect(await issued()).toBe(before)
      await endLeases(other)
      await host.start()
      await untilAllIssued(host, ids[round] ?? '', rowCount)
    }
    await host.end()
    await prove(host, address, ids)
  }) // oxfmt-ignore

  it.runIf(tried.includes('two hosts'))('two hosts on one PostgreSQL issue each row once, also where one of them dies', { timeout: minutes(5) }, async () => {
    const { host, address = '' } = await started('postgres')
    const second = await running({ DATABASE_URL: address, SECRETS_DIR: `${host.dataDir}/keys` })
    const rowCount = isSoak ? 5_000 : 400
    const ids: string[] = []
    const both = await people(host)
    for (let order = 0; order < 3; order += 1)
      ids.push(await approvedOrder(both, times(rowCount, (index) => virtualCard(order * 10_000 + index))))
    await expect.poll(() => issuedOf(second, ids[0] ?? ''), { interval: 10 }).toBeGreaterThan(0)
    await host.kill()
    for (const id of ids) await untilAllIssued(second, id, rowCount)
    await second.end()
    await prove(second, address, ids)
  }) // oxfmt-ignore
})
