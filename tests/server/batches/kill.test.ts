// A host killed in the middle of processing (threats T40): nothing half done, and the next start does it all by itself, once.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { clientFor, type SignedInClient } from '#tests/support/call.ts'
import { engines, freshDataFolder, freshPostgresAddress } from '#tests/support/database.ts'
import { type RunningHost, startHost } from '#tests/support/host.ts'

const cards = demoCardsInState('active', 200)
const rowCount = 2_000
// By tracking number, since the copied database knows card numbers by the keys of the tests alone.
const batchElements = Array.from({ length: rowCount }, (_, index) => ({
  identifier: cards[index % cards.length]?.trackingNumber ?? '',
  amount: '5.00',
}))

let host: RunningHost | undefined
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  await host?.stop()
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function uploadAndApprove(running: RunningHost): Promise<string> {
  const olive = await clientFor(running, 'olive')
  const amir = await clientFor(running, 'amir')
  const uploaded = await olive.call('batchLoadUpload', {
    requestId: randomUUID(),
    batchElements,
    identifierType: 2,
    loadReference: 'Killed in between',
    fileName: 'x.csv',
    batchLoadOptions: [],
  })
  expect(uploaded).toMatchObject({ resultCode: '0' })
  const id = uploaded.batchLoadFileID
  const waiting = (await amir.call('batchLoads', { filter: 1 })).batchLoads.find((file) => file.BATCHLOADFILEID === id)
  const approved = await amir.call('approveBatchLoad', {
    requestId: randomUUID(),
    batchLoadFileID: id,
    fingerprint: waiting?.FINGERPRINT ?? '',
  })
  expect(approved.resultCode).toBe('0')
  return id
}

const processed = async (amir: SignedInClient, id: string) =>
  (await amir.call('batchLoads', { filter: 2 })).batchLoads.find((file) => file.BATCHLOADFILEID === id)
const balanceOf = async (amir: SignedInClient) =>
  Number((await amir.call('cardDetails', { voucherID: String(cards[0]?.id) })).card.CARDBALANCE)

describe('kill -9 while a batch is processed', () => {
  it('embedded: killed again and again, loads each row once', { timeout: 180_000 }, async () => {
    const { folder, remove } = await freshDataFolder()
    cleanUps.push(remove)
    host = await startHost({ dataFrom: folder })
    const before = await balanceOf(await clientFor(host, 'amir'))
    const id = await uploadAndApprove(host)
    await host.kill()
    // The host proves its ledger at each start and would not start with one that is not in order.
    await host.start()
    await host.kill()
    await host.start()
    const amir = await clientFor(host, 'amir')
    await expect.poll(async () => (await processed(amir, id))?.LOADEDCOUNT, { interval: 100 }).toBe(rowCount)
    expect(await balanceOf(amir)).toBeCloseTo(before + (5 * rowCount) / cards.length, 2)
    await host.restart()
    expect(await balanceOf(await clientFor(host, 'amir'))).toBeCloseTo(before + (5 * rowCount) / cards.length, 2)
  })

  it.runIf(engines.includes('postgres'))('postgres: killed inside the transaction', { timeout: 180_000 }, async () => {
    const { address, drop } = await freshPostgresAddress('demo')
    const other = new pg.Client(address)
    await other.connect()
    cleanUps.push(() => other.end(), drop)
    host = await startHost({ env: { DATABASE_URL: address } })
    // Whoever posts begins with the funding account: held here, the job stands in the middle of its transaction.
    await other.query('BEGIN')
    await other.query("SELECT id FROM account WHERE kind = 'funding' FOR UPDATE")
    const id = await uploadAndApprove(host)
    const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'" // prettier-ignore
    await expect.poll(async () => (await other.query<{ n: number }>(waiting)).rows[0]?.n).toBe(1)
    await host.kill()
    await other.query('COMMIT')
    const posted = `SELECT count(*)::int AS n FROM ledger_transaction WHERE batch_id = ${id}`
    expect((await other.query<{ n: number }>(posted)).rows[0]?.n).toBe(0)
    await host.start()
    const amir = await clientFor(host, 'amir')
    await expect.poll(async () => (await processed(amir, id))?.LOADEDCOUNT, { interval: 100 }).toBe(rowCount)
    expect((await other.query<{ n: number }>(posted)).rows[0]?.n).toBe(rowCount)
  })
})
