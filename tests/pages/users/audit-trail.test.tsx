// The audit trail page: the requests that its filters and its URL cause, and the text of an entry. Also the page of
// groups.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { userTrailPath, itemTrailPath } from '#pages/shared/TrailLink.tsx'
import AuditTrailPage from '#pages/users/AuditTrailPage.tsx'
import { columnsOn } from '#domain/columns.ts'
import { entryToRow, trailColumns } from '#pages/users/trail/rows.ts'
import GroupsPage from '#pages/users/GroupsPage.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { dora, groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()

const entry = {
  id: '1',
  at: '2026-11-20T02:00:00.000Z',
  userId: '7',
  who: 'Dora Lee (dora)',
  method: 'approveBatchLoad',
  what: 'approved batch 43',
  subjectType: 'batch',
  subjectId: '43',
  resultCode: '0',
}
async function openTrail(path = '/user/audit', entries: readonly object[] = [entry]) {
  server.setResponses({ auditLog: { entries, total: entries.length }, searchUser: { users: [dora] } })
  open(AuditTrailPage, path, '/user/audit')
  await screen.findByRole('heading', { name: /^Entries \(/ })
}
const lastRequest = () => server.requests('auditLog').at(-1)

it('says that there are more entries than were counted', async () => {
  server.setResponses({
    auditLog: { entries: [entry], total: 100_000, isTotalMinimum: true },
    searchUser: { users: [dora] },
  })
  open(AuditTrailPage, '/user/audit', '/user/audit')
  await screen.findByRole('heading', { name: 'Entries (more than 100,000)' })
})

it('shows who did what, links to the subject, and shows the result', async () => {
  await openTrail('/user/audit', [
    entry,
    {
      ...entry,
      id: '2',
      who: '',
      userId: null,
      method: 'logIn',
      what: 'tried to log in',
      subjectType: null,
      subjectId: null,
      resultCode: '-20150',
    },
    { ...entry, id: '3', what: 'tried to approve batch 43', resultCode: '-20409' },
  ])
  const [, first, second, third] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toContain('Approved batch 43')
  expect(first).toContain('Done')
  expect(screen.getAllByRole('link', { name: /batch 43/ })[0]?.getAttribute('href')).toBe('/batchloads?batch=43')
  expect(second).toContain('Not logged in')
  expect(second).toContain('Code requested')
  expect(third).toContain('Refused: not allowed in its current state')
})

it('links an order to the page of its type, if the operation is for one type only', async () => {
  signInTestUser({ User: ['write'], Card: ['approve'] }, 'ada', '3')
  const order = { ...entry, subjectType: 'order', subjectId: '9' }
  await openTrail('/user/audit', [
    { ...order, id: '4', method: 'approveVirtualCardOrdersBatchLoad', what: 'approved virtual card order 9' },
    { ...order, id: '5', method: 'batchCardOrder', what: 'ordered cards' },
    { ...order, id: '6', method: 'cancelCardOrder', what: 'cancelled card order 9' },
  ])
  const linkOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')
  expect(linkOf('Approved virtual card order 9')).toBe('/card/virtual-card-orders?order=9')
  expect(linkOf('Ordered cards')).toBe('/card/physical-orders?order=9')
  expect(linkOf('Cancelled card order 9')).toBeUndefined()
})

const groupChange = { field: 'Group', before: 'Readers', after: 'Programme administrators' }
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    field: `Field ${index + 1}`,
    before: null,
    after: `value ${index + 1}`,
  }))

it('shows the changes, the reason for a refusal, and the origin', async () => {
  await openTrail('/user/audit', [
    {
      ...entry,
      id: '1',
      changes: [groupChange, { field: 'Note', before: 'old', after: null }],
      address: '203.0.113.9',
      device: 'Chrome on Windows',
    },
    { ...entry, id: '2', resultCode: '-20409', refusal: 'A user cannot approve their own load', changes: [] },
    // This entry is from a server that does not report the origin.
    { ...entry, id: '3' },
  ])
  const [, changed, refused, withoutOrigin] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(changed).toContain('Group: Readers → Programme administrators')
  expect(changed).toContain('Note: old → none')
  expect(changed).toContain('Chrome on Windows203.0.113.9')
  expect(refused).toContain('A user cannot approve their own load')
  expect(withoutOrigin).toContain('Approved batch 43')
})

it('collapses long lists of changes, and shows all of them on request and in print', async () => {
  await openTrail('/user/audit', [{ ...entry, changes: fields(5) }])
  expect(screen.getByText('Field 3: value 3')).toBeTruthy()
  expect(screen.queryByText('Field 4: value 4')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all (5)' }))
  await screen.findByText('Field 5: value 5')
  fireEvent.click(screen.getByRole('button', { name: 'Show less' }))
  await expect.poll(() => screen.queryByText('Field 5: value 5')).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  await screen.findByText('Field 5: value 5')
  await expect.poll(() => screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  act(() => void dispatchEvent(new Event('afterprint')))
})

it('collapses a single long change', async () => {
  const longText = `may ${'read reports, '.repeat(30)}end`
  await openTrail('/user/audit', [{ ...entry, changes: [{ field: 'Permissions', before: null, after: longText }] }])
  expect(screen.queryByText(/end$/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all (1)' }))
  await screen.findByText(/end$/)
})

it('excludes views until they are requested', async () => {
  await openTrail()
  await expect.poll(() => lastRequest()).toMatchObject({ kind: 'changes' })
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'views' } })
  await waitFor(() => expect(lastRequest()).toMatchObject({ kind: 'views' }))
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'all' } })
  await waitFor(() => expect(lastRequest()).not.toHaveProperty('kind'))
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'changes' } })
  // A chosen action is shown whether it is a change or a view.
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'cardSearch' } })
  await waitFor(() => expect(lastRequest()).toMatchObject({ method: 'cardSearch' }))
  await expect.poll(() => lastRequest()).not.toHaveProperty('kind')
})

it('writes all details into its files', () => {
  const row = entryToRow({
    ...entry,
    changes: [groupChange, ...fields(1)],
    refusal: null,
    address: '203.0.113.9',
    device: 'Chrome on Windows',
  })
  const fileCells = Object.fromEntries(columnsOn(trailColumns, 'files').map(({ key, label }) => [label, row[key]]))
  expect(fileCells).toMatchObject({
    Changes: 'Group: Readers → Programme administrators; Field 1: value 1',
    'Reason shown': null,
    Address: '203.0.113.9',
    Device: 'Chrome on Windows',
  })
})

it('filters by user, action and subject, and stores the filters in the URL', async () => {
  await openTrail()
  await expect.poll(() => lastRequest()).not.toHaveProperty('userId')
  fireEvent.change(await screen.findByLabelText('Person'), { target: { value: '7' } })
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'approveBatchLoad' } })
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'batch' } })
  fireEvent.change(screen.getByLabelText('Batch number'), { target: { value: '0x43' } })
  await waitFor(() =>
    expect(lastRequest()).toMatchObject({
      userId: '7',
      method: 'approveBatchLoad',
      subjectType: 'batch',
      subjectId: '43',
    }),
  )
  const address = new URLSearchParams(screen.getByLabelText('Address').textContent?.split('?')[1])
  await expect
    .poll(() => Object.fromEntries(address))
    .toEqual({ user: '7', act: 'approveBatchLoad', type: 'batch', thing: '43' })
  // Another type of subject has different numbers.
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'card' } })
  await waitFor(() => expect(lastRequest()).not.toHaveProperty('subjectId'))
})

it.each([
  [itemTrailPath('card', '41'), { subjectType: 'card', subjectId: '41', startDate: '2000-01-01' }],
  [userTrailPath('99'), { userId: '99', startDate: '2000-01-01' }],
])('opens with the filters of a link: %s', async (address, expected) => {
  await openTrail(address)
  await expect.poll(() => lastRequest()).toMatchObject(expected)
})

it('names a user who is not in the list of users', async () => {
  await openTrail(userTrailPath('99'))
  expect(await screen.findByRole('option', { name: 'User 99' })).toBeTruthy()
})

it.each(['type=no&thing=41', 'act=nothing', 'user=olive', 'thing=41', 'from=&to='])(
  'ignores an address that is not a valid filter: %s',
  async (search) => {
    server.setResponses({ auditLog: { entries: [], total: 0 }, searchUser: { users: [] } })
    open(AuditTrailPage, `/user/audit?${search}`, '/user/audit')
    await screen.findByText(
      search.startsWith('from') ? 'Enter a start date and an end date' : 'No matches for these dates',
    )
    for (const request of server.requests('auditLog'))
      for (const key of ['subjectId', 'method', 'userId', 'subjectType']) expect(request).not.toHaveProperty(key)
  },
)

it('sends no request for days in the wrong order', async () => {
  server.setResponses({ auditLog: { entries: [], total: 0 }, searchUser: { users: [] } })
  open(AuditTrailPage, '/user/audit?from=2026-11-02&to=2026-11-01', '/user/audit')
  expect(await screen.findByText('The date filter start date is greater than the end date')).toBeTruthy()
  await expect.poll(() => server.requests('auditLog')).toEqual([])
})

it('shows the permissions of each group as text, and the groups that the viewer cannot assign', async () => {
  server.setResponses({
    AllUserGroups: {
      userGroups: [...groups, { ...groups[0], GROUPID: '13', GROUPDESCRIPTION: 'Guests', PERMISSIONS: [] }],
    },
  })
  open(GroupsPage, '/user/groups')
  expect(await screen.findByText('Upload batches that load cards')).toBeTruthy()
  expect(screen.getByText('Guests: This group allows nothing but logging in.')).toBeTruthy()
  expect(screen.getAllByText(/so you cannot give it to anyone/)).toHaveLength(1)
})
