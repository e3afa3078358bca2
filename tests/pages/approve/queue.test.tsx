// The list of batches awaiting approval: count, total and waiting times, the focus after a decision, and the checker's
// view settings.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { sessionStore } from '#services/session/session.ts'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

it('the queue shows its total, its warnings and the age of each batch', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000 - 60_000).toISOString()
  const batchLoads = [
    { ...awaitingBatch, BATCHLOADFILEDATEUPLOADED: days(3) },
    { ...awaitingBatch, BATCHLOADFILEID: '13', BATCHLOADFILEDATEUPLOADED: days(0), DUPLICATEREASON: 'A second bonus' },
    { ...awaitingBatch, BATCHLOADFILEID: '14', BATCHLOADFILEDATEUPLOADED: days(1) },
  ]
  server.respondWith((response) => json(response, { resultCode: '0', batchLoads }))
  open()
  expect(await screen.findByText('Awaiting approval: 3 batches, SGD 180.00')).toBeTruthy()
  const rowOf = (id: string) => screen.getByRole('button', { name: `Details of batch ${id}` }).closest('tr')
  expect(within(rowOf('12') as HTMLElement).getByText('3 days ago')).toBeTruthy()
  expect(within(rowOf('14') as HTMLElement).getByText('1 day ago')).toBeTruthy()
  expect(within(rowOf('13') as HTMLElement).getByText('1 min ago')).toBeTruthy()
  expect(within(rowOf('13') as HTMLElement).getByText('The same rows were uploaded before')).toBeTruthy()
})

it('keys move through the list, approve and reject, and open the next batch after a decision in the details', async () => {
  let awaitingIds = ['12', '13', '14', '15']
  const batch = (id: unknown) => ({
    ...awaitingBatch,
    BATCHLOADFILEID: id,
    // Batch 14 is the viewer's own.
    ...(id === '14' && { BATCHLOADFILEUPLOADEDUSERID: sessionStore.get()?.user.userId }),
  })
  server.respondWith((response, { method, params }) => {
    const id = params['batchLoadFileID']
    if (method === 'approveBatchLoad') awaitingIds = awaitingIds.filter((each) => each !== id)
    json(response, { resultCode: '0', batchLoads: awaitingIds.map(batch), batchLoad: batch(id), details: [] })
  })
  open()
  await screen.findByRole('button', { name: 'Details of batch 12' })
  const pressKey = (name: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more })
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label')
  pressKey('r')
  await screen.findByRole('dialog', { name: 'Reject batch 12?' })
  // Typed letters go into the reason, and shortcuts do nothing over a dialog.
  pressKey('a')
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Approve batch 12?' })).toBeNull()
  pressKey('Escape')
  pressKey('j')
  await expect.poll(() => focusedLabel()).toBe('Details of batch 12')
  pressKey('j')
  await expect.poll(() => focusedLabel()).toBe('Details of batch 13')
  pressKey('k')
  await expect.poll(() => focusedLabel()).toBe('Details of batch 12')
  pressKey('k')
  await expect.poll(() => focusedLabel()).toBe('Details of batch 12')
  pressKey('j')
  pressKey('a', { ctrlKey: true })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Details of batch 13' }))
  const details = (id: string) => screen.findByText(new RegExp(`^Batch ${id} · `), { selector: '[role=dialog] *' })
  await details('13')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' }).ariaDisabled).not.toBe('true'))
  pressKey('a')
  const confirm = () => screen.getByRole('button', { name: /^Approve \d/ })
  await waitFor(() => expect(confirm().getAttribute('aria-disabled')).toBeNull())
  pressKey('Enter', { ctrlKey: true })
  // Batch 14 is skipped, because users cannot decide about their own batches.
  await details('15')
  pressKey('k')
  await details('14')
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
})

it('the decided batch leaves the list before it is loaded again, and keys that follow quickly act on the next one', async () => {
  const batchLoads = ['12', '13', '14'].map((id) => ({ ...awaitingBatch, BATCHLOADFILEID: id }))
  let isDecided = false
  server.respondWith((response, { method, params }) => {
    const batchLoad = batchLoads.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === params['batchLoadFileID'])
    if (method === 'approveBatchLoad') isDecided = true
    // The list that the decision asks for is late.
    if (method === 'batchLoads' && isDecided) return
    json(response, { resultCode: '0', batchLoads, batchLoad, details: [] })
  })
  open()
  const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  await screen.findByRole('button', { name: 'Details of batch 12' })
  pressKey('a')
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: /^Approve 3/ })
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => screen.queryByRole('button', { name: 'Details of batch 12' })).toBeNull()
  pressKey('r')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject batch 13?' }))
  const reason = dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/)
  fireEvent.change(reason, { target: { value: 'Wrong month' } })
  await expect.poll(() => reason.value).toBe('Wrong month')
})

it('shows the warnings about rows, and each one opens the rows that it is about', async () => {
  const ROWWARNINGS = { duplicates: 2, wholeBalances: 0, repeated: 1, repeatedIn: ['9'], changed: 0 }
  const listed = { ...awaitingBatch, ROWWARNINGS }
  server.respondWith((response) =>
    json(response, {
      resultCode: '0',
      batchLoads: [listed],
      batchLoad: awaitingBatch,
      details: [batchRow(1, { MORETHANONCE: true }), batchRow(2, { MORETHANONCE: true }), batchRow(3)],
    }),
  )
  open()
  // The client hides the column of fees, but not the money that will be debited.
  expect(await screen.findByText('3 loads, plus a fee of 1.50')).toBeTruthy()
  await screen.findByRole('button', { name: /1 load is also in batch 9/ })
  fireEvent.click(screen.getByRole('button', { name: /2 loads/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Batch Details' }))
  const shownRows = async () => (await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Show' })).value
  expect(await shownRows()).toBe('copies')
  expect(dialog.getAllByRole('row')).toHaveLength(3)
  // In the details, a warning also leads to its rows.
  fireEvent.change(dialog.getByRole('combobox', { name: 'Show' }), { target: { value: 'all' } })
  await expect.poll(() => dialog.getAllByRole('row')).toHaveLength(4)
  fireEvent.click(dialog.getByRole('button', { name: /^2 loads use a card .*: show these rows only$/ }))
  await expect.poll(() => dialog.getAllByRole('row')).toHaveLength(3)
})

it('keys do nothing if single keys are turned off', async () => {
  localStorage.setItem('portal.single-keys', 'off')
  onTestFinished(() => localStorage.clear())
  server.respondWith((response) => json(response, { resultCode: '0', batchLoads: [awaitingBatch] }))
  open()
  await screen.findByRole('button', { name: 'Details of batch 12' })
  fireEvent.keyDown(document.body, { key: 'a' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('after a decision the focus moves to the next batch, or to the heading if none is left', async () => {
  let awaitingIds = ['14', '13', '12']
  server.respondWith((response, { method, params }) => {
    const batchLoads = awaitingIds.map((id) => ({ ...awaitingBatch, BATCHLOADFILEID: id }))
    if (method === 'rejectBatchLoad') awaitingIds = awaitingIds.filter((id) => id !== params['batchLoadFileID'])
    const batchLoad = batchLoads.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === params['batchLoadFileID'])
    json(response, { resultCode: '0', batchLoads, batchLoad, details: [] })
  })
  open()
  const reject = async (id: string) => {
    const rejectButton = await screen.findByRole('button', { name: `Reject batch ${id}` })
    rejectButton.focus()
    fireEvent.click(rejectButton)
    const confirm = () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Reject \d/ })
    await waitFor(() => expect(confirm().getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(confirm())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const focusedLabel = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName
  await reject('13')
  await waitFor(() => expect(focusedLabel()).toBe('Details of batch 12'))
  // The last batch has no next one, so the focus moves to the batch before it.
  await reject('12')
  await waitFor(() => expect(focusedLabel()).toBe('Details of batch 14'))
  await reject('14')
  await waitFor(() => expect(focusedLabel()).toBe('H1'))
})

it('the chosen columns and rows per page are stored', async () => {
  const batchLoads = Array.from({ length: 11 }, (_, n) => ({ ...awaitingBatch, BATCHLOADFILEID: String(12 + n) }))
  server.respondWith((response) => json(response, { resultCode: '0', batchLoads }))
  open()
  await screen.findByRole('columnheader', { name: 'Uploaded by' })
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(await screen.findByLabelText('Uploaded by'))
  fireEvent.change(await screen.findByLabelText('Rows per page'), { target: { value: '10' } })
  cleanup()
  open()
  expect((await screen.findByLabelText<HTMLSelectElement>('Rows per page')).value).toBe('10')
  expect(screen.getByRole('columnheader', { name: 'Amount' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Uploaded by' })).toBeNull()
})

const open = () =>
  showPage(
    <>
      <main>
        <ApproveBatchLoadPage />
      </main>
    </>,
    '/batchloads',
  )
