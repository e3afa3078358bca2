// A maker withdraws their own batch: the confirmation dialog and its accessibility, the message afterwards, and opening
// the batch again.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import MyBatchesPage from '#pages/batches/MyBatchesPage.tsx'
import { currentNotices } from '#services/notices.ts'
import { violationsInJsdom } from '#tests/support/axe-jsdom.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['load'] })
})

it('a batch awaiting approval is withdrawn after a confirmation, listed as withdrawn, and opens again as a draft', async () => {
  let batch = awaitingBatch
  server.respondWith((response, { method }) => {
    if (method === 'withdrawBatchLoad') batch = { ...batch, WITHDRAWN: true }
    json(response, { resultCode: '0', batchLoads: [batch], batchLoad: batch, rows: [] })
  })
  showPage(
    <>
      <MyBatchesPage />
      <Address />
    </>,
    '/batches/mine',
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw batch 12' }))
  const question = screen.getByRole('dialog', { name: 'Withdraw batch 12?' })
  expect(await violationsInJsdom(question)).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Withdraw 3 loads, SGD 60.00' }))
  await waitFor(() => expect(currentNotices().visible[0]?.text).toBe('Batch load withdrawn'))
  await screen.findByText('Withdrawn')
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open again batch 12' }))
  await expect.poll(() => address()).toMatch(/^\/batchload\?/)
})
