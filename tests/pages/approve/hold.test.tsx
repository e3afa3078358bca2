// A batch on hold, for its approver and its maker: when it is processed, and the button that cancels it until then.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import { MAX_HOLD_MINUTES } from '#domain/batch/schedule.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import MyBatchesPage from '#pages/batches/MyBatchesPage.tsx'
import { approvalEffect, schedulingEffect } from '#pages/batches/approve/effects.ts'
import { currentNotices } from '#services/notices.ts'
import { violationsInJsdom } from '#tests/support/axe-jsdom.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const transferBatch: BatchLoadFile = { ...awaitingBatch, LOADTYPE: 'transfer', FEEAMOUNT: '0.00' }
const HOLD_END = '2126-11-22T02:05:00Z'
const heldBatch: BatchLoadFile = {
  ...transferBatch,
  BATCHLOADFILEAPPROVED: true,
  SCHEDULEDDATE: HOLD_END,
  HELDUNTIL: HOLD_END,
}

const server = withStubServer()

function open(page: ReactNode, address: string, batches: readonly BatchLoadFile[], holdMinutes = 5): void {
  server.respondWith((response, { method }) => {
    const [batchLoad] = batches
    if (method === 'withdrawBatchLoad' || method === 'unscheduleBatchLoad') json(response, { resultCode: '0' })
    else json(response, { resultCode: '0', batchLoads: batches, batchLoad, details: [], rows: [], holdMinutes })
  })
  showPage(page, address)
}
const requestsOf = (method: string) => server.requests.filter((request) => request.method === method)

it('a batch on hold is cancelled by an approver at the top of the page, after a question with clearly different buttons', async () => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
  open(<ApproveBatchLoadPage />, '/batchloads', [heldBatch])
  const strip = within(await screen.findByRole('region', { name: 'On hold' }))
  expect(strip.getByText('On hold until')).toBeTruthy()
  fireEvent.click(strip.getByRole('button', { name: 'Cancel batch 12' }))
  const question = screen.getByRole('dialog', { name: 'Cancel batch 12?' })
  await waitFor(() => expect(within(question).getByText(/will not run on 22 Nov 2126, 10:05 SGT/)).toBeTruthy())
  expect(await violationsInJsdom(question)).toEqual([])
  expect(within(question).queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(within(question).getByRole('button', { name: 'Keep the batch' })).toBeTruthy()
  // Only a cancellation is possible: a new time would start a new hold.
  expect(within(question).queryByLabelText('Date')).toBeNull()
  // The question does not repeat the note of the details.
  expect(within(question).queryByText(/every approver can cancel it/)).toBeNull()
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel 3 transfers, SGD 60.00' }))
  await waitFor(() => expect(currentNotices().visible[0]?.text).toBe('Batch load awaiting approval again'))
  await expect.poll(() => requestsOf('unscheduleBatchLoad')[0]?.params).not.toHaveProperty('scheduledDate')
})

it('the hold is announced where the approver chooses the time of the run', async () => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
  open(<ApproveBatchLoadPage />, '/batchloads', [transferBatch])
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const question = within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
  await question.findByText(/5 minutes after you approve/)
  expect(question.queryByText(/earlier time/)).toBeNull()
  fireEvent.click(question.getByLabelText('At a set time'))
  await question.findByText(/If you choose an earlier time, it runs when the hold ends/)
})

it('a batch scheduled for a time during the hold runs when the hold ends, and no notice names the earlier time', async () => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
  open(<ApproveBatchLoadPage />, '/batchloads', [transferBatch], MAX_HOLD_MINUTES)
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const question = within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
  expect(await question.findByLabelText('When the hold ends, after 1,440 minutes')).toHaveProperty('checked', true)
  fireEvent.click(question.getByLabelText('At a set time'))
  const tomorrow = addDays(instantToDate(Date.now(), 'Asia/Singapore'), 1)
  fireEvent.change(question.getByLabelText('Date'), { target: { value: tomorrow } })
  fireEvent.change(question.getByLabelText('Time (SGT)'), { target: { value: '00:00' } })
  await question.findByText(/when the hold ends, not on/)
  const approveButton = question.getByRole('button', { name: 'Approve 3 transfers, SGD 60.00' })
  await waitFor(() => expect(approveButton.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(approveButton)
  await waitFor(() => expect(currentNotices().visible[0]?.text).toBe('Batch load scheduled for processing'))
  await expect.poll(() => requestsOf('approveBatchLoad')[0]?.params).not.toHaveProperty('scheduledDate')
})

it('a batch on hold shows its end in its details, with Cancel as a button and no way to skip the hold', async () => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
  open(<ApproveBatchLoadPage />, '/batchloads?batch=12', [heldBatch])
  const details = within(await screen.findByRole('dialog', { name: 'Batch Details' }))
  await details.findByText(/every approver can cancel it/)
  expect(details.getByRole('button', { name: 'Cancel batch' })).toBeTruthy()
  expect(details.queryByRole('button', { name: 'Process now' })).toBeNull()
})

it('a batch on hold is cancelled by its maker in My batches', async () => {
  signInTestUser({ Batch: ['redeem'] })
  open(<MyBatchesPage />, '/batches/mine', [heldBatch])
  const row = within((await screen.findByText('On hold')).closest('tr') as HTMLElement)
  expect(row.getByText(/^Until/)).toBeTruthy()
  fireEvent.click(row.getByRole('button', { name: 'Cancel batch 12' }))
  const question = within(screen.getByRole('dialog', { name: 'Cancel batch 12?' }))
  await question.findByText(/The approver gets an email/)
  fireEvent.click(question.getByRole('button', { name: 'Cancel 3 transfers, SGD 60.00' }))
  await waitFor(() => expect(requestsOf('withdrawBatchLoad')).toHaveLength(1))
})

it('the hold is explained before the approval, and a batch without a hold offers its maker no action', async () => {
  expect(approvalEffect(transferBatch, undefined, 5)).toBe(
    '3 transfers: SGD\u00a060.00 will move from card to card 5 minutes after you approve. ' +
      'You and the uploader can cancel the batch until then; afterwards it cannot be undone.',
  )
  expect(approvalEffect(transferBatch, undefined, 1)).toContain('1 minute after')
  expect(approvalEffect(transferBatch, '2026-01-01 10:00:00', 5)).toContain(
    '5 minutes after you approve, when the hold ends, not on 01 Jan 2026, 10:00 SGT. You',
  )
  expect(approvalEffect(transferBatch, '2126-01-01 10:00:00', 5)).toContain('on 01 Jan 2126, 10:00 SGT. You can change')
  expect(schedulingEffect(heldBatch, '2026-01-01 10:00:00', 5)).toMatch(
    /on \d.* SGT, when its hold ends, instead of 22 Nov 2126/,
  )
  expect(schedulingEffect(heldBatch, '2126-01-01 10:00:00', 5)).toContain('on 01 Jan 2126, 10:00 SGT instead of 22 Nov')
  signInTestUser({ Batch: ['redeem'] })
  open(<MyBatchesPage />, '/batches/mine', [{ ...heldBatch, HELDUNTIL: null }])
  await screen.findByText('Scheduled')
  expect(screen.queryByRole('button', { name: /^(Cancel|Withdraw)/ })).toBeNull()
})
