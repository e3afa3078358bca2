// One decision about several batches: the listed and excluded batches, the requests, and the summary.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { currentNotices } from '#services/notices.ts'
import { sessionStore } from '#services/session/session.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { apiFunding } from '#tests/support/funding.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
let batches: BatchLoadFile[]
/** The response to a decision about each batch; by default it succeeds. */
let responses: Record<string, (response: ServerResponse) => void>
/** The available funds of the account. */
let availableFunds: string

beforeEach(() => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
  responses = {}
  availableFunds = '5000.00'
  batches = ['12', '13', '14'].map((id) => batch(id))
  server.respondWith((response, { method, params }) => {
    const id = String(params['batchLoadFileID'])
    const requestedBatch = batches.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === id)
    if (method === 'approveBatchLoad' || method === 'rejectBatchLoad') {
      const reply = responses[id]
      if (reply) return reply(response)
      batches = batches.filter((each) => each !== requestedBatch)
      return json(response, { resultCode: '0' })
    }
    return json(response, {
      resultCode: '0',
      batchLoads: batches,
      batchLoad: requestedBatch,
      details: [],
      ...(requestedBatch?.LOADTYPE === 'transfer' && { holdMinutes: 30 }),
      funding: apiFunding({
        balance: availableFunds,
        available: availableFunds,
        needed: requestedBatch?.LOADSAMOUNT ?? '0.00',
      }),
    })
  })
})

const batch = (id: string, more: Partial<BatchLoadFile> = {}): BatchLoadFile => ({
  ...awaitingBatch,
  BATCHLOADFILEID: id,
  FINGERPRINT: id.repeat(32),
  ...more,
})
const decisions = () =>
  server.requests
    .filter(({ method }) => method.endsWith('BatchLoad'))
    .map(({ method, params }) => [method, params['batchLoadFileID'], params['fingerprint'] ?? params['reason']])
const batchNamesIn = (name: string) => within(screen.getByRole('region', { name })).getAllByText(/^Batch \d+$/)
const listedBatches = (name: string) => batchNamesIn(name).map(({ textContent }) => textContent)
const findButton = (name: RegExp) => within(screen.getByRole('dialog')).findByRole('button', { name })
const enabledButton = async (name: RegExp) => {
  const button = await findButton(name)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  return button
}

async function openWithAllSelected() {
  showPage(
    <>
      <main>
        <ApproveBatchLoadPage />
      </main>
    </>,
    '/batchloads',
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
}

it('approves the selected batches one by one, each with its own fingerprint, and shows one summary', async () => {
  await openWithAllSelected()
  expect(screen.getByText('3 batches, SGD 180.00 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select batch 13' }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve 2 batches' }))
  const approveButton = await enabledButton(/^Approve 2 batches, SGD 120.00$/)
  expect(listedBatches('Included')).toEqual(['Batch 12', 'Batch 14'])
  expect(
    screen.getByText(/SGD 5,000.00 available. SGD 120.00 is needed, fees included; SGD 4,880.00 is left/),
  ).toBeTruthy()
  expect(screen.getByText(/They are processed immediately, unless a time is shown/)).toBeTruthy()
  await expect.poll(() => decisions()).toEqual([])
  fireEvent.click(approveButton)
  fireEvent.click(approveButton)
  await screen.findByRole('dialog', { name: '2 of 2 batches approved' })
  await expect
    .poll(() => decisions())
    .toEqual([
      ['approveBatchLoad', '12', '12'.repeat(32)],
      ['approveBatchLoad', '14', '14'.repeat(32)],
    ])
  // The summary replaces the notices.
  await expect.poll(() => currentNotices().visible).toEqual([])
  fireEvent.click(screen.getByText('Close', { selector: 'button, button *' }))
  await expect.poll(() => screen.queryByText(/selected/)).toBeNull()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of batch 13'))
})

it('explains only once that transfers and devalues run later', async () => {
  batches = [batch('12'), batch('13', { LOADTYPE: 'transfer' }), batch('14', { LOADTYPE: 'transfer' })]
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 batches' }))
  await enabledButton(/^Approve 3 batches/)
  expect(screen.getAllByText(/Transfers and devalues run 30 minutes after their approval/)).toHaveLength(1)
})

it('excludes, with the reason, the approver’s own batch, a decided batch, and a batch that the account does not cover', async () => {
  availableFunds = '130.00'
  batches = [
    batch('12', { BATCHLOADFILEUPLOADEDUSERID: sessionStore.get()?.user.userId ?? '', LOADSAMOUNT: '1.00' }),
    batch('13', { DUPLICATEREASON: 'Bonus' }),
    batch('14', { LOADSAMOUNT: '100.00' }),
    batch('15'),
    batch('16'),
  ]
  await openWithAllSelected()
  // Another user decides first.
  batches = batches.map((file) => (file.BATCHLOADFILEID === '15' ? { ...file, BATCHLOADFILEAPPROVED: true } : file))
  fireEvent.click(screen.getByRole('button', { name: 'Approve 5 batches' }))
  fireEvent.click(await enabledButton(/^Approve 2 batches, SGD 120.00$/))
  await screen.findByRole('dialog', { name: '2 of 2 batches approved' })
  await expect.poll(() => decisions().map(([, id]) => id)).toEqual(['13', '16'])
  expect(listedBatches('Left out')).toEqual(['Batch 12', 'Batch 14', 'Batch 15'])
  const excludedSection = within(screen.getByRole('region', { name: 'Left out' }))
  expect(excludedSection.getByText('A user cannot approve their own load')).toBeTruthy()
  expect(excludedSection.getByText(/SGD 30.00 short for it after the others/)).toBeTruthy()
  expect(excludedSection.getByText('This batch has already been approved')).toBeTruthy()
})

it('names the same shortage as the list if the approved batches already need more than the account has', async () => {
  availableFunds = '-9152.48'
  batches = [batch('12', { LOADSAMOUNT: '1.00' }), batch('13', { LOADTYPE: 'devalue', LOADSAMOUNT: '2.00' })]
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 2 batches' }))
  await findButton(/^Approve 0 batches/)
  const excludedSection = within(await screen.findByRole('region', { name: 'Left out' }))
  await excludedSection.findByText(/SGD 9,153.48 short for it\. Approve it alone/)
})

it('adds only amounts that move in the same direction', async () => {
  batches = [
    batch('12', { LOADTYPE: 'devalue', LOADSAMOUNT: '2.45' }),
    batch('13', { LOADSAMOUNT: '1000.00' }),
    batch('14', { LOADSAMOUNT: '500.00' }),
  ]
  await openWithAllSelected()
  expect(screen.getByText('3 batches, loads SGD 1,500.00 and devalues SGD 2.45 selected')).toBeTruthy()
  expect(screen.getByText('Awaiting approval: 3 batches, loads SGD 1,500.00 and devalues SGD 2.45')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 batches' }))
  await enabledButton(/^Approve 3 batches, loads SGD 1,500.00 and devalues SGD 2.45$/)
})

it('lists the warnings of each batch, and waits until all rows are loaded', async () => {
  batches = [batch('12', { DUPLICATEREASON: 'Bonus' })]
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 1 batch' }))
  expect((await findButton(/^Approve 1 batch, /)).getAttribute('aria-disabled')).toBe('true')
  await enabledButton(/^Approve 1 batch, SGD 60.00$/)
  const includedSection = within(screen.getByRole('region', { name: 'Included' }))
  expect(includedSection.getByText('The same rows were uploaded before')).toBeTruthy()
})

it('names a refused batch, stops after a lost response, and keeps that decision pending', async () => {
  batches = ['12', '13', '14', '15'].map((id) => batch(id))
  responses = {
    12: (response) => json(response, { resultCode: '-20409', resultText: 'Already approved' }),
    14: (response) => response.destroy(),
  }
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 4 batches' }))
  fireEvent.click(await enabledButton(/^Approve 4 batches/))
  await screen.findByRole('dialog', { name: '1 of 4 batches approved' })
  expect(listedBatches('Approved')).toEqual(['Batch 13'])
  expect(listedBatches('Not approved')).toEqual(['Batch 12', 'Batch 15'])
  expect(screen.getByText('Already approved; nothing was changed.')).toBeTruthy()
  expect(listedBatches('Result not known')).toEqual(['Batch 14'])
  await expect.poll(() => decisions().map(([, id]) => id)).toEqual(['12', '13', '14'])
  fireEvent.click(screen.getByText('Close', { selector: 'button, button *' }))
  expect(await screen.findByText(/We cannot tell whether batch 14/)).toBeTruthy()
  // What was not approved stays selected. The batch is left out until the outcome is known.
  for (const id of ['12', '15']) fireEvent.click(screen.getByRole('checkbox', { name: `Select batch ${id}` }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve 1 batch' }))
  expect(await screen.findByText('The result of an earlier decision about it is not known yet')).toBeTruthy()
  expect((await findButton(/^Approve 0 batches/)).getAttribute('aria-disabled')).toBe('true')
})

it('keeps the selection if the dialog is left, and drops only what was decided', async () => {
  responses['13'] = (response) => json(response, { resultCode: '-20409', resultText: 'The batch has changed' })
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 batches' }))
  await enabledButton(/^Approve 3 batches/)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.getByText('3 batches, SGD 180.00 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 batches' }))
  await enabledButton(/^Approve 3 batches/)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await expect.poll(() => screen.getByText('3 batches, SGD 180.00 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 batches' }))
  fireEvent.click(await enabledButton(/^Approve 3 batches/))
  await screen.findByRole('dialog', { name: '2 of 3 batches approved' })
  fireEvent.click(screen.getByText('Close', { selector: 'button, button *' }))
  expect(await screen.findByText('1 batch, SGD 60.00 selected')).toBeTruthy()
})

it('selects both of two rows that are pressed at the same time', async () => {
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const boxes = ['12', '13'].map((id) => screen.getByRole('checkbox', { name: `Select batch ${id}` }))
  act(() => boxes.forEach((box) => box.click()))
  await expect.poll(() => screen.getByText('2 batches, SGD 120.00 selected')).toBeTruthy()
})

it('rejects several batches with one reason', async () => {
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Reject 3 batches' }))
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Wrong month' } })
  fireEvent.click(await enabledButton(/^Reject 3 batches/))
  await screen.findByRole('dialog', { name: '3 of 3 batches rejected' })
  await expect.poll(() => decisions()).toEqual(['12', '13', '14'].map((id) => ['rejectBatchLoad', id, 'Wrong month']))
})

it('X selects the focused row, and A then approves the selected rows', async () => {
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  const pressKey = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
  ;(document.activeElement as HTMLElement).blur()
  pressKey('j')
  pressKey('x')
  pressKey('j')
  pressKey('x')
  await screen.findByText('2 batches, SGD 120.00 selected')
  pressKey('x')
  await screen.findByText('1 batch, SGD 60.00 selected')
  pressKey('a')
  expect(await screen.findByRole('dialog', { name: 'Approve 1 batch?' })).toBeTruthy()
})

it('A and R also act on boxes ticked with the mouse, which keep the focus', async () => {
  await openWithAllSelected()
  const box = screen.getByRole('checkbox', { name: 'Select batch 13' })
  box.focus()
  fireEvent.click(box)
  await screen.findByText('2 batches, SGD 120.00 selected')
  fireEvent.keyDown(box, { key: 'r' })
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Reject 2 batches?' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(box, { key: 'a' })
  expect(await screen.findByRole('dialog', { name: 'Approve 2 batches?' })).toBeTruthy()
})

it('runs each batch at the time that its maker proposed, or now if that time has passed', async () => {
  batches = [
    batch('12', { PROPOSEDDATE: '2126-11-30T01:35:00.000Z' }),
    batch('13', { PROPOSEDDATE: '2026-01-05T01:35:00.000Z' }),
    batch('14'),
  ]
  await openWithAllSelected()
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 batches' }))
  const approveButton = await enabledButton(/^Approve 3 batches/)
  expect(screen.getByText('Will be processed at the proposed time, 30 Nov 2126, 09:35 SGT')).toBeTruthy()
  expect(screen.getByText(/^The proposed time, 05 Jan 2026, 09:35 SGT, has passed/)).toBeTruthy()
  fireEvent.click(approveButton)
  await expect
    .poll(() =>
      server.requests
        .filter(({ method }) => method === 'approveBatchLoad')
        .map(({ params }) => params['scheduledDate'] ?? 'now'),
    )
    .toEqual(['2126-11-30 09:35:00', 'now', 'now'])
})
