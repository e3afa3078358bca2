// P13: how many events of the card processor the server takes a second while it posts batches, through the API.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { demoCardsInState, sampleRows } from '#server/demo/sample-batch.ts'
import { createFeedKey } from '#server/keys/feed-keys.ts'
import type { Db } from '#server/operations/context.ts'
import { post } from '#tests/support/call.ts'
import { demoDatabase, secrets } from './databases.ts'
import { atLeast, type Figure, isQuick, formatCount, median } from './figure.ts'
import { startLocalServer } from './local-server.ts'
import { createBatch, postBatch } from './posting.ts'

const EVENTS_A_CALL = 1_000
const CALLS = isQuick ? 2 : 10
const ROUNDS = isQuick ? 1 : 7
const ROWS = isQuick ? 500 : 5_000
const cards = demoCardsInState('active', isQuick ? 200 : 2_000)

export const feeding: Figure = {
  id: 'P13',
  title: `Events of the card processor a second, ${formatCount(EVENTS_A_CALL)} a call, beside a running batch of ${formatCount(ROWS)} loads`,
  reference: 'the same events without a batch',
  explanation:
    'Half of the events are authorisations, half are their clearings. Caller, server, batch and database share the processors of one machine; events and chunks of the batch lock the same accounts of the programme in turn.',
  async measure() {
    const database = await demoDatabase()
    const { db } = database
    const { url, close } = await startLocalServer(database)
    const key = await createFeedKey(db, voyager.ownerId, 'bench', new Date())
    const send = async (events: readonly object[]) => {
      const { response } = await post(url, 'feedEvents', { key, requestId: randomUUID(), events })
      if (response.resultCode !== '0') throw new Error(JSON.stringify(response).slice(0, 400))
    }
    const eventsPerSecond = async () => {
      const calls = Array.from({ length: CALLS }, newEvents)
      const start = performance.now()
      for (const events of calls) await send(events)
      return (CALLS * EVENTS_A_CALL * 1_000) / (performance.now() - start)
    }
    /** Posts one batch after another until the events are sent. */
    const eventsPerSecondWithBatches = async () => {
      let isSending = true
      const postBatches = async () => {
        while (isSending) await postBatch(db, await createBatch(db, secrets, sampleRows(ROWS)))
      }
      const posting = postBatches()
      try {
        return await eventsPerSecond()
      } finally {
        isSending = false
        await posting
      }
    }
    const ratesWithBatches: number[] = []
    const ratesAlone: number[] = []
    // The first round compiles the code, and does not count.
    for (let round = isQuick ? 1 : 0; round <= ROUNDS; round += 1) {
      const rateWithBatches = await eventsPerSecondWithBatches()
      const rateAlone = await eventsPerSecond()
      if (round === 0) continue
      ratesWithBatches.push(rateWithBatches)
      ratesAlone.push(rateAlone)
    }
    await requireAllApplied(db)
    await close()
    const note = `${formatCount(Math.round(median(ratesAlone)))} without a batch`
    return [atLeast('events a second', { value: median(ratesWithBatches), limit: 1_000, note })]
  },
}

let purchases = 0

/** Events of one call: for each purchase its authorisation and its clearing. Amounts of 0.01, so that no card runs empty. */
function newEvents(): object[] {
  return Array.from({ length: EVENTS_A_CALL / 2 }, () => {
    purchases += 1
    const purchase = {
      trackingNumber: cards[purchases % cards.length]?.trackingNumber,
      authorisation: `purchase-${purchases}`,
      authNumber: String(purchases),
      amount: 1,
      currency: 'SGD',
      merchant: 'Kopi Corner',
    }
    const at = (msAgo: number) => new Date(Date.now() - msAgo).toISOString()
    return [
      { ...purchase, kind: 'authorisation', eventId: `auth-${purchases}`, at: at(HOUR_MS) },
      { ...purchase, kind: 'clearing', eventId: `clearing-${purchases}`, at: at(MINUTE_MS) },
    ]
  }).flat()
}

/** Throws if an event was not applied. The figure would then mean nothing. */
async function requireAllApplied(db: Db): Promise<void> {
  const { rows } = await sql<{ state: string; count: string }>`
    SELECT state, count(*) FROM feed_event WHERE source = 'bench' AND state <> 'done' GROUP BY state`.execute(db)
  if (rows.length > 0) throw new Error(`Not all events were applied: ${JSON.stringify(rows)}`)
}
