// The list shows the result of a run even if the page never saw the batch in processing.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { batchStates } from '#domain/batch/states.ts'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const failedBatch = {
  ...awaitingBatch,
  BATCHLOADFILEAPPROVED: true,
  PROCESSED: true,
  RETRYABLE: true,
  LOADEDCOUNT: 2,
  LOADEDAMOUNT: '40.00',
}
const doneBatch = { ...failedBatch, RETRYABLE: false, LOADEDCOUNT: 3, LOADEDAMOUNT: '60.00' }

const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

it('the list shows the result of a run that ends between two requests', async () => {
  let isRetried = false
  let listRequestCount = 0
  server.respondWith((response, { method, params }) => {
    if (method === 'retryBatchLoad') isRetried = true
    if (method !== 'batchLoads')
      return json(response, { resultCode: '0', batchLoad: isRetried ? doneBatch : failedBatch, details: [] })
    if (params['filter'] !== batchStates.approved) return json(response, { resultCode: '0', batchLoads: [] })
    // After the retry, the first request for the list still gets the state before the result; all later ones the
    // result.
    const isList = params['limit'] !== undefined
    if (isList && isRetried) listRequestCount += 1
    return json(response, {
      resultCode: '0',
      batchLoads: [isRetried && (!isList || listRequestCount > 1) ? doneBatch : failedBatch],
    })
  })
  showPage(<ApproveBatchLoadPage />, `/batchloads?status=${batchStates.approved}`)
  fireEvent.change(await screen.findByLabelText('Status'), { target: { value: String(batchStates.approved) } })
  fireEvent.click(await screen.findByRole('button', { name: 'Retry batch 12' }))
  const retryButton = await screen.findByRole('button', { name: /^Retry 1 load/ })
  await waitFor(() => expect(retryButton.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(retryButton)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Details of batch 12' }).closest('tr')?.textContent).toContain(
      '3 loaded, 0 failed',
    ),
  )
  expect(listRequestCount).toBeGreaterThan(1)
})
