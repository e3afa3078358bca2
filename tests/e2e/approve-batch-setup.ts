// What the tests of Approve Batch Load share: batches uploaded through the host's door, and the page as a checker opens it.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { clientFor } from '#tests/support/call.ts'
import { numbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'

interface Host {
  readonly url: string
}

export interface Uploaded {
  readonly id: string
  readonly reference: string
  /** As the page writes it: 'Approve 3 loads, SGD 60.06'. */
  readonly size: string
  /** The card numbers of its rows. */
  readonly cards: readonly string[]
}

// Another amount for each batch, so that none equals an earlier one.
let uploads = 0

/** Uploads a batch of loads on cards that can be loaded; each row carries 20 dollars and some cents. */
export async function uploadBatch(host: Host, username: string, rows = 3): Promise<Uploaded> {
  const client = await clientFor(host, username)
  uploads += 1
  const cents = 2000 + uploads
  const amount = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
  const batchElements = (await numbersFor(host, 'load', { amount: '20.00' }))
    .slice(0, rows)
    .map((identifier) => ({ identifier, amount: amount(cents) }))
  expect(batchElements).toHaveLength(rows)
  const reference = `Test batch ${process.pid}-${uploads}`
  const answer = await client.call('batchLoadUpload', {
    requestId: randomUUID(),
    batchElements,
    identifierType: 1,
    loadReference: reference,
    fileName: `loads-${uploads}.csv`,
    batchLoadOptions: [],
  })
  expect(answer).toMatchObject({ resultCode: '0' })
  const count = rows === 1 ? '1 load' : `${rows} loads`
  return {
    id: answer.batchLoadFileID,
    reference,
    size: `${count}, SGD ${amount(cents * rows)}`,
    cards: batchElements.map(({ identifier }) => identifier),
  }
}

/** Uploads a batch of olive's that takes some twenty dollars from each of three cards, or moves it to three others. */
export async function uploadMoves(host: Host, type: 'transfer' | 'devalue'): Promise<Uploaded> {
  const client = await clientFor(host, 'olive')
  uploads += 1
  const amount = `20.${10 + (uploads % 80)}`
  const cards = await numbersFor(host, 'load', { amount: '20.00' })
  const all = cards.slice(0, cards.length / 2).map((identifier, index) => ({
    identifier,
    amount,
    ...(type === 'transfer' ? { identifierTo: cards[cards.length - 1 - index] ?? '' } : {}),
  }))
  const verified = await client.call('verifyBatchFile', {
    type,
    name: 'moves.csv',
    identifierType: 1,
    batchSizeLimit: 250,
    additionalValidation: type === 'transfer' ? ['loadlimit', 'duplicateCard'] : ['duplicateCard'],
    reference: 'Which cards can be used',
    batchElements: all,
  })
  const batchElements = all.filter((_, index) => verified.batchElements[index]?.findings.length === 0).slice(0, 3)
  expect(batchElements).toHaveLength(3)
  const reference = `Test ${type} ${process.pid}-${uploads}`
  const common = { requestId: randomUUID(), batchElements, identifierType: 1, fileName: `${type}.csv` } as const
  const answer =
    type === 'transfer'
      ? await client.call('batchTransferUpload', { ...common, loadReference: reference, batchTransferOptions: [] })
      : await client.call('batchDevalueUpload', { ...common, batchDescription: reference, retire: false })
  expect(answer).toMatchObject({ resultCode: '0' })
  const total = String(Number(amount.replace('.', '')) * 3)
  return {
    id: answer.batchLoadFileID,
    reference,
    size: `3 ${type}s, SGD ${total.slice(0, -2)}.${total.slice(-2)}`,
    cards: batchElements.map(({ identifier }) => identifier),
  }
}

/** Signs in and opens the list, or the address below it. */
export async function openList(page: Page, username: string, { search = '', at = '' } = {}): Promise<void> {
  await signIn(page, username, { to: `batchloads${search}`, at })
  await expect(page).toHaveURL(/\/batchloads/)
}

export const rowOf = (page: Page, batch: Uploaded) => page.getByRole('row', { name: new RegExp(`^${batch.id} `) })
