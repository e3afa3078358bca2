// Event files: the list, uploading one, what it would lead to, and the decision of another user than the uploader.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import EventFilesPage from '#pages/feed/EventFilesPage.tsx'
import { isBlocked, withPage } from '../orders/setup.tsx'

const { open, requests } = withPage({ Feed: ['write'] })

const file = {
  fileId: '5',
  source: 'acme',
  fileName: 'day.jsonl',
  state: 'waiting',
  kinds: [
    { kind: 'clearing', count: 2, amount: '14.00' },
    { kind: 'expiry', count: 1, amount: null },
  ],
  events: 3,
  totals: 1,
  currency: 'SGD',
  preview: {
    known: 2,
    refused: 1,
    waiting: 1,
    faults: [{ fault: 'unknownCard', count: 4 }],
    differences: 1,
    posted: '14.00',
  },
  uploadedBy: 'Ben Lim',
  isOwn: false,
  uploadedAt: '2026-11-20T03:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  rejectReason: null,
}
const ownFile = { ...file, fileId: '6', fileName: 'own.csv', isOwn: true }
const responses = {
  feedFiles: ({ fileId }: Record<string, unknown>) => {
    const files = [file, ownFile].filter((each) => fileId === undefined || each.fileId === fileId)
    return { files, total: files.length }
  },
}
const openPage = (more: Parameters<typeof open>[2] = {}, path = '/card/events/files') =>
  open(<EventFilesPage />, path, { ...responses, ...more })
const openDetails = async (fileName: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Details of ${fileName}` }))
  return within(await screen.findByRole('dialog', { name: fileName }))
}

it('shows what a file would lead to, and applies its events after a question', async () => {
  openPage({ confirmFeedFile: () => ({ accepted: 3, refused: 0 }) })
  const details = await openDetails('day.jsonl')
  for (const text of [
    'SGD 14.00 (events: 2)',
    'Events that would be listed as unapplied (The card is unknown): 4',
    'Events that would be refused, because another event has the same ID: 1',
    'Events that were received before and are not applied again: 1',
    'Events that would wait for another event: 1',
    'Totals that would differ from the ledger: 1',
  ])
    expect(details.getByText(text)).toBeTruthy()
  fireEvent.click(details.getByRole('button', { name: 'Confirm' }))
  const question = within(await screen.findByRole('dialog', { name: 'Apply the events of day.jsonl?' }))
  fireEvent.click(question.getByRole('button', { name: 'Apply the events (3)' }))
  await waitFor(() => expect(requests('confirmFeedFile')).toMatchObject([{ fileId: '5' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('is rejected with a reason, and never decided by its uploader', async () => {
  openPage({ rejectFeedFile: () => ({}) }, '/card/events/files?file=6')
  const own = within(await screen.findByRole('dialog', { name: 'own.csv' }))
  expect(isBlocked(own.getByRole('button', { name: 'Confirm' }))).toBe(true)
  fireEvent.click(own.getByText('Close'))
  const details = await openDetails('day.jsonl')
  fireEvent.click(details.getByRole('button', { name: 'Reject' }))
  const question = within(await screen.findByRole('dialog', { name: 'Reject day.jsonl?' }))
  fireEvent.change(question.getByRole('textbox'), { target: { value: 'Sent twice' } })
  fireEvent.click(question.getByRole('button', { name: 'Reject the file' }))
  await waitFor(() => expect(requests('rejectFeedFile')).toMatchObject([{ fileId: '5', reason: 'Sent twice' }]))
})

it('is uploaded for a processor, and opened; a refusal names the line', async () => {
  let isRefused = true
  openPage({
    uploadFeedFile: () =>
      isRefused
        ? { resultCode: '-20400', resultText: 'Line 3 is not an event. Nothing was uploaded.' }
        : { fileId: '5' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Upload a file' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload a file' }))
  const source = dialog.getByLabelText('Card processor')
  fireEvent.change(source, { target: { value: 'Acme Ltd' } })
  expect(await dialog.findByText('Use small letters, digits and hyphens only, 32 at most.')).toBeTruthy()
  fireEvent.change(source, { target: { value: 'acme' } })
  const choose = () =>
    fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [new File(['{}'], 'day.jsonl')] },
    })
  choose()
  expect(await dialog.findByText('Line 3 is not an event. Nothing was uploaded.')).toBeTruthy()
  isRefused = false
  choose()
  expect(await screen.findByRole('dialog', { name: 'day.jsonl' })).toBeTruthy()
  await waitFor(() =>
    expect(requests('uploadFeedFile').at(-1)).toMatchObject({ source: 'acme', fileName: 'day.jsonl', base64: 'e30=' }),
  )
})
