// Helpers for the tests of Approve Batch Load: batches uploaded through the API, and the page as opened by an approver.
import type { Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { cardNumbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'
import { uploadLoads } from './batch-load-setup.ts'

export interface UploadedBatch {
  readonly id: string
  readonly reference: string
  /** The number and the total of the loads, as on the page's buttons: '3 loads, SGD 60.06'. */
  readonly size: string
  /** The card numbers of its rows. */
  readonly cards: readonly string[]
}

// Each batch has a different amount, so that none is a duplicate.
let uploadCount = 0

const ROWS = 3

/** Uploads a batch of loads on loadable cards. Each row has 20 dollars and some cents. */
export async function uploadBatch(server: { readonly url: string }, username: string): Promise<UploadedBatch> {
  const client = await clientFor(server, username)
  uploadCount += 1
  const cents = 2000 + uploadCount
  const decimal = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
  const cards = (await cardNumbersFor(server, 'load', { amount: '20.00' })).slice(0, ROWS)
  expect(cards).toHaveLength(ROWS)
  const reference = `Test batch ${process.pid}-${uploadCount}`
  const rows = cards.map((card) => [card, decimal(cents)] as const)
  const id = await uploadLoads(client, reference, rows, `loads-${uploadCount}.csv`)
  return { id, reference, size: `${ROWS} loads, SGD ${decimal(cents * ROWS)}`, cards }
}

/** Signs in and opens the list of batches. */
export async function openList(page: Page, username: string, { base = '' } = {}): Promise<void> {
  await signIn(page, username, { to: 'batchloads', base })
  await expect(page).toHaveURL(/\/batchloads/)
}

export const rowOf = (page: Page, batch: UploadedBatch) => page.getByRole('row', { name: new RegExp(`^${batch.id} `) })
