// Approve Batch Load with a decision whose response was lost: the messages of every pending change, the same request
// again, and no repetition once the server may have forgotten the request.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { reportReached } from '#services/server/connection.ts'
import { currentNotices } from '#services/notices.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const TITLE = 'We cannot tell whether batch 12 was approved'
const server = withStubServer()

beforeEach(() => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

it('a pending decision is checked again from the dialog, stays pending if unclear, and ends with a clear response', async () => {
  await approveWithLostResponse()
  const dialog = within(screen.getByRole('dialog', { name: TITLE }))
  expect(dialog.getByText('Cannot connect to server')).toBeTruthy()
  for (const message of ['Your session has ended', 'Too many requests']) {
    serverReturns({ resultCode: message.startsWith('Too') ? '-20429' : '-20403', resultText: message })
    fireEvent.click(dialog.getByRole('button', { name: 'Check again' }))
    expect(await dialog.findByText(message)).toBeTruthy()
  }
  serverReturns({})
  fireEvent.click(dialog.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect
    .poll(() => currentNotices().visible[0])
    .toMatchObject({ text: 'Batch load scheduled for processing', duration: 'long' })
  await expect
    .poll(() => currentNotices().visible[0]?.about)
    .toMatch(/^Batch 12, 3 loads, SGD 60\.00\. This is the answer to your request of /)
  expect(screen.queryByText(TITLE)).toBeNull()
  const requests = approvals
  // The first request may have been lost before it arrived.
  await expect.poll(() => requests().length).toBeGreaterThanOrEqual(3)
  await expect.poll(() => new Set(requests().map((params) => JSON.stringify(params))).size).toBe(1)
})

it('a pending decision is shown on the page when its dialog is closed, and a refusal names the decision', async () => {
  await approveWithLostResponse()
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  const banner = within((await screen.findByText(TITLE)).closest('[role=status]') as HTMLElement)
  expect(banner.getByText(/^3 loads, SGD 60\.00\. Sent on/)).toBeTruthy()
  serverReturns({ resultCode: '-20409', resultText: 'This batch has already been rejected' })
  fireEvent.click(banner.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  await expect
    .poll(() => currentNotices().visible[0])
    .toMatchObject({
      text: 'It was not done. This batch has already been rejected',
      about: 'Whether batch 12 was approved',
    })
})

it('a pending decision is not sent again after 23 hours: the user opens the batch and dismisses the decision', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T08:00:00Z'), toFake: ['Date'] })
  await approveWithLostResponse()
  vi.setSystemTime(Date.parse('2026-03-05T07:00:00Z'))
  // The button was rendered in time but pressed too late.
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await act(async () => Promise.resolve())
  show()
  const banner = within((await screen.findByText(TITLE)).closest('[role=status]') as HTMLElement)
  expect(banner.queryByRole('button', { name: 'Check again' })).toBeNull()
  expect(banner.getByText(/sending it again could do it twice\. The batch’s details will show/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const dialog = within(screen.getByRole('dialog', { name: TITLE }))
  expect(dialog.queryByRole('button', { name: /Approve|Check again/ })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Open the batch' }))
  expect(await screen.findByRole('dialog', { name: 'Batch Details' })).toBeTruthy()
  await expect.poll(() => server.requests.some(({ method }) => method === 'batchLoadDetails')).toBe(true)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  await expect.poll(() => approvals()).toHaveLength(1)
})

const approvals = () => server.paramsOf('approveBatchLoad')

function serverReturns(decision: object | undefined): void {
  const batchLoad = { ...awaitingBatch, BATCHLOADFILEID: '12' }
  server.respondWith((response, { method }) => {
    if (method === 'approveBatchLoad')
      return decision ? json(response, { resultCode: '0', ...decision }) : response.destroy()
    return json(response, { resultCode: '0', batchLoads: [batchLoad], batchLoad, details: [] })
  })
}

function show(search = ''): void {
  cleanup()
  showPage(<ApproveBatchLoadPage />, `/batchloads${search}`)
}

async function approveWithLostResponse(): Promise<void> {
  serverReturns(undefined)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const approveButton = await screen.findByRole('button', { name: /^Approve 3 loads/ })
  // The button is disabled until the rows of the batch have been checked.
  await waitFor(() => expect(approveButton.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(approveButton)
  await screen.findByRole('dialog', { name: TITLE })
  act(reportReached)
}
