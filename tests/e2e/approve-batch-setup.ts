// Helpers for the tests of Approve Batch Load: batches uploaded through the API, and the page as opened by an approver.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { cardNumbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'

interface Services {
  readonly url: string
}

export interface Uploaded {
  readonly id: string
  readonly reference: string
  /** The text on the page: 'Approve 3 loads, SGD 60.06'. */
  readonly size: string
  /** The card numbers of its rows. */
  readonly cards: readonly string[]
}

// Each batch has a different amount, so that none is a duplicate.
let uploads = 0

const ROWS = 3

/** Uploads a batch of loads on loadable cards. Each row has 20 dollars and some cents. */
export async function uploadBatch(server: Services, username: string): Promise<Uploaded> {
  const client = await clientFor(server, username)
  uploads += 1
  const cents = 2000 + uploads
  const amount = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
  const batchElements = (await cardNumbersFor(server, 'load', { amount: '20.00' }))
    .slice(0, ROWS)
    .map((identifier) => ({ identifier, amount: amount(cents) }))
  expect(batchElements).toHaveLength(ROWS)
  const reference = `Test batch ${process.pid}-${uploads}`
  const response = await client.call('batchLoadUpload', {
    requestId: randomUUID(),
    batchElements,
    identifierType: 1,
    loadReference: reference,
    fileName: `loads-${uploads}.csv`,
    batchLoadOptions: [],
  })
  expect(response).toMatchObject({ resultCode: '0' })
  return {
    id: response.batchLoadFileID,
    reference,
    size: `${ROWS} loads, SGD ${amount(cents * ROWS)}`,
    cards: batchElements.map(({ identifier }) => identifier),
  }
}

/** Signs in and opens the list. */
export async function openList(page: Page, username: string, { base = '' } = {}): Promise<void> {
  await signIn(page, username, { to: 'batchloads', base })
  await expect(page).toHaveURL(/\/batchloads/)
}

export const rowOf = (page: Page, batch: Uploaded) => page.getByRole('row', { name: new RegExp(`^${batch.id} `) })
