// Uploads and approves a batch of loads and waits for it, by calls to a server that runs as a process.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import type { SignedInClient } from './call.ts'

/** Uploads loads of 1.00 by tracking number, since card numbers in a copied database work only with the tests' keys. */
export async function uploadLoad(
  olive: SignedInClient,
  rowCount: number,
  loadReference = 'Test loads',
): Promise<string> {
  const cards = demoCardsInState('active', 60, [1])
  const batchElements = Array.from({ length: rowCount }, (_, index) => ({
    identifier: cards[index % cards.length]?.trackingNumber ?? '',
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
