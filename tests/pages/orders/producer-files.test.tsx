// Producer files: each can be fetched once, after a warning. After a lost response the same request is sent again, and
// the device stores nothing of the file.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ProducerFilesPage from '#pages/orders/ProducerFilesPage.tsx'
import { reportReached } from '#services/server/connection.ts'
import { currentNotices } from '#services/notices.ts'
import { queryClient } from '#services/server/queries.ts'
import { inDb } from '#storage/db.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { withPage } from './setup.tsx'

const { open, setResponses, requests } = withPage({ Card: ['produce'] })
const saved = withSavedFiles()

const file = {
  orderId: '7',
  fileName: 'order_7.csv',
  campaignName: 'Staff cards',
  quotationNumber: 'Q-7',
  cardsCount: 2,
  finalAt: '2026-11-21T01:00:00Z',
  fetchedAt: null,
  fetchedBy: null,
} as const
const fetchedFile = { ...file, orderId: '6', fetchedAt: '2026-11-21T02:00:00Z', fetchedBy: 'Ada Ong' }
const NUMBER = '9000010000000008'
const fileResponse = {
  fileName: 'order_7.csv',
  contentType: 'text/csv',
  base64: Buffer.from(NUMBER).toString('base64'),
}
const listResponse = { producerFiles: { files: [file, fetchedFile], total: 2 } }
const openPage = (responses: Parameters<typeof open>[2]) =>
  open(<ProducerFilesPage />, '/card/producer-files', responses)

async function confirmDownload() {
  fireEvent.click(await screen.findByRole('button', { name: 'Download the file of order 7' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Download the file of order 7?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Download the file of 2 cards' }))
}

it('shows by whom and when a file was fetched, and does not offer it again', async () => {
  openPage(listResponse)
  const row = within(await screen.findByRole('row', { name: /^6 / }))
  expect(row.getByText('Ada Ong')).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Download the file/ })).toHaveLength(1)
})

it('warns of the file’s contents before fetching it, saves it, and reloads the list', async () => {
  openPage({ ...listResponse, fetchProducerFile: fileResponse })
  fireEvent.click(await screen.findByRole('button', { name: 'Download the file of order 7' }))
  expect(screen.getByText(/contains the full card numbers of 2 cards\. It can be downloaded once/)).toBeTruthy()
  await expect.poll(() => requests('fetchProducerFile')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Download the file of 2 cards' }))
  await waitFor(() => expect(saved.files).toEqual([{ name: 'order_7.csv', type: 'text/csv', text: NUMBER }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => currentNotices().visible[0]?.text).toBe('The file has been downloaded and saved')
  await waitFor(() => expect(requests('producerFiles').length).toBeGreaterThan(1))
})

it('sends the same request again if there was no response, and stores nothing of the file', async () => {
  openPage({ ...listResponse, fetchProducerFile: undefined })
  await confirmDownload()
  const unknownDialog = within(await screen.findByRole('dialog', { name: /^We cannot tell whether order 7/ }))
  act(reportReached)
  setResponses({ ...listResponse, fetchProducerFile: fileResponse })
  fireEvent.click(unknownDialog.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(saved.files).toEqual([{ name: 'order_7.csv', type: 'text/csv', text: NUMBER }]))
  await expect.poll(() => new Set(requests('fetchProducerFile').map(({ requestId }) => requestId)).size).toBe(1)
  expect(await storedData()).not.toContain(NUMBER)
  expect(await storedData()).not.toContain(fileResponse.base64)
})

it('a fetch counts as pending until the file is saved', async () => {
  saved.fails = true
  openPage({ ...listResponse, fetchProducerFile: fileResponse })
  await confirmDownload()
  const unknownDialog = within(await screen.findByRole('dialog', { name: /^We cannot tell whether order 7/ }))
  expect(await unknownDialog.findByText('The file arrived, but it could not be saved.')).toBeTruthy()
  saved.fails = false
  fireEvent.click(unknownDialog.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(saved.files).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('reports that another user fetched the file first', async () => {
  openPage({
    ...listResponse,
    fetchProducerFile: { resultCode: '-20409', resultText: 'The file has been fetched already' },
  })
  await confirmDownload()
  const refusalDialog = within(await screen.findByRole('dialog', { name: 'The file of order 7 was not downloaded' }))
  expect(refusalDialog.getByRole('alert').textContent).toBe('The file has been fetched already')
  expect(saved.files).toEqual([])
})

/** The contents of this device's database and of the query cache. */
async function storedData(): Promise<string> {
  const rows = await inDb(async (db) => Promise.all(db.tables.map((table) => table.toArray())))
  return JSON.stringify([
    rows,
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ])
}
