// The data that a reload restores (docs/rules/access.md, "What a reload keeps"): unsent input, page by page, and lists
// with their search and page. Search texts are never in an address: they are encrypted on the device, for this
// tab and its user.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { client } from '#brand/current.ts'
import { permissions, permissionsToMap } from '#domain/access/permissions.ts'
import { ownerUserOf } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
import { readStoredResponse } from '#storage/stored-responses.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { cardResponse, foundCard } from '#tests/support/card-response.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'
import { cardNumber } from '#tests/support/files.ts'
import { createLocks } from '#tests/support/locks.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const thirtyOf = <Row,>(row: (number: number) => Row): Row[] => Array.from({ length: 30 }, (_, index) => row(index + 1))
const dora = {
  firstName: 'Dora',
  lastName: 'Lee',
  email: 'dora@example.test',
  userGroups: 'Makers',
  groupId: '11',
  lastLogin: '2026-11-20T02:00:00.000Z',
  isLocked: false,
  isActivated: true,
  secondFactor: 'app',
  isEnrolled: true,
}
const responses: Readonly<Record<string, object>> = {
  getFeeTypes: { feeTypes: [{ id: '4', name: 'Replacement', charge: '0.00' }] },
  AllUserGroups: { userGroups: [{ GROUPID: '11', GROUPDESCRIPTION: 'Makers', PERMISSIONS: [], GRANTABLE: true }] },
  userInfo: { user: { userId: '7', username: 'dora', firstname: 'Dora', lastname: 'Lee', email: '' }, groupId: '11' },
  pendingUserChanges: { changes: [] },
  getCampaigns: {
    campaigns: [
      {
        CampaignID: '1',
        CampaignName: 'Travel Card',
        CampaignCurrencySymbol: 'S$',
        CampaignCardICA: '1',
        VIRTUAL: false,
      },
    ],
  },
  merchantSignUpLimit: { maxMerchantSignUp: 10 },
  getCardTags: { tags: [] },
  searchUser: { users: thirtyOf((n) => ({ ...dora, userID: String(n), userName: `user${n}` })) },
  cardSearch: {
    cards: thirtyOf((n) => foundCard({ VOUCHERID: String(n), CARDNUMBER: cardNumber(n), CUSTOMERREFERENCE: `C-${n}` })),
  },
  cardHistory: { events: [] },
  cardDetails: { card: cardResponse({ CARDNUMBER: cardNumber(3) }) },
  myBatches: { batchLoads: thirtyOf((n) => ({ ...awaitingBatch, BATCHLOADFILEID: String(n) })), total: 30 },
  batchLoads: { batchLoads: [awaitingBatch], total: 1 },
  batchLoadDetails: { batchLoad: awaitingBatch, details: [] },
  cardStatement: { transactions: [], visibleColumns: [], exportColumns: [], excelBase64Data: '' },
  savedReports: { savedReports: [] },
  reportFiles: { reportFiles: [] },
}

const server = withStubServer()
let ownerUser: string
beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true })
  server.respondWith((response, { method }) => json(response, { resultCode: '0', ...responses[method] }))
  ownerUser = ownerUserOf(signInTestUser(permissionsToMap(permissions), 'ada'))
  await cipherOfUser(ownerUser)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
})

/** The portal as after a reload: all modules new, on the same device. */
async function openTab() {
  cleanup()
  vi.resetModules()
  const { routes } = await import('#app/routes/routes.tsx')
  const { patternOf } = await import('#app/routes/route.ts')
  const { Gate } = await import('#app/routes/Gate.tsx')
  const { queryClient } = await import('#services/server/queries.ts')
  const { sheetsWorker } = await import('#services/files/sheets-worker.ts')
  readFilesWithoutWorker(sheetsWorker)
  // The server sends the key with each page.
  const { storeDraftKey } = await import('#storage/keys.ts')
  await storeDraftKey(ownerUser, btoa('k'.repeat(32)))
  return {
    /** Shows the page at an address, by default the current one. */
    show(at?: string): void {
      cleanup()
      if (at !== undefined) history.replaceState(null, '', `${client.basePath}${at.slice(1)}`)
      render(
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={client.basePath}>
            <Routes>
              {routes.map((route) => (
                <Route key={route.path} path={patternOf(route)} element={<Gate route={route} />} />
              ))}
            </Routes>
          </BrowserRouter>
        </QueryClientProvider>,
      )
    },
  }
}

/** Waits until the decrypted data stored under this name contains the text. */
const waitUntilStored = (name: string, text: string) =>
  waitFor(async () => {
    const stored = await readStoredResponse(ownerUser, `state ${name} ${sessionStorage.getItem('portal.tab')}`)
    expect(JSON.stringify(stored?.response)).toContain(text)
  })

/** Finds a radio or checkbox (`isTickBox`) or any other field by its label. */
async function field(label: string, isTickBox: boolean) {
  const tickSelector = 'input[type=radio],input[type=checkbox]'
  const labelledElements = await screen.findAllByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
  const match = labelledElements.find(
    (each) => each.matches('input,select,textarea') && each.matches(tickSelector) === isTickBox,
  )
  if (!match) throw new Error(`there is no field ${label}`)
  return match
}
const { paramsOf } = server

/** Typed text or ticked boxes (`true`), by page and storage name. */
const typedInputs: readonly (readonly [
  at: string,
  name: string,
  values: Readonly<Record<string, string | true>>,
  /** The button that opens the form. */
  opener?: string,
])[] = [
  ['/user/groups', 'group', { Upload: true, Name: 'Payroll' }, 'New group'],
  ['/user/adduser', 'add-user', { Username: 'newdora', 'First name': 'Dora', Group: '11', Email: 'new@example.test' }],
  ['/user/edituser/7', 'edit-user', { 'Last name': 'Lee-Ong' }],
  ['/card/insertfee', 'insert-fee', { 'Fee type': '4', 'Card Number': cardNumber(3), Amount: '2.75' }],
  ['/merchant/signup', 'merchant-sign-up', { 'Merchant Number': '10000001', 'Merchant Name': 'Corner Shop' }],
  ['/batchload', 'batch reference', { 'Accept cards': true, 'Load reference': 'March' }],
  ['/batchload', 'typed row', { 'Card Number': cardNumber(4), Amount: '12.34' }],
  [
    '/batchdevalue',
    'batch reference',
    { 'Tracking Number': true, 'Retire the cards': true, 'Batch description': 'Left over' },
  ],
  ['/card/order', 'batch reference', { Campaign: '1', 'Plastic ID': '7', 'Quotation Number': 'Q-17' }],
]

it('unsent input is restored, and is never in an address or readable on the device', async () => {
  let tab = await openTab()
  for (const [at, name, values, opener] of typedInputs) {
    tab.show(at)
    if (opener !== undefined) fireEvent.click(await screen.findByRole('button', { name: opener }))
    for (const [label, value] of Object.entries(values)) {
      const foundField = await field(label, value === true)
      if (value === true) fireEvent.click(foundField)
      else {
        await waitFor(() =>
          expect(foundField.matches(':is(select)') && foundField.querySelector(`[value="${value}"]`) === null).toBe(
            false,
          ),
        )
        fireEvent.change(foundField, { target: { value } })
      }
    }
    await waitUntilStored(name, String(Object.values(values).at(-1)))
    for (const value of Object.values(values)) await expect.poll(() => location.href).not.toContain(`=${String(value)}`)
  }
  const plainStorage = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
  for (const text of [cardNumber(3), cardNumber(4), 'Left over'])
    await expect.poll(() => plainStorage).not.toContain(text)

  tab = await openTab()
  for (const [at, , values] of typedInputs) {
    tab.show(at)
    for (const [label, value] of Object.entries(values)) {
      const foundField = await field(label, value === true)
      await waitFor(() =>
        expect([at, label, value === true ? foundField.checked : foundField.value]).toEqual([at, label, value]),
      )
    }
  }
  // Another tab has a separate form.
  sessionStorage.clear()
  tab = await openTab()
  tab.show('/card/insertfee')
  await screen.findByRole('option', { name: 'Replacement' })
  expect((await field('Card Number', false)).value).toBe('')
})

it('the list of notices is stored encrypted, restored only for the same tab and user, and shown below newer notices', async () => {
  const openList = async () => {
    await openTab()
    const { NoticeHistory } = await import('#app/frame/NoticeHistory.tsx')
    render(<NoticeHistory />)
    fireEvent.click(screen.getByRole('button', { name: 'Notices' }))
    return import('#services/notices.ts')
  }
  const noticeTexts = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  const { notify, dismissNotice } = await openList()
  notify({ kind: 'error', text: 'The card is stopped', about: 'Card 900001…9969' })
  dismissNotice(notify({ kind: 'success', text: 'Approved' }))
  await waitUntilStored('notices', 'Approved')
  await expect
    .poll(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
    .not.toContain('9969')

  // This notice is shown before the stored notices are read.
  const secondTab = await openList()
  secondTab.notify({ kind: 'normal', text: 'A new version is ready' })
  await waitFor(async () => expect(await noticeTexts()).toHaveLength(3))
  expect((await noticeTexts()).map((text) => /Approved|stopped.*9969|new version/.exec(text ?? '')?.[0])).toEqual([
    'new version',
    'Approved',
    'stoppedCard 900001…9969',
  ])
  // Old notices are only in the list. They do not appear again over the page.
  await expect
    .poll(() => secondTab.currentNotices().visible.map(({ text }) => text))
    .toEqual(['A new version is ready'])
  await waitUntilStored('notices', 'new version')
  const thirdTab = await openList()
  await waitFor(async () => expect(await noticeTexts()).toHaveLength(3))

  sessionStorage.clear()
  await openList()
  expect(await screen.findByText('No notices yet')).toBeTruthy()
  thirdTab.clearNotices()
})

it('the list of notices ends with the session, even for the same user', async () => {
  await openTab()
  await import('#app/frame/NoticeHistory.tsx')
  const { notify, currentNotices } = await import('#services/notices.ts')
  const { sessionStore } = await import('#services/session/session.ts')
  const { startSession, signOut } = await import('#flows/access/session.ts')
  const stop = startSession()
  const session = sessionStore.get()
  notify({ kind: 'success', text: 'Approved' })
  await waitUntilStored('notices', 'Approved')
  signOut()
  const storedStateCount = () => inDb((db) => db.responses.where('ownerUser').equals(ownerUser).count())
  await waitFor(async () => expect(await storedStateCount()).toEqual({ ok: true, value: 0 }))
  const { storeDraftKey } = await import('#storage/keys.ts')
  await storeDraftKey(ownerUser, btoa('k'.repeat(32)))
  if (session) sessionStore.set(session)
  notify({ kind: 'normal', text: 'A new version is ready' })
  await waitUntilStored('notices', 'new version')
  await expect.poll(() => currentNotices().history.map(({ text }) => text)).toEqual(['A new version is ready'])
  stop()
})

it('text in a dialog is restored when the dialog opens again after a reload', async () => {
  const dialogs = [
    { at: '/card/details/7', open: 'Create note', label: 'Note', text: 'Holder called' },
    { at: '/batchloads', open: 'Reject batch 12', label: 'Reason', text: 'Wrong month' },
    { at: '/user/search', menu: 'More for user user1', open: 'Lock', label: 'Reason', text: 'Left the company' },
  ]
  let tab = await openTab()
  const openDialog = async ({ at, menu, open, label }: (typeof dialogs)[number]) => {
    tab.show(at)
    if (menu !== undefined) fireEvent.keyDown(await screen.findByRole('button', { name: menu }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole(menu === undefined ? 'button' : 'menuitem', { name: open }))
    return within(await screen.findByRole('dialog')).findByLabelText<HTMLTextAreaElement>(new RegExp(`^${label}`))
  }
  for (const dialog of dialogs) {
    fireEvent.change(await openDialog(dialog), { target: { value: dialog.text } })
    await waitUntilStored('typed drafts', dialog.text)
  }
  tab = await openTab()
  for (const dialog of dialogs) {
    const reopened = await openDialog(dialog)
    await waitFor(() => expect(reopened.value).toBe(dialog.text))
  }
})

it('a typed row is restored when the form of a single card is opened again', async () => {
  let tab = await openTab()
  const openForm = async () => fireEvent.click(await screen.findByRole('button', { name: 'Add a single card' }))
  tab.show('/card/order')
  await openForm()
  fireEvent.change(await field('Surname', false), { target: { value: 'Tan' } })
  await waitUntilStored('typed row', 'Tan')
  tab = await openTab()
  tab.show()
  await openForm()
  const surname = await field('Surname', false)
  await waitFor(() => expect(surname.value).toBe('Tan'))
})

// `lastStored`: what the list stores last, the page number, or the search text if the page number is in the address.
it.each<
  [name: string, at: string, stateName: string, lastStored: string, label: string, method: string, search: () => void]
>([
  ['Find User', '/user/search', 'find-user', '"page":1', 'Search users', 'searchUser', () => press('Search')],
  ['Find Card', '/card/search', 'find-card', '"page":1', 'Search term', 'cardSearch', () => press('Search')],
  ['My batches', '/batches/mine', 'my-batches', 'dora', 'Search', 'myBatches', () => undefined],
])(
  '%s is restored with its search term, page and rows, and requests nothing without the term',
  async (_, at, stateName, lastStored, label, method, search) => {
    let tab = await openTab()
    tab.show(at)
    fireEvent.change(await field(label, false), { target: { value: 'dora' } })
    search()
    await waitFor(() => expect(JSON.stringify(paramsOf(method).at(-1))).toContain('dora'))
    fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    const rows = () =>
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(screen.getByText(/^2 of . pages$/)).toBeTruthy())
    const rowsBeforeReload = rows()
    await waitUntilStored(stateName, lastStored)
    await expect.poll(() => location.href).not.toContain('dora')

    server.requests.length = 0
    tab = await openTab()
    tab.show()
    await waitFor(() => expect(rows()).toEqual(rowsBeforeReload))
    expect((await field(label, false)).value).toBe('dora')
    await expect.poll(() => paramsOf(method).every((params) => JSON.stringify(params).includes('dora'))).toBe(true)
  },
)
const press = (name: string) => void fireEvent.click(screen.getByRole('button', { name }))

it('the search of the reports page is restored', async () => {
  let tab = await openTab()
  tab.show('/reports')
  fireEvent.change(await field('Search reports', false), { target: { value: 'balances' } })
  await waitUntilStored('find-report', 'balances')
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
  const foundLinks = links()
  tab = await openTab()
  tab.show()
  await waitFor(() => expect(links()).toEqual(foundLinks))
  // The number of shown reports is visible, so that the user notices the filter.
  expect(screen.getByText(/^[0-9]+ of [0-9]+ reports$/).className).not.toContain('sr-only')
  press('Show all reports')
  await expect.poll(() => links().length).toBeGreaterThan(foundLinks.length)
  await expect.poll(() => location.search).toBe('')
})

it('open rows are restored with their search, and the rows of another file have no search', async () => {
  let tab = await openTab()
  tab.show('/batchload')
  fireEvent.change(await field('Load reference', false), { target: { value: 'March' } })
  const lines = [1, 2, 3].map((n) => `${cardNumber(n)},${n}.50`)
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File([lines.join('\n')], 'march.csv')] },
  })
  await screen.findByText(/^Saved \d\d:\d\d$/)
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search the rows' }), { target: { value: '2.50' } })
  await waitUntilStored('row-search', '2.50')
  await expect.poll(() => location.href).not.toContain('2.50')

  tab = await openTab()
  tab.show()
  const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the rows' })
  await waitFor(() => expect(search().value).toBe('2.50'))
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save for later' }))
  fireEvent.change(await field('Load reference', false), { target: { value: 'April' } })
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File([lines.join('\n')], 'april.csv')] },
  })
  await screen.findByText(/april\.csv/)
  expect((await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search the rows' })).value).toBe('')
  await inDb((db) => db.drafts.clear())
})
