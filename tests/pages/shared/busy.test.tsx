// A server that postpones a read (503, 429): the page keeps its data, explains the delay, and retries automatically.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { BusyBanner } from '#app/frame/BusyBanner.tsx'
import MyBatchesPage from '#pages/batches/MyBatchesPage.tsx'
import { setResponseStore } from '#services/server/response-store.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const listResponse = { resultCode: '0', batchLoads: [awaitingBatch] }
const busyResponse = {
  resultCode: '-20500',
  resultText: 'The server is not ready. Please try again in a moment',
  retryAfter: 0.01,
}

const server = withStubServer()
let storedList: { response: unknown; at: number } | undefined
beforeEach(() => {
  setResponseStore({ store: async () => undefined, read: async () => storedList })
  signInTestUser({ Batch: ['load'] })
  return async () => {
    storedList = undefined
  }
})

const open = () =>
  showPage(
    <>
      <BusyBanner />
      <MyBatchesPage />
    </>,
    '/batches/mine',
  )
const isBusyBannerShown = () => screen.queryByText('The server is busy') !== null
const isListed = () => screen.queryAllByText(awaitingBatch.BATCHLOADFILEREFERENCE).length > 0

it.each([503, 429])('retries automatically after %i, without a button', async (status) => {
  server.respondJson(status === 503 ? busyResponse : { ...busyResponse, resultCode: '-20429' }, status)
  open()
  await waitFor(() => expect(isBusyBannerShown()).toBe(true))
  expect(screen.queryByText('Try again')).toBeNull()
  expect(screen.queryByText(busyResponse.resultText)).toBeNull()
  server.respondJson(listResponse)
  await waitFor(() => expect(isListed()).toBe(true))
  await waitFor(() => expect(isBusyBannerShown()).toBe(false))
})

it('keeps the list on screen while the server is busy', async () => {
  server.respondJson(listResponse)
  open()
  await waitFor(() => expect(isListed()).toBe(true))
  server.respondJson(busyResponse, 503)
  refreshQueries('myBatches')
  await waitFor(() => expect(isBusyBannerShown()).toBe(true))
  expect(isListed()).toBe(true)
  server.respondJson(listResponse)
  await waitFor(() => expect(isBusyBannerShown()).toBe(false))
  expect(isListed()).toBe(true)
})

it('shows the list saved on this device, with its age, until the server responds', async () => {
  storedList = { response: { batchLoads: [awaitingBatch] }, at: Date.parse('2026-03-04T05:06:07Z') }
  server.respondJson(busyResponse, 503)
  open()
  await waitFor(() => expect(isListed()).toBe(true))
  expect(screen.queryByText(/This list was last updated on/)).not.toBeNull()
  // The server is busy, not unreachable.
  expect(screen.queryByText(/connection is back/)).toBeNull()
  expect(isBusyBannerShown()).toBe(true)
  server.respondJson(listResponse)
  await waitFor(() => expect(screen.queryByText(/This list was last updated on/)).toBeNull())
  expect(isListed()).toBe(true)
})

it('reports a server error immediately', async () => {
  server.respondJson({ resultCode: '-20500', resultText: 'Something went wrong' }, 500)
  open()
  await screen.findByText('Something went wrong')
  expect(isBusyBannerShown()).toBe(false)
  expect(screen.queryByText('Try again')).not.toBeNull()
})
