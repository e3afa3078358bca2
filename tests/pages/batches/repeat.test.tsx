// Repeating an own batch: its rows open as a draft with one list of what has changed since, which stays with the draft.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import MyBatchesPage from '#pages/batches/MyBatchesPage.tsx'
import { listUploadDrafts } from '#flows/upload/draft.ts'
import { ownerUserOf } from '#services/session/session.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'
import { createUploadPage } from '#pages/upload/UploadWizardPage.tsx'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'
import { createLocks } from '#tests/support/locks.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const server = withStubServer()
const processedBatch = { ...awaitingBatch, BATCHLOADFILEAPPROVED: true, PROCESSED: true, LOADEDCOUNT: 3 }
let changes: readonly (readonly string[])[]
const Wizard = createUploadPage('load')

let ownerUser: string

beforeEach(async () => {
  readFilesWithoutWorker(sheetsWorker)
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true })
  ownerUser = ownerUserOf(signInTestUser({ Batch: ['load'] }))
  await cipherOfUser(ownerUser)
  server.respondWith((response, { method }) =>
    json(response, {
      resultCode: '0',
      ...(method === 'myBatches'
        ? { batchLoads: [processedBatch] }
        : {
            batchLoad: processedBatch,
            options: [],
            hasFile: false,
            rows: [1, 2, 3].map((id, index) => batchRow(id, { LOADED: true, CHANGEDSINCE: changes[index] } as object)),
          }),
    }),
  )
})
afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

it('a processed batch can be repeated from the list', async () => {
  showPage(
    <>
      <MyBatchesPage />
      <Address />
    </>,
    '/batches/mine',
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Repeat batch 12' }))
  await expect.poll(address).toBe('/batchload?from=12')
})

it('the draft lists what has changed, with the rows, and still does so when it is opened again', async () => {
  changes = [['cardStopped'], [], ['cardStopped', 'loadLimit']]
  showPage(<Wizard />, '/batchload?from=12')
  const expectList = async () => {
    await screen.findByText('What has changed since batch 12 was submitted on 20 Nov 2026, 09:00 SGT')
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items.filter((text) => text.includes(': row'))).toEqual([
      'Card is stopped: row 1 and 3',
      expect.stringMatching(/^Amount .*: row 3$/),
    ])
  }
  await expectList()
  await expect.poll(() => location.search).toMatch(/^\?draft=/)
  await expect.poll(async () => (await listUploadDrafts(ownerUser, 'load')).map(({ rows }) => rows)).toEqual([3])
  cleanup()
  showPage(<Wizard />, `/batchload${location.search}`)
  await expectList()
})

it('a batch whose cards are all as they were says so', async () => {
  changes = [[], [], []]
  showPage(<Wizard />, '/batchload?from=12')
  await screen.findByText('Every row of batch 12, submitted on 20 Nov 2026, 09:00 SGT, can be submitted again as it is')
})
