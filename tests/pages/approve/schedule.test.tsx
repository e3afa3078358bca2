// Approving for a later time: an invalid time shows the error at its field, which gets the focus, and no request is
// sent.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

it('an incomplete, impossible or past time is refused at its field', async () => {
  server.respondWith((response) =>
    json(response, { resultCode: '0', batchLoads: [awaitingBatch], batchLoad: awaitingBatch, details: [] }),
  )
  showPage(<ApproveBatchLoadPage />, '/batchloads')
  fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
  fireEvent.click(dialog.getByLabelText('At a set time'))
  const date = dialog.getByLabelText('Date')
  const time = dialog.getByLabelText('Time (SGT)')
  const approveButton = dialog.getByRole('button', { name: /^Approve 3 loads/ })
  await waitFor(() => expect(approveButton.getAttribute('aria-disabled')).not.toBe('true'))
  const bothRequiredText = 'Choose a date and a time, or neither to process the batch now'
  for (const [day, hour, field, text] of [
    ['2126-11-22', '', time, bothRequiredText],
    ['', '09:00', date, bothRequiredText],
    // A date that does not exist is not missing, so the message shows the expected format.
    ['2126-02-30', '09:00', date, 'Enter a date as yyyy-mm-dd'],
    ['2026-01-01', '09:00', date, 'This date and time have passed. Choose a later one.'],
  ] as const) {
    fireEvent.change(date, { target: { value: day } })
    fireEvent.blur(date)
    fireEvent.change(time, { target: { value: hour } })
    fireEvent.click(approveButton)
    await waitFor(() => expect(descriptionOf(field)).toContain(text))
    await expect.poll(() => document.activeElement).toBe(field)
  }
  await expect.poll(() => server.requests.filter(({ method }) => method === 'approveBatchLoad')).toEqual([])
})

const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
