// My batches: when the list reloads automatically, and how rows are numbered.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { BatchLoadFile, MyBatchRow } from '#contract/batches.ts'
import MyBatchesPage from '#pages/batches/MyBatchesPage.tsx'
import { pollDelayMs } from '#pages/batches/mine/pollDelay.ts'
import { queryClient } from '#services/server/queries.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

const runningBatch = { ...awaitingBatch, BATCHLOADFILEAPPROVED: true }
const processedBatch = { ...runningBatch, PROCESSED: true }
const closedBatch = { ...runningBatch, BATCHLOADFILECLOSED: true }
const rejectedBatch = { ...awaitingBatch, BATCHLOADFILEREJECTED: true }
const scheduledBatch = { ...runningBatch, SCHEDULEDDATE: '2026-11-22T02:00:00Z' }
const scheduledTime = Date.parse(scheduledBatch.SCHEDULEDDATE)

const server = withStubServer()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  signInTestUser({ Batch: ['load'] })
})

function openMyBatches(
  batchLoads: readonly BatchLoadFile[],
  rows: readonly MyBatchRow[] = [],
  search = '',
  hasFile = false,
) {
  const batchLoad = batchLoads[0]
  // Newest first, as the server lists them.
  const numberedBatches = batchLoads
    .map((file, index) => ({ ...file, BATCHLOADFILEID: String(12 + index) }))
    .toReversed()
  server.respondWith((response, { method }) =>
    json(response, {
      resultCode: '0',
      ...(method === 'myBatches' ? { batchLoads: numberedBatches } : { batchLoad, rows, hasFile }),
    }),
  )
  showPage(
    <>
      <MyBatchesPage />
      <Address />
    </>,
    `/batches/mine${search}`,
  )
}

it.each([
  ['no batch is running', [awaitingBatch, processedBatch, closedBatch, rejectedBatch], 0],
  ['a batch is running', [awaitingBatch, runningBatch], 1],
])('loads again automatically only while needed: %s', async (_, batchLoads, fetchCount) => {
  openMyBatches(batchLoads)
  await screen.findAllByText('March')
  vi.advanceTimersByTime(3_000)
  expect(queryClient.isFetching()).toBe(fetchCount)
})

it('shows a run with failures as failed, and does not call a transfer a load', async () => {
  openMyBatches([
    { ...processedBatch, LOADTYPE: 'transfer', LOADSCOUNT: 3, LOADEDCOUNT: 2 },
    { ...processedBatch, LOADSCOUNT: 3, LOADEDCOUNT: 3 },
  ])
  await screen.findAllByText('March')
  const [, loadedRow, partlyLoadedRow] = screen.getAllByRole('row')
  expect(partlyLoadedRow?.textContent).toContain('2 transferred, 1 failed')
  expect(
    within(partlyLoadedRow as HTMLElement)
      .getByText('Approved')
      .closest('.bg-warning-tint'),
  ).not.toBeNull()
  expect(loadedRow?.textContent).toContain('3 loaded, 0 failed')
  expect(
    within(loadedRow as HTMLElement)
      .getByText('Approved')
      .closest('.bg-positive-tint'),
  ).not.toBeNull()
})

it('starts a new batch with the failed rows of an earlier batch', async () => {
  openMyBatches([
    { ...processedBatch, LOADSCOUNT: 3, LOADEDCOUNT: 2 },
    { ...processedBatch, LOADSCOUNT: 3, LOADEDCOUNT: 3 },
  ])
  const buttons = await screen.findAllByRole('button', { name: /^New batch from the failed rows/ })
  expect(buttons).toHaveLength(1)
  fireEvent.click(buttons[0] as HTMLElement)
  await expect.poll(() => address()).toBe('/batchload?from=12-failed')
})

it.each([
  ['load', processedBatch, '/batchload?from=12'],
  ['transfer', { ...awaitingBatch, LOADTYPE: 'transfer' }, '/batchtransfer?from=12'],
] as const)('repeats a %s batch: starts a new one with its rows', async (_, file, path) => {
  openMyBatches([file], [], '?batch=12')
  fireEvent.click(await screen.findByRole('button', { name: 'Repeat' }))
  await expect.poll(() => address()).toBe(path)
})

it('a rejected batch is opened again, which repeats it', async () => {
  openMyBatches([rejectedBatch], [], '?batch=12')
  fireEvent.click(await screen.findByRole('button', { name: 'Open again as a draft' }))
  await expect.poll(() => address()).toBe('/batchload?from=12')
  expect(screen.queryByRole('button', { name: 'Repeat' })).toBeNull()
})

it('can be filtered by state and by text, of which only the state appears in the address, and shows who decided', async () => {
  openMyBatches([
    { ...rejectedBatch, REJECTIONUSERFIRSTNAME: 'Amir', REJECTIONUSERLASTNAME: 'Noor', REJECTIONREASON: 'Wrong month' },
  ])
  const cell = await screen.findByText('Amir Noor')
  expect(cell.closest('tr')?.textContent).toContain('Wrong month')
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: '3' } })
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'Tan Ltd' } })
  await expect.poll(() => server.paramsOf('myBatches').at(-1)).toMatchObject({ filter: 3, search: 'Tan Ltd' })
  await expect.poll(() => address()).toBe('/batches/mine?state=3')
})

it('numbers rows within the batch, and explains this', async () => {
  const row = {
    ROWNUMBER: 3,
    IDENTIFIER: '9000010000000016',
    IDENTIFIERTO: null,
    AMOUNT: '20.00',
    LOADED: false,
    RESULTTEXT: 'Stopped',
    FINDINGSNOW: [],
  }
  openMyBatches([processedBatch], [row], '?batch=12')
  const head = await screen.findByRole('columnheader', { name: 'Number in the batch' })
  expect(head.querySelector('[aria-hidden]')?.textContent).toBe('No.')
  expect(screen.queryByRole('columnheader', { name: 'Row' })).toBeNull()
})

it('opens with the page and sorting in the address and keeps them there; another batch starts with the defaults', async () => {
  const row = { IDENTIFIER: '9000010000000016', IDENTIFIERTO: null, LOADED: true, RESULTTEXT: '', FINDINGSNOW: [] }
  const rows = Array.from({ length: 12 }, (_, index) => ({ ...row, ROWNUMBER: index + 1, AMOUNT: `${index + 1}.00` }))
  openMyBatches([processedBatch, processedBatch], rows, '?batch=12&rowpage=2&rowsort=-AMOUNT')
  const dialog = within(await screen.findByRole('dialog', { name: 'My batch' }))
  expect(await dialog.findByText('11–12 of 12')).toBeTruthy()
  expect(
    dialog
      .getAllByRole('row')
      .slice(1)
      .map((each) => /[0-9]+\.00/.exec(each.textContent ?? '')?.[0]),
  ).toEqual(['2.00', '1.00'])
  fireEvent.click(dialog.getByRole('button', { name: 'Previous page' }))
  await dialog.findByText('1–10 of 12')
  await expect.poll(() => address()).toBe('/batches/mine?batch=12&rowsort=-AMOUNT')
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(address()).toBe('/batches/mine'))
})

it('withdraws the user’s awaiting batch after a confirmation, and opens it again as a draft', async () => {
  openMyBatches([processedBatch, awaitingBatch])
  const buttons = await screen.findAllByRole('button', { name: /^Withdraw/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Withdraw batch 13'])
  fireEvent.click(buttons[0] as HTMLElement)
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw batch 13?' }))
  await expect.poll(() => server.requests.some(({ method }) => method === 'withdrawBatchLoad')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw 3 loads, SGD 60.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const withdrawalRequests = server.requests.filter(({ method }) => method === 'withdrawBatchLoad')
  await expect.poll(() => withdrawalRequests.map(({ params }) => params['batchLoadFileID'])).toEqual(['13'])
  cleanup()
  queryClient.clear()
  openMyBatches([{ ...awaitingBatch, WITHDRAWN: true }])
  expect(await screen.findByText('Withdrawn')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Open again batch 12' })).toBeTruthy()
})

it.each([
  ['offers the original file and the rows if the file was stored', true, ['As it was uploaded', 'Rows as submitted']],
  ['offers only the rows if the file was not stored', false, ['Rows as submitted']],
])('%s', async (_, hasFile, offeredLabels) => {
  openMyBatches([processedBatch], [], '?batch=12', hasFile)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Save my file' }), { key: 'Enter' })
  const labels = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(labels.slice(0, -2)).toEqual(offeredLabels)
})

it('shows the warnings of a row before its run, and the reason for its failure afterwards', async () => {
  const row = {
    ROWNUMBER: 1,
    IDENTIFIER: '9000010000000016',
    IDENTIFIERTO: null,
    AMOUNT: '20.00',
    LOADED: false,
    RESULTTEXT: '',
    FINDINGSNOW: ['cardStopped'],
  }
  openMyBatches([runningBatch], [row, { ...row, ROWNUMBER: 2, RESULTTEXT: 'Not loaded: no money.' }], '?batch=12')
  expect(await screen.findByText('Card is stopped')).toBeTruthy()
  expect(screen.getByText('Not loaded: no money.')).toBeTruthy()
})

it.each([
  ['is reloaded quickly once its time has come', [scheduledBatch], scheduledTime, 3_000],
  ['is reloaded at its time', [processedBatch, scheduledBatch], scheduledTime - 60_000, 60_000],
  ['is reloaded rarely while its time is far off', [scheduledBatch], scheduledTime - 86_400_000, 300_000],
  ['is reloaded quickly while another one runs', [scheduledBatch, runningBatch], scheduledTime - 60_000, 3_000],
])('a scheduled batch %s', (_, batches, now, delayMs) => {
  expect(pollDelayMs(batches, now)).toBe(delayMs)
})
