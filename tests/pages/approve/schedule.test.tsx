// Approving for a later time, or for the time that the maker proposes: an invalid time shows the error at its field, which gets the focus, and no request is
// sent.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
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
  const approveButton = dialog.getByRole('button', { name: /^Schedule 3 loads/ })
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

describe('the time that the maker proposes', () => {
  const respondWithProposal = (PROPOSEDDATE: string) => {
    const batch = { ...awaitingBatch, PROPOSEDDATE }
    server.respondWith((response) =>
      json(response, { resultCode: '0', batchLoads: [batch], batchLoad: batch, details: [] }),
    )
  }
  const openDialog = async () => {
    showPage(<ApproveBatchLoadPage />, '/batchloads')
    fireEvent.click(await screen.findByRole('button', { name: 'Approve batch 12' }))
    return within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
  }
  const approveWhenReady = async (dialog: Awaited<ReturnType<typeof openDialog>>) => {
    const button = dialog.getByRole('button', { name: /^(Approve|Schedule) 3 loads/ })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
    fireEvent.click(button)
  }
  const sentDates = () =>
    server.requests
      .filter(({ method }) => method === 'approveBatchLoad')
      .map(({ params }) => params['scheduledDate'] ?? 'now')

  it('is in the list, is chosen in the dialog, and is sent with its minutes', async () => {
    respondWithProposal('2126-11-30T01:35:00.000Z')
    const dialog = await openDialog()
    const uploadCell = screen.getByText('Olive Tan', { selector: 'td *' }).closest('td')
    expect(uploadCell?.textContent).toContain('Proposed for 30 Nov 2126, 09:35')
    const choice = dialog.getByLabelText(/^At the proposed time, 30 Nov 2126, 09:35 SGT/)
    expect((choice as HTMLInputElement).checked).toBe(true)
    await dialog.findByText(/cards on 30 Nov 2126, 09:35 SGT, plus/)
    await approveWhenReady(dialog)
    await expect.poll(sentDates).toEqual(['2126-11-30 09:35:00'])
  })

  it('can be replaced by the approver', async () => {
    respondWithProposal('2126-11-30T01:35:00.000Z')
    const dialog = await openDialog()
    fireEvent.click(dialog.getByLabelText('Now'))
    await approveWhenReady(dialog)
    await expect.poll(sentDates).toEqual(['now'])
  })

  it('is not offered once it has passed, which the list and the dialog report', async () => {
    respondWithProposal('2026-01-05T01:35:00.000Z')
    const dialog = await openDialog()
    expect(screen.getByText(/^Proposed time passed:/)).toBeTruthy()
    expect(dialog.getByText(/^Olive Tan proposed 05 Jan 2026, 09:35 SGT, which has passed/)).toBeTruthy()
    expect(dialog.queryByLabelText(/^At the proposed time/)).toBeNull()
    await approveWhenReady(dialog)
    await expect.poll(sentDates).toEqual(['now'])
  })
})

const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
