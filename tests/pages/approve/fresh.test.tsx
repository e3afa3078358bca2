// No decision on outdated data. The dialog explains the problem and disables its button while the rows are loading,
// after loading failed, or if the batch was decided meanwhile.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { ApiFunding } from '#domain/funding/funds.ts'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'
import { shortFunding, apiFunding } from '#tests/support/funding.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const detail = batchRow(1, { FINDINGSNOW: ['cardStopped'] })
const scheduledBatch = {
  ...awaitingBatch,
  BATCHLOADFILEAPPROVED: true,
  SCHEDULEDDATE: '2126-11-22T02:00:00Z',
  RETRYABLE: true,
  PREFLIGHTDATE: '2126-11-21T20:00:00Z',
  PREFLIGHTFAILING: 1,
}

const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

/** Shows a list with this batch; the test responds to the request for its details. */
function open(listedBatch: BatchLoadFile, details: (response: ServerResponse) => void, search = ''): void {
  server.respondWith((response, { method }) =>
    method === 'batchLoadDetails'
      ? details(response)
      : json(response, { resultCode: '0', batchLoads: [listedBatch], batchLoad: listedBatch }),
  )
  showPage(<ApproveBatchLoadPage />, `/batchloads${search}`)
}
const respondWith =
  (batchLoad: BatchLoadFile, details: readonly object[] = [detail], funding?: ApiFunding) =>
  (response: ServerResponse) =>
    json(response, { resultCode: '0', batchLoad, details, ...(funding && { funding }) })
const approveButton = () => screen.getByRole('button', { name: /^Approve 3 loads/ })
const isBlocked = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
const approvals = () => server.requests.filter(({ method }) => method === 'approveBatchLoad')

it('approves nothing, by a click or Ctrl+Enter, until the rows are loaded and new warnings are shown', async () => {
  const heldResponses: ServerResponse[] = []
  open(awaitingBatch, (response) => void heldResponses.push(response))
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const dialog = screen.getByRole('dialog', { name: 'Approve batch 12?' })
  expect(within(dialog).getByRole('status').textContent).toBe('The rows are being checked …')
  expect(isBlocked(approveButton())).toBe(true)
  fireEvent.click(approveButton())
  fireEvent.keyDown(approveButton(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(heldResponses).toHaveLength(1))
  respondWith(awaitingBatch)(heldResponses[0] as ServerResponse)
  expect(await within(dialog).findByText(/1 load would fail now/)).toBeTruthy()
  expect(isBlocked(approveButton())).toBe(false)
  await expect.poll(() => approvals()).toEqual([])
  fireEvent.click(approveButton())
  await waitFor(() => expect(approvals()).toHaveLength(1))
})

it.each([
  ['a refusal', { resultCode: '-20500', resultText: 'An error occurred' }, 'An error occurred'],
  ['no response', undefined, 'Cannot connect to server'],
])('reports %s to the request for the rows, and retries', async (_, reply, text) => {
  let fails = true
  open(awaitingBatch, (response) =>
    !fails ? respondWith(awaitingBatch, [])(response) : reply ? json(response, reply) : void response.destroy(),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
  const [title] = await dialog.findAllByText('The rows could not be checked')
  expect(title?.closest('[role=alert], [role=status]')?.textContent).toContain(text)
  expect(isBlocked(approveButton())).toBe(true)
  fails = false
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(isBlocked(approveButton())).toBe(false))
  expect(dialog.queryByText('The rows could not be checked')).toBeNull()
  // This message replaces the one about the check, so that the controls below do not move.
  expect(dialog.getByText('No problems found in these rows.')).toBeTruthy()
})

it('does not approve what another checker has decided since the list was loaded', async () => {
  open(awaitingBatch, respondWith({ ...awaitingBatch, BATCHLOADFILEAPPROVED: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
  expect((await dialog.findAllByText('This batch has already been approved')).length).toBeGreaterThan(0)
  expect(isBlocked(approveButton())).toBe(true)
})

it('offers no decision in Batch Details with saved data, and retries if loading failed', async () => {
  open(awaitingBatch, respondWith(awaitingBatch), '?batch=12')
  await screen.findByRole('dialog', { name: 'Batch Details' })
  const footer = () => within(screen.getByRole('dialog', { name: 'Batch Details' }))
  await waitFor(() => expect(isBlocked(footer().getByRole('button', { name: 'Approve' }))).toBe(false))
  cleanup()
  // Opens the details again with data saved on this device, before the server has responded.
  const heldResponses: ServerResponse[] = []
  open(awaitingBatch, (response) => void heldResponses.push(response), '?batch=12')
  expect(isBlocked(await footer().findByRole('button', { name: 'Approve' }))).toBe(true)
  expect(isBlocked(footer().getByRole('button', { name: 'Reject' }))).toBe(true)
  await waitFor(() => expect(heldResponses).toHaveLength(1))
  heldResponses[0]?.destroy()
  expect((await footer().findAllByText('The rows could not be checked')).length).toBeGreaterThan(0)
  expect(isBlocked(footer().getByRole('button', { name: 'Approve' }))).toBe(true)
  fireEvent.click(footer().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(heldResponses).toHaveLength(2))
  respondWith({ ...awaitingBatch, BATCHLOADFILEREJECTED: true })(heldResponses[1] as ServerResponse)
  await waitFor(() => expect(footer().queryByRole('button', { name: 'Approve' })).toBeNull())
})

it('shows the expected failures of a scheduled batch, and offers to change its schedule', async () => {
  open(scheduledBatch, respondWith(scheduledBatch), '?status=5')
  expect((await screen.findAllByText('1 of 3 loads is expected to fail')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Result of/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Process now batch 12' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Process batch 12 now?' }))
  expect(await dialog.findByText(/At the moment 1 load \(SGD 20\.00\) would fail\./)).toBeTruthy()
})

describe('the funding account', () => {
  const threeRows = [1, 2, 3].map((row) => ({
    ...detail,
    ROWNUMBER: row,
    IDENTIFIER: `70000000000000${row}`,
    FINDINGSNOW: row === 1 ? [] : ['fundsShort'],
  }))
  const text = () => screen.getByRole('dialog').textContent?.replaceAll('\u00a0', ' ') ?? ''

  it('is reported if it has too little money: the dialog counts the failing rows, and approving stays possible', async () => {
    open(awaitingBatch, respondWith(awaitingBatch, threeRows, shortFunding))
    fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
    await waitFor(() => expect(text()).toContain('2 of 3 loads would fail: SGD 10,527.29 is missing'))
    expect(text()).toContain(
      'The funding account has SGD 1,974.21. SGD 500.00 is reserved for batches and orders that come first. These rows need SGD 12,001.50, fees included.',
    )
    expect(text()).toContain('SGD 200.00 of the reserved money is for later runs.')
    // No card has changed.
    expect(text()).not.toContain('would fail now')
    const noProblems = screen.getByText('No problems found in these rows.')
    expect(noProblems.previousElementSibling?.childElementCount).toBe(1)
    expect(isBlocked(approveButton())).toBe(false)
    fireEvent.click(approveButton())
    await waitFor(() => expect(approvals()).toHaveLength(1))
  })

  it('is shown with its balance if nothing is missing', async () => {
    open(awaitingBatch, respondWith(awaitingBatch, [{ ...detail, FINDINGSNOW: [] }], apiFunding({ reserved: '40.00' })))
    fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
    await waitFor(() => expect(text()).toContain('The funding account has SGD 5,000.00. SGD 40.00 is reserved'))
    expect(screen.getByText('No problems found in these rows.').previousElementSibling?.childElementCount).toBe(0)
  })

  it('is not shown for a rejection, which moves no money', async () => {
    open(awaitingBatch, respondWith(awaitingBatch, [{ ...detail, FINDINGSNOW: [] }], apiFunding({ reserved: '40.00' })))
    fireEvent.click(await screen.findByRole('button', { name: 'Reject batch 12' }))
    expect(await screen.findByText('No problems found in these rows.')).toBeTruthy()
    expect(text()).not.toContain('The funding account has')
  })

  it('is shown in the details, with the rows that it does not cover', async () => {
    open(awaitingBatch, respondWith(awaitingBatch, threeRows, shortFunding), '?batch=12')
    await waitFor(() => expect(text()).toContain('2 of 3 loads would fail: SGD 10,527.29 is missing'))
    expect(text()).toContain('Funding accountSGD 1,974.21')
    expect(screen.getAllByText('Row is not covered by the funding account')).toHaveLength(2)
    expect(screen.getByRole('option', { name: 'Not covered by the funding account (2)' })).toBeTruthy()
    expect(screen.queryByRole('option', { name: /^Cards changed since upload/ })).toBeNull()
  })
})
