// Access review: the columns of persons and machine users, their permissions in words, and the day of a lock. Also the last
// day in the form of a user.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReviewedUser } from '#contract/users.ts'
import AccessReviewPage from '#pages/users/AccessReviewPage.tsx'
import EditUserPage from '#pages/users/EditUserPage.tsx'
import { groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()

const dora: ReviewedUser = {
  userID: '7',
  kind: 'person',
  userName: 'dora',
  name: 'Dora Lee',
  email: 'dora@example.test',
  group: 'Makers',
  permissions: ['User.settings', 'Batch.load'],
  campaigns: ['Travel Card'],
  keys: ['payroll'],
  lastLogin: '1899-12-30T00:00:00.000Z',
  lastAct: '2026-11-20T02:00:00.000Z',
  secondFactors: ['app', 'passkey'],
  lastDay: '2026-12-31',
  state: 'active',
  lockDay: '2026-12-05',
}
const payroll: ReviewedUser = {
  ...dora,
  userID: '9',
  kind: 'machine',
  userName: 'payroll',
  name: '',
  group: '',
  permissions: ['User.provision'],
  keys: [],
  secondFactors: [],
  state: 'lockedUnused',
}

it('shows for each user the rights, the last use and the lock that comes', async () => {
  server.setResponses({ accessReview: { users: [dora, payroll] } })
  open(AccessReviewPage, '/user/review')
  const row = (await screen.findByText('Dora Lee')).closest('tr') as HTMLElement
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(
    expect.arrayContaining([
      'GroupMakers',
      'CampaignsTravel Card',
      'Machine userspayroll',
      'Last login',
      'Second factorAuthenticator app, Passkey',
      'StatusActiveLocked on 05 Dec 2026 if unusedLast day 31 Dec 2026',
    ]),
  )
  const permissions = within(row).getByLabelText('Permissions of dora')
  expect(permissions.textContent).toBe('2')
  fireEvent.click(permissions)
  const link = within(row).getByRole('link', { name: 'Edit user dora' })
  const machine = screen.getByText('Locked because unused').closest('tr') as HTMLElement
  await waitFor(() => {
    expect(within(row).getByText('upload batches that load cards')).toBeTruthy()
    expect(link.getAttribute('href')).toBe('/user/edituser/7')
    expect(within(machine).getByText('Machine user')).toBeTruthy()
    expect(within(machine).getByText(/company's directory/)).toBeTruthy()
  })
})

it('sends a last day only if it was changed, and never a half-typed one as none', async () => {
  const user = { userId: '7', username: 'dora', firstname: 'Dora', lastname: 'Lee', email: 'dora@example.test' }
  const info = { user, permissions: {}, groupId: '11', lastDay: '2099-12-31' }
  server.setResponses({ AllUserGroups: { userGroups: groups }, userInfo: info, saveUser: { userId: '7' } })
  open(EditUserPage, '/user/edituser/7', '/user/edituser/:userid')
  await screen.findByRole('option', { name: 'Makers' })
  const lastDay = () => screen.getByLabelText('Last day', { exact: false, selector: 'input' })
  expect((lastDay() as HTMLInputElement).value).toBe('2099-12-31')
  fireEvent.change(lastDay(), { target: { value: '31.12' } })
  fireEvent.submit(lastDay().closest('form') as HTMLFormElement)
  await expect
    .poll(() => screen.queryAllByText('Enter a date as yyyy-mm-dd, such as 2026-03-04', { exact: false }).length)
    .toBeGreaterThan(0)
  fireEvent.change(lastDay(), { target: { value: '' } })
  fireEvent.submit(lastDay().closest('form') as HTMLFormElement)
  // One request, so the half-typed day was not sent.
  await expect
    .poll(() => server.requests('saveUser').map(({ user: sent }) => sent))
    .toEqual([expect.objectContaining({ userId: '7', lastDay: null })])
})
