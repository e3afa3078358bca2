// Changes that wait for a second administrator: the user's page with its confirmation, the list, and the affected
// user's pages. Also the warning about a group with tasks that should be split between two people.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import ApproveVirtualCardOrdersPage from '#pages/orders/ApproveVirtualCardOrdersPage.tsx'
import EditUserPage from '#pages/users/EditUserPage.tsx'
import FindUserPage from '#pages/users/FindUserPage.tsx'
import GroupsPage from '#pages/users/GroupsPage.tsx'
import { sessionStore } from '#services/session/session.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { dora, groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()

const change = {
  changeID: '31',
  title: 'Cannot approve, act on cards or manage users until 27 Nov 2026, 10:15 SGT',
  text: 'Bea Ong changed the email on 26 Nov 2026, 10:15 SGT. Confirm the change if you know it is right.',
  changes: [{ field: 'Email', before: 'dora@example.test', after: 'new@example.test' }],
}
const user = { userId: '7', username: 'dora', firstname: 'Dora', lastname: 'Lee', email: 'new@example.test' }
const setUserResponses = (changes: readonly object[], overrides: object = {}) =>
  server.setResponses({
    AllUserGroups: { userGroups: groups },
    userInfo: { user, permissions: {}, groupId: '11' },
    pendingUserChanges: { changes },
    ...overrides,
  })
const openUser = () => open(EditUserPage, '/user/edituser/7', '/user/edituser/:userid')

it('shows the change and its author, and confirms it with one request', async () => {
  setUserResponses([change], { confirmUserChange: {} })
  openUser()
  expect(await screen.findByText(change.title)).toBeDefined()
  expect(screen.getByText('Email: dora@example.test → new@example.test')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm this change' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/Bea Ong changed the email/)).toBeDefined()
  setUserResponses([], { confirmUserChange: {} })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm this change' }))
  await waitFor(() => expect(screen.queryByText(change.title)).toBeNull())
  await expect.poll(() => server.requests('confirmUserChange')).toMatchObject([{ changeID: '31' }])
})

it('offers no confirmation to the user who made the change', async () => {
  setUserResponses([{ ...change, refusal: 'You made this change. Another administrator must confirm it' }])
  openUser()
  expect(await screen.findByText(change.title)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm this change' })).toBeNull()
})

it('marks a user with a pending change in the list', async () => {
  server.setResponses({ searchUser: { users: [{ ...dora, isHeld: true }] } })
  open(FindUserPage, '/user/search')
  expect(await screen.findByText('Waiting for confirmation')).toBeDefined()
})

const holdText =
  'You cannot approve, act on cards or manage users until 27 Nov 2026, 10:15 SGT: Bea Ong changed your email'
const holdApprovals = () => {
  const session = sessionStore.get() ?? expect.unreachable()
  sessionStore.set({ ...session, permissions: { Batch: ['approve'], Card: ['approve'] }, approvalHold: holdText })
}

it('explains to the affected user why approving is disabled, and still allows rejecting', async () => {
  holdApprovals()
  server.setResponses({ batchLoads: { batchLoads: [awaitingBatch], total: 1 } })
  open(ApproveBatchLoadPage, '/batchloads')
  expect((await screen.findAllByText(`${holdText}.`)).length).toBe(1)
  const approveButton = await screen.findByRole('button', { name: /^Approve/ })
  expect(approveButton.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: /^Reject/ }).getAttribute('aria-disabled')).not.toBe('true')
})

it('also explains this to the affected user on the page for approving orders', async () => {
  holdApprovals()
  open(ApproveVirtualCardOrdersPage, '/virtualcardorders')
  expect(await screen.findByText(`${holdText}.`)).toBeDefined()
})

it('warns of a group whose tasks should be split between two people', async () => {
  const mixedGroup = {
    ...groups[0],
    GROUPID: '13',
    GROUPDESCRIPTION: 'All',
    PERMISSIONS: ['Batch.load', 'Batch.approve'],
  }
  server.setResponses({ AllUserGroups: { userGroups: [...groups, mixedGroup] } })
  open(GroupsPage, '/user/groups')
  const warnings = await screen.findAllByText(/one person alone cannot prepare and release a payment/)
  expect(warnings.map(({ textContent }) => textContent)).toEqual([
    'All: Users of this group submit batches and approve batches. Give these tasks to different groups, so that one person alone cannot prepare and release a payment.',
  ])
})
