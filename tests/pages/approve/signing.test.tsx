// The dialog of an approval that is signed: what is signed, the code of the authenticator app, several batches at once,
// and for whom a deputy signs.
import { createHash } from 'node:crypto'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'
import { showPage } from '#tests/support/show-page.tsx'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

// The browser's own dialog, which a page test cannot open.
const promptForPasskey = vi.hoisted(() => vi.fn())
vi.mock('#services/session/passkeys.ts', () => ({ promptForPasskey }))

const server = withStubServer()
const fingerprints: Readonly<Record<string, string>> = { '12': 'a'.repeat(64), '13': 'b'.repeat(64) }
let signWith: 'passkey' | 'code' | 'none'
let approval: Approval | undefined
/** What the server says is signed, if not what is on screen. */
let otherText: string | undefined

const batchOf = (id: string) => ({
  ...awaitingBatch,
  BATCHLOADFILEID: id,
  BATCHLOADFILEREFERENCE: `Batch ${id}`,
  FINGERPRINT: fingerprints[id] ?? '',
  ...(approval && { APPROVAL: approval }),
})
beforeEach(() => {
  signWith = 'code'
  approval = undefined
  otherText = undefined
  server.respondWith((response, { params }) => {
    const id = (params['batchLoadFileID'] ?? '12') as string
    const items = (params['items'] ?? []) as { id: string }[]
    const lines = items.map((item) => `batch ${item.id} fingerprint=${fingerprints[item.id] ?? ''} rows=x`)
    const batches = ['12', '13'].map(batchOf)
    return json(response, {
      resultCode: '0',
      batchLoads: params['filter'] === 1 ? batches : [],
      total: 2,
      batchLoad: batchOf(id),
      details: [batchRow(1), batchRow(2), batchRow(3)],
      signWith,
      nonce: 'once',
      ...(signWith === 'passkey' && { options: { challenge: 'of-the-server', rpId: 'localhost' } }),
      text: otherText ?? ['approve', ...lines, 'nonce=once'].join('\n'),
    })
  })
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

const requests = (method: string) =>
  server.requests.filter((each) => each.method === method).map(({ params }) => params)
const dialog = () => within(screen.getByRole('dialog'))
const openDialog = async () => {
  showPage(<ApproveBatchLoadPage />)
  const [approve] = await screen.findAllByRole('button', { name: /^Approve/ })
  if (approve) fireEvent.click(approve)
  await screen.findByRole('dialog')
}
const enterCode = async () => {
  const field = await dialog().findByLabelText('Code of the authenticator app')
  fireEvent.change(field, { target: { value: ' 123456 ' } })
}
const confirm = () => fireEvent.click(dialog().getByRole('button', { name: /^Approve/ }))

it('asks for a code, says what it signs, and sends it with the nonce', async () => {
  await openDialog()
  expect(await dialog().findByText(/With the code you sign: /)).toBeDefined()
  confirm()
  await expect.poll(() => requests('approvalChallenge')).toEqual([])
  await enterCode()
  confirm()
  await expect.poll(() => requests('approveBatchLoad')).toHaveLength(1)
  await expect
    .poll(() => requests('approveBatchLoad')[0])
    .toMatchObject({
      batchLoadFileID: '12',
      proof: { nonce: 'once', code: '123456' },
    })
})

it('sends nothing if the server asks to sign something else than is on screen', async () => {
  otherText = `approve\nbatch 12 fingerprint=${'c'.repeat(64)} rows=x\nnonce=once`
  await openDialog()
  await enterCode()
  confirm()
  expect(await dialog().findByText(/What you signed is not what would be approved now/)).toBeDefined()
  await expect.poll(() => requests('approveBatchLoad')).toEqual([])
})

it('explains what to set up if the user has neither passkey nor app', async () => {
  signWith = 'none'
  await openDialog()
  // As a banner, and as the reason why the button is disabled.
  expect(await dialog().findAllByText(/Set up a passkey or an authenticator app/)).toHaveLength(2)
})

it('names whom a deputy signs for, and that no one can sign', async () => {
  approval = {
    needs: ['Two of Directors, because it is above SGD 50,000.00'],
    needed: 2,
    signed: 1,
    signatures: [{ by: 'Bea Ong', onBehalfOf: 'Dan Ng', at: '2026-11-20T02:00:00Z' }],
    signsFor: 'Dora Lim',
    isBlocked: true,
    refusals: {},
  }
  await openDialog()
  expect(await dialog().findByText('You sign for Dora Lim, as the deputy')).toBeDefined()
  expect(dialog().getByText('Signed by 1 of 2: Bea Ong for Dan Ng')).toBeDefined()
  expect(dialog().getByText(/No one can sign this now/)).toBeDefined()
})

it('signs several at once with one code', async () => {
  showPage(<ApproveBatchLoadPage />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve 2 batches' }))
  await screen.findByRole('dialog')
  await enterCode()
  confirm()
  await expect.poll(() => requests('approveBatchLoad')).toHaveLength(2)
  await expect.poll(() => requests('approvalChallenge')).toHaveLength(1)
  await expect
    .poll(() => requests('approveBatchLoad'))
    .toMatchObject(
      ['12', '13'].map((batchLoadFileID) => ({ batchLoadFileID, proof: { nonce: 'once', code: '123456' } })),
    )
})

it('lets the passkey sign the text that was checked, whatever the options of the server contain', async () => {
  signWith = 'passkey'
  promptForPasskey.mockResolvedValueOnce({ kind: 'succeeded', response: { id: 'credential', type: 'public-key' } })
  await openDialog()
  expect(await dialog().findByText(/^With your passkey you sign: /)).toBeDefined()
  confirm()
  await expect.poll(() => requests('approveBatchLoad')).toHaveLength(1)
  const text = ['approve', `batch 12 fingerprint=${fingerprints['12'] ?? ''} rows=x`, 'nonce=once'].join('\n')
  const challenge = createHash('sha256').update(text).digest('base64url')
  await expect.poll(() => promptForPasskey.mock.calls).toEqual([[{ challenge, rpId: 'localhost' }]])
  await expect
    .poll(() => requests('approveBatchLoad')[0])
    .toMatchObject({ proof: { nonce: 'once', passkey: { id: 'credential' } } })
})

it('approves nothing if the passkey is not used, and says so', async () => {
  signWith = 'passkey'
  promptForPasskey.mockResolvedValueOnce({ kind: 'failed', fault: 'passkeyNotUsed' })
  await openDialog()
  await dialog().findByText(/^With your passkey you sign: /)
  confirm()
  expect(
    await dialog().findByText('No passkey was used: the request was closed or took too long. Try again', {
      exact: false,
    }),
  ).toBeDefined()
  await expect.poll(() => requests('approveBatchLoad')).toEqual([])
})
