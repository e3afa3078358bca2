// Groups: the form of a new and of a changed group, what waits for a second administrator, and who is told beforehand.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import GroupsPage from '#pages/users/GroupsPage.tsx'
import { CLOSED_FORM, groupForm } from '#pages/users/groups/state.ts'
import { currentNotices } from '#services/notices.ts'
import { groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()
afterEach(() => {
  groupForm.change(CLOSED_FORM)
})

const responses = {
  AllUserGroups: {
    userGroups: [
      { ...groups[0], USERS: 2, LASTDAY: '2099-12-31', HASENDED: false },
      { ...groups[1], USERS: 0 },
    ],
  },
  pendingGroupChanges: { changes: [] },
  getCampaigns: { campaigns: [{ CampaignID: '1', CampaignName: 'Travel Card' }] },
}
const button = (name: string) => screen.findByRole('button', { name })

it('makes a group, and says beforehand when another administrator has to confirm it', async () => {
  const resultText = 'Change proposed'
  server.setResponses({ ...responses, saveGroup: { changeID: '5', isWaiting: true, resultText } })
  open(GroupsPage, '/user/groups')
  fireEvent.click(await button('New group'))
  const save = await button('Save group')
  expect(save.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Payroll' } })
  // ada can approve batches, but not load cards.
  fireEvent.click(screen.getByLabelText(/^Approve, reject, schedule/))
  await expect.poll(() => screen.queryByText(/so another administrator who has them must confirm/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText(/their own settings/))
  await expect.poll(() => screen.queryByText(/so another administrator who has them must confirm/)).toBeNull()
  fireEvent.click(screen.getByLabelText('Upload batches that load cards'))
  expect(await screen.findByText(/one person alone cannot prepare and release a payment/)).toBeTruthy()
  expect(await screen.findByText(/so another administrator who has them must confirm/)).toBeTruthy()
  fireEvent.click(save)
  await waitFor(() => expect(server.requests('saveGroup')).toHaveLength(1))
  await expect
    .poll(() => server.requests('saveGroup')[0])
    .toMatchObject({
      group: { name: 'Payroll', permissions: ['Batch.load', 'Batch.approve'], campaignIds: [] },
    })
  await expect.poll(() => currentNotices().history[0]).toMatchObject({ text: resultText })
  expect(await button('New group')).toBeTruthy()
})

it('changes a group, and keeps what was typed if the server refuses', async () => {
  server.setResponses({ ...responses, saveGroup: { resultCode: '-20400', resultText: 'Another group has this name' } })
  open(GroupsPage, '/user/groups')
  expect(await screen.findByText('Until 31 Dec 2099')).toBeTruthy()
  fireEvent.click(await button('Edit the group Makers'))
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Makers')
  fireEvent.change(name, { target: { value: 'Producers' } })
  fireEvent.click(await button('Save group'))
  expect(await screen.findByText('Another group has this name')).toBeTruthy()
  await expect
    .poll(() => server.requests('saveGroup')[0])
    .toMatchObject({
      group: { groupId: '11', name: 'Producers', permissions: ['Batch.load'], lastDay: '2099-12-31' },
    })
  expect(name.value).toBe('Producers')
})

it('does not save a date that is not finished, because a group without a date has no end', async () => {
  server.setResponses({ ...responses, saveGroup: { changeID: '5', isWaiting: false, resultText: 'Saved' } })
  open(GroupsPage, '/user/groups')
  fireEvent.click(await button('Edit the group Makers'))
  const lastDay = await screen.findByLabelText<HTMLInputElement>(/^Last day/)
  fireEvent.change(lastDay, { target: { value: '2099-12-' } })
  fireEvent.blur(lastDay)
  await screen.findByText(/^Enter a date as yyyy-mm-dd/)
  await expect.poll(async () => (await button('Save group')).getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(lastDay, { target: { value: '2099-12-30' } })
  fireEvent.click(await button('Save group'))
  await expect.poll(() => server.requests('saveGroup')[0]).toMatchObject({ group: { lastDay: '2099-12-30' } })
})

it('deletes only a group without users', async () => {
  server.setResponses({ ...responses, deleteGroup: { resultText: 'Group deleted' } })
  open(GroupsPage, '/user/groups')
  expect((await button('Delete the group Makers')).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(await button('Delete the group Producers'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete group' }))
  await waitFor(() => expect(server.requests('deleteGroup')[0]).toMatchObject({ deleteGroupID: '12' }))
})

it('shows what waits, with its values, and confirms or withdraws it', async () => {
  const change = { name: 'Payroll', proposedBy: 'Bea Tan', proposedAt: '2026-11-20T02:00:00.000Z' }
  const values = [{ field: 'Permissions', before: null, after: 'read reports' }]
  server.setResponses({
    ...responses,
    pendingGroupChanges: {
      changes: [
        { ...change, changeID: '5', changes: values },
        { ...change, changeID: '6', name: 'Makers', groupId: '11', changes: [], refusal: 'You made this change' },
      ],
    },
    confirmGroupChange: { resultText: 'Group saved' },
  })
  open(GroupsPage, '/user/groups')
  expect(await screen.findByText(/^Bea Tan proposed the new group Payroll/)).toBeTruthy()
  expect(screen.getByText(/read reports/)).toBeTruthy()
  const [first, second] = await screen.findAllByRole('button', { name: 'Confirm' })
  expect([first?.getAttribute('aria-disabled'), second?.getAttribute('aria-disabled')]).toEqual([null, 'true'])
  if (first) fireEvent.click(first)
  await waitFor(() => expect(server.requests('confirmGroupChange')[0]).toMatchObject({ changeID: '5' }))
})
