// Drafts: all drafts on this device, and their actions.
import Dexie from 'dexie'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { DAY_MS } from '#domain/units.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { addMerchant } from '#flows/merchants/list.ts'
import { storeChange } from '#flows/pending-changes/store.ts'
import DraftsPage from '#pages/drafts/DraftsPage.tsx'
import { bytesToText } from '#pages/drafts/words.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { ownerUserOf } from '#services/session/session.ts'
import { closeDb, inDb } from '#storage/db.ts'
import { takeDraftLock } from '#storage/draft-lock.ts'
import { listDrafts, readDraft } from '#storage/drafts.ts'
import { writeCsvTexts, writeCsvForUpload } from '#sheets/write-csv.ts'
import { storeUploadDraft, cipherOfUser } from '#tests/support/drafts.ts'
import { createLocks } from '#tests/support/locks.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'

const saved = withSavedFiles()
const allPermissions = { Batch: ['load', 'redeem'], Card: ['write', 'order'], MerchantSignUp: ['read', 'write'] }
const CARD = '9000010000000008'
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const figuresOf = (rows: number, cents: number) => ({ rows, amountCents: cents as never })

let ownerUser: string
beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true })
  // jsdom has no workers, so the test generates the files.
  vi.spyOn(exportsWorker, 'csvForUpload').mockImplementation((...table) => Promise.resolve(writeCsvForUpload(...table)))
  vi.spyOn(exportsWorker, 'csvOfTexts').mockImplementation((...table) => Promise.resolve(writeCsvTexts(...table)))
  await inDb((db) => Promise.all(db.tables.map((table) => table.clear())))
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  Reflect.deleteProperty(navigator, 'storage')
})

async function storeDraftOfEachType(): Promise<void> {
  await storeUploadDraft(ownerUser, {
    type: 'load',
    id: 'load',
    reference: 'March',
    fileName: 'march.csv',
    savedAt: ago(1),
    rows: [[CARD, '', '5']],
    figures: figuresOf(1, 500),
  })
  await storeUploadDraft(ownerUser, {
    type: 'transfer',
    id: 'transfer',
    reference: 'Moves',
    fileName: 'moves.csv',
    savedAt: ago(2),
    step: 'confirming',
    figures: figuresOf(1200, 12_345_600),
  })
  await storeUploadDraft(ownerUser, {
    type: 'devalue',
    id: 'devalue',
    reference: 'Back',
    fileName: 'back.csv',
    savedAt: ago(3),
    figures: { ...figuresOf(3, 0), toFix: 2 },
  })
  await storeUploadDraft(ownerUser, {
    type: 'activate',
    id: 'activate',
    fileName: 'on.csv',
    savedAt: ago(4),
    figures: figuresOf(9, 0),
  })
  await storeUploadDraft(ownerUser, {
    type: 'physical',
    id: 'physical',
    fileName: 'cards.csv',
    savedAt: ago(5),
    figures: figuresOf(2, 2_000),
  })
  await storeUploadDraft(ownerUser, {
    type: 'virtual',
    id: 'virtual',
    fileName: 'phones.xlsx',
    savedAt: ago(28),
    step: 'outcomeUnknown',
    figures: figuresOf(4, 400),
  })
}

async function signIn(permissions: PermissionMap = allPermissions): Promise<void> {
  ownerUser = ownerUserOf(signInTestUser(permissions))
  await cipherOfUser(ownerUser)
}
const openPage = () =>
  showPage(
    <>
      <DraftsPage />
      <Address />
    </>,
    '/drafts',
  )
const table = async () => within(await screen.findByRole('table'))
/** The texts of each row's cells, with the labels that a narrow table shows. */
const findCellTexts = async () =>
  (await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').textContent?.replace(/^Name/, ''),
      ...within(row)
        .getAllByRole('cell')
        .slice(0, -1)
        .map((cell) => cell.textContent),
    ])
const findRow = async (name: string) => {
  const cell = await screen.findByText(name, { selector: 'table *' })
  return cell.closest('tr') as HTMLElement
}
async function chooseMenuItem(name: string, action: string): Promise<HTMLElement> {
  const row = await findRow(name)
  fireEvent.keyDown(within(row).getByRole('button', { name: /^More for/ }), { key: 'Enter' })
  const item = await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) })
  fireEvent.click(item)
  return item
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('drafts of every type are listed with name, step, rows, total and age, newest first', async () => {
  await signIn()
  await storeDraftOfEachType()
  openPage()
  await screen.findByText('march.csv')
  const ageText = (days: number) => expect.stringContaining(days === 1 ? 'yesterday' : `${days} days ago`) as string
  expect(await findCellTexts()).toEqual([
    ['Marchmarch.csv', 'TypeCreate Batch Load', 'StepBatch verification', 'Rows1', 'TotalSGD 5.00', ageText(1)],
    ['Movesmoves.csv', 'TypeBatch Transfer', 'StepBatch submit', 'Rows1,200', 'TotalSGD 123,456.00', ageText(2)],
    ['Backback.csv', 'TypeDevalue Batch', 'StepBatch verification2 to fix', 'Rows3', 'TotalSGD 0.00', ageText(3)],
    ['on.csv', 'TypeActivate Card', 'StepVerification', 'Rows9', 'Total—', ageText(4)],
    ['cards.csv', 'TypeOrder Card', 'StepCard Order Creation', 'Rows2', 'TotalS$ 20.00', ageText(5)],
    // A draft with a pending request never expires.
    [
      'phones.xlsx',
      'TypeOrder Virtual Card',
      'StepWaiting for the server’s answer',
      'Rows4',
      'TotalS$ 4.00',
      ageText(28),
    ],
  ])
})

test('the address contains the sort order of the table', async () => {
  await signIn()
  await storeDraftOfEachType()
  openPage()
  await screen.findByText('march.csv')
  press('Rows')
  await waitFor(() => expect(address()).toBe('/drafts?sort=rows'))
  expect((await findCellTexts())[0]?.[0]).toBe('Marchmarch.csv')
})

test('users see only drafts that they are allowed to continue', async () => {
  await signIn({ Batch: ['redeem'] })
  await storeDraftOfEachType()
  openPage()
  await screen.findByText('moves.csv')
  expect((await findCellTexts()).map(([name]) => name)).toEqual(['Movesmoves.csv', 'Backback.csv'])
})

test('an empty list explains how drafts are created', async () => {
  await signIn()
  openPage()
  expect(await screen.findByText('No unfinished work on this device')).toBeTruthy()
  expect(screen.getByText(/is deleted 30 days after it was last saved/)).toBeTruthy()
})

test('a draft opens in its wizard', async () => {
  await signIn()
  await storeDraftOfEachType()
  openPage()
  fireEvent.click(within(await findRow('Moves')).getByRole('button', { name: 'Open Moves' }))
  await expect.poll(() => address()).toBe(`${uploadTypes.transfer.path}?draft=transfer`)
})

test('the user can name a draft, and remove the name', async () => {
  await signIn()
  await storeDraftOfEachType()
  openPage()
  await chooseMenuItem('March', 'Rename')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '  Salaries ' } })
  press('Rename')
  expect(await screen.findByText('Salaries')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseMenuItem('Salaries', 'Rename')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '' } })
  press('Rename')
  expect(await screen.findByText('March')).toBeTruthy()
})

test('a copy is listed as a separate draft without a pending request, and starts at the review of its rows', async () => {
  await signIn()
  await storeDraftOfEachType()
  openPage()
  await chooseMenuItem('Moves', 'Duplicate')
  await screen.findByText('Copy of Moves')
  const copies = (await listDrafts(ownerUser)).filter(({ name }) => name.startsWith('Copy'))
  const heads = await Promise.all(
    copies.map(async ({ id }) => (await readDraft(await cipherOfUser(ownerUser), id))?.head),
  )
  expect(heads).toMatchObject([{ wizard: { step: 'reviewing', options: { reference: 'Moves' } }, isAside: true }])
})

test('a draft with a pending request cannot be copied or deleted, and explains this, even if another tab sent it', async () => {
  await signIn()
  await storeDraftOfEachType()
  await storeChange(ownerUser, {
    kind: 'upload',
    params: { type: 'load', draftId: 'load' },
    subject: 'load',
    done: 'x',
    success: 'x',
  })
  openPage()
  await waitFor(async () => expect((await findCellTexts())[0]?.[2]).toBe('StepWaiting for the server’s answer'))
  for (const [name, action] of [
    ['phones.xlsx', 'Duplicate'],
    ['March', 'Delete'],
  ] as const) {
    const item = await chooseMenuItem(name, action)
    expect(item.textContent).toContain('Waiting for the server’s answer')
    fireEvent.keyDown(item, { key: 'Escape' })
  }
  expect(await findCellTexts()).toHaveLength(6)
})

test('a deleted draft can be restored; a draft that is open in a tab cannot be deleted', async () => {
  await signIn()
  await storeDraftOfEachType()
  openPage()
  await chooseMenuItem('March', 'Delete')
  expect(await screen.findByText('March was deleted')).toBeTruthy()
  await waitFor(async () => expect((await findCellTexts()).map(([name]) => name)).not.toContain('Marchmarch.csv'))
  press('Undo the deletion of March')
  await waitFor(async () => expect((await findCellTexts())[0]?.[0]).toBe('Marchmarch.csv'))
  await takeDraftLock('transfer')
  await chooseMenuItem('Moves', 'Delete')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect((await findCellTexts()).map(([name]) => name)).toContain('Movesmoves.csv')
  expect(screen.queryByText('Moves was deleted')).toBeNull()
})

test('a draft is saved as a csv that can be uploaded again, even if this version cannot read the draft', async () => {
  await signIn()
  await storeDraftOfEachType()
  await storeUploadDraft(ownerUser, {
    type: 'load',
    id: 'newer',
    fileName: 'newer.csv',
    savedAt: ago(0),
    version: 99,
    rows: [[CARD, '', '7.5']],
  })
  openPage()
  await chooseMenuItem('March', 'Save as CSV')
  await chooseMenuItem('Draft of another version', 'Save as CSV')
  await waitFor(() => expect(saved.files).toHaveLength(2))
  const text = (name: string) => saved.files.find((file) => file.name === name)?.text
  expect(text('march-checked.csv')).toContain(CARD)
  expect(text('march-checked.csv')).toContain('To fix')
  expect(text('draft.csv')).toContain('7.5')
})

test('the merchant list is shown below the drafts, and can be restored after it was deleted', async () => {
  await signIn()
  const entry = {
    mastercardMerchantID: '10000001',
    merchantName: 'Shop',
    merchantCity: 'Bonn',
    merchantCategoryCode: '5945',
    currencyCode: '978',
    countryCode: 'DEU',
  }
  await addMerchant(ownerUser, { id: 'a', entry, qr: 'QR', at: '2026-03-04T02:42:00Z' })
  openPage()
  expect(await screen.findByText(/1 merchant is in the list/)).toBeTruthy()
  press('Save the merchant list as CSV')
  await waitFor(() => expect(saved.files[0]?.text).toContain('Shop'))
  press('Delete the merchant list')
  await screen.findByText('The list of 1 merchant was deleted')
  await waitFor(() => expect(screen.queryByText(/1 merchant is in the list/)).toBeNull())
  press(/Undo/)
  expect(await screen.findByText(/1 merchant is in the list/)).toBeTruthy()
})

test('a warning appears if the device cannot store drafts', async () => {
  await signIn()
  const { indexedDB } = Dexie.dependencies
  closeDb()
  Dexie.dependencies.indexedDB = undefined as unknown as IDBFactory
  openPage()
  expect(await screen.findByText('Drafts cannot be kept on this device')).toBeTruthy()
  expect(await screen.findByText('No unfinished work on this device')).toBeTruthy()
  Dexie.dependencies.indexedDB = indexedDB
  closeDb()
})

test('the used storage is shown if the browser reports it', async () => {
  Object.defineProperty(navigator, 'storage', {
    value: { estimate: () => Promise.resolve({ usage: 3_240_000, quota: 2_100_000_000 }) },
    configurable: true,
  })
  await signIn()
  openPage()
  expect(await screen.findByText(/uses 3\.2 MB of the 2\.1 GB that the browser allows/)).toBeTruthy()
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [123_456_789, '123 MB'],
])('%i bytes are shown as %s', (bytes, text) => expect(bytesToText(bytes)).toBe(text))
