// Find User: the columns of each user, enabled and disabled actions, their messages and effects.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import FindUserPage from '#pages/users/FindUserPage.tsx'
import { currentNotices } from '#services/notices.ts'
import { ada, dora, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()

const openPage = async (users: readonly object[], overrides: object = {}) => {
  server.setResponses({ searchUser: { users }, ...overrides })
  open(FindUserPage, '/user/search')
  await screen.findByRole('button', { name: 'Edit user dora' })
}
async function openMenu(name: string) {
  const button = screen.getByRole('button', { name: `More for user ${name}` })
  button.focus()
  fireEvent.keyDown(button, { key: 'Enter' })
  return (await screen.findAllByRole('menuitem')).map((item) => ({
    item,
    text: item.textContent,
    isBlocked: item.getAttribute('aria-disabled') === 'true',
  }))
}

it('shows all users immediately, and a last login before 1950 as none', async () => {
  await openPage([{ ...dora, lastLogin: '1899-12-30T00:00:00.000Z' }, ada])
  await expect.poll(() => server.requests('searchUser').map(({ keyword }) => keyword)).toEqual([''])
  expect(screen.getByPlaceholderText('User name')).toBeTruthy()
  const [head, first, second] = screen.getAllByRole('row')
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(
    expect.arrayContaining([
      'User ID',
      'Username',
      'First name',
      'Last name',
      'Email',
      'Groups',
      'Last login',
      'Locked',
      'Activated',
    ]),
  )
  expect(first?.textContent).not.toContain('1899')
  expect(second?.textContent).toContain('20 Nov 2026')
})

it('searches with the typed text by button or Enter, and keeps it out of the URL', async () => {
  await openPage([dora])
  const field = screen.getByLabelText('Search users')
  fireEvent.change(field, { target: { value: ' dora ' } })
  await expect.poll(() => server.requests('searchUser')).toHaveLength(1)
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await waitFor(() => expect(server.requests('searchUser').at(-1)).toMatchObject({ keyword: 'dora' }))
  expect(screen.getByLabelText('Address').textContent).toBe('/user/search')
  server.setResponses({ searchUser: { users: [] } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  expect(await screen.findByText('No user matches this search')).toBeTruthy()
})

it.each([
  ['an active user', {}, ['Lock', 'Reset two-factor OTP', 'Delete']],
  ['a locked user', { isLocked: true }, ['Unlock', 'Reset two-factor OTP', 'Delete']],
  ['an inactive user', { isActivated: false }, ['Lock', 'Resend activation email', 'Reset two-factor OTP', 'Delete']],
])('offers the possible actions for %s', async (_, state, labels) => {
  await openPage([{ ...dora, ...state }])
  const items = await openMenu('dora')
  expect(items.slice(0, -2).map(({ text }) => text)).toEqual(labels)
  expect(items.some(({ isBlocked }) => isBlocked)).toBe(false)
})

it('disables impossible actions on the viewer’s own account, with the reason', async () => {
  await openPage([ada, dora])
  const ownItems = await openMenu('ada')
  expect(ownItems.filter(({ isBlocked }) => isBlocked).map(({ text }) => text)).toEqual([
    'LockYou cannot lock your own account',
    'Reset two-factor OTPAnother user must reset your two-factor authentication',
    'DeleteYou cannot delete your own account',
  ])
})

it.each([
  ['Delete', 'deleteUser', { deleteUserID: '7' }, 'Delete user dora', 'User successfully removed'],
  ['Unlock', 'unlockUser', { unlockUserID: '7' }, 'Unlock user dora', 'User successfully unlocked'],
  [
    'Resend activation email',
    'resendActivation',
    { resendActivationUserID: '7' },
    'Send activation email',
    'Activation email successfully sent',
  ],
  [
    'Reset two-factor OTP',
    'reset2FAEnrolment',
    { reset2FAUserID: '7', reset2FAOwnerID: 3 },
    'Reset two-factor OTP',
    'OTP successfully reset',
  ],
])(
  '%s: asks for confirmation, sends one request, reports success and reloads the list',
  async (label, method, params, confirmLabel, success) => {
    await openPage([{ ...dora, isLocked: true, isActivated: false }], { [method]: {} })
    fireEvent.click((await openMenu('dora')).find(({ text }) => text === label)?.item as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    await expect.poll(() => server.requests(method)).toEqual([])
    const loadCount = server.requests('searchUser').length
    fireEvent.click(within(dialog).getByRole('button', { name: confirmLabel }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect.poll(() => server.requests(method)).toEqual([expect.objectContaining(params)])
    await expect.poll(() => currentNotices().history.map(({ text }) => text)).toContain(success)
    await waitFor(() => expect(server.requests('searchUser').length).toBeGreaterThan(loadCount))
  },
)

it('locks a user with the typed reason', async () => {
  await openPage([dora], { lockUser: {} })
  fireEvent.click((await openMenu('dora')).find(({ text }) => text === 'Lock')?.item as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Lost laptop' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Lock user dora' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect
    .poll(() => server.requests('lockUser'))
    .toEqual([expect.objectContaining({ lockUserID: '7', reason: 'Lost laptop' })])
})

it('shows the server’s refusal in the dialog', async () => {
  const refusal = { resultCode: '-20409', resultText: 'Nobody else can manage users' }
  await openPage([dora], { deleteUser: refusal })
  fireEvent.click((await openMenu('dora')).find(({ text }) => text === 'Delete')?.item as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete user dora' }))
  expect(await within(dialog).findByText('Nobody else can manage users')).toBeTruthy()
})

it('disables all actions on a user with more permissions than the viewer, and explains why', async () => {
  await openPage([{ ...dora, isLocked: true, mayMore: true }])
  const items = (await openMenu('dora')).filter(({ text }) => !/trail|What/.test(text ?? ''))
  expect(items.map(({ isBlocked }) => isBlocked)).toEqual([true, true, true])
  const [first] = items
  fireEvent.click(first?.item as HTMLElement)
  expect((await screen.findAllByText(/This user has permissions you do not have/)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})
