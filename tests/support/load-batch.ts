// Uploads and approves a batch of loads and waits for it, by calls to a server that runs as a process.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import type { Db } from '#server/operations/context.ts'
import type { SignedInClient } from './call.ts'

export const loadedCards = demoCardsInState('active', 60, [1])

/** Uploads loads of 1.00 by tracking number, since card numbers in a copied database work only with the tests' keys. */
export async function uploadLoad(
  olive: SignedInClient,
  rowCount: number,
  loadReference = 'Test loads',
): Promise<string> {
  const batchElements = Array.from({ length: rowCount }, (_, index) => ({
    identifier: loadedCards[index % loadedCards.length]?.trackingNumber ?? '',
    amount: '1.00',
  }))
  const uploaded = await olive.call('batchLoadUpload', {
    requestId: randomUUID(),
    batchElements,
    identifierType: 2,
    loadReference,
    fileName: 'x.csv',
    batchLoadOptions: [],
    duplicateReason: 'The same cards again',
  })
  expect(uploaded).toMatchObject({ resultCode: '0' })
  return uploaded.batchLoadFileID
}

export async function approveLoad(amir: SignedInClient, id: string): Promise<void> {
  const { batchLoads } = await amir.call('batchLoads', { filter: 1 })
  const fingerprint = batchLoads.find((file) => file.BATCHLOADFILEID === id)?.FINGERPRINT ?? ''
  const response = await amir.call('approveBatchLoad', { requestId: randomUUID(), batchLoadFileID: id, fingerprint })
  expect(response).toMatchObject({ resultCode: '0' })
}

/** Waits until all rows are loaded. */
export const waitUntilLoaded = (amir: SignedInClient, id: string, rowCount: number, timeout?: number): Promise<void> =>
  expect
    .poll(
      async () =>
        (await amir.call('batchLoads', { filter: 2 })).batchLoads.find((file) => file.BATCHLOADFILEID === id)
          ?.LOADEDCOUNT,
      { interval: 200, ...(timeout && { timeout }) },
    )
    .toBe(rowCount)

/** The number of posted rows of each batch with this reference, in the order of their ids. */
export async function readPostedRows(db: Db, reference: string): Promise<{ id: string; n: number }[]> {
  const { rows } = await sql<{ id: string; n: number }>`
    SELECT b.id::text AS id, (SELECT count(*)::int FROM posted_row WHERE batch_id = b.id) AS n
    FROM batch_file b WHERE reference = ${reference} ORDER BY b.id`.execute(db)
  return rows
}

/**
 * Checks that each row of these batches was posted once, that no other batch with the reference exists, and that the
 * ledger is in order.
 */
export async function expectPostedOnce(
  databaseUrl: string,
  { reference, ids, rowCount }: { reference: string; ids: readonly string[]; rowCount: number },
): Promise<void> {
  const database = await connectDatabase({ databaseUrl })
  try {
    const expected = ids.toSorted((one, other) => Number(one) - Number(other)).map((id) => ({ id, n: rowCount }))
    expect(await readPostedRows(database.db, reference)).toEqual(expected)
    expect(await checkLedger(database.db)).toEqual([])
  } finally {
    await database.close()
  }
}
