// The campaigns of a user in the form: all by default, or the ticked ones; the request, and campaigns that the viewer
// cannot assign.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import AddUserPage from '#pages/users/AddUserPage.tsx'
import EditUserPage from '#pages/users/EditUserPage.tsx'
import { dora, groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()

const campaign = (id: string, name: string) => ({
  CampaignID: id,
  CampaignName: name,
  CampaignCurrencySymbol: 'S$',
  CampaignCardICA: '1',
  VIRTUAL: false,
  CLOSED: false,
})
const campaigns = [campaign('1', 'Travel'), campaign('2', 'Gift')]
const user = { userId: '7', username: 'dora', firstname: 'Dora', lastname: 'Lee', email: dora.email }
const userGroups = [...groups, { ...groups[0], GROUPID: '13', GROUPDESCRIPTION: 'Travel desk', CAMPAIGNIDS: ['1'] }]

const choice = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const sentUser = () => server.requests('saveUser').at(-1)?.['user'] as Record<string, unknown>

async function openAddUser(overrides: object = {}) {
  server.setResponses({
    AllUserGroups: { userGroups },
    getCampaigns: { campaigns, ...overrides },
    saveUser: { userId: '8' },
  })
  open(AddUserPage, '/user/adduser')
  await screen.findByRole('option', { name: 'Makers' })
  for (const [label, value] of [
    ['Username', 'eve'],
    ['Email', 'eve@example.test'],
    ['Group', '11'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

it('assigns all campaigns by default, and requires at least one if they are limited', async () => {
  await openAddUser()
  expect(choice('All campaigns').checked).toBe(true)
  fireEvent.click(choice('Only these campaigns'))
  save()
  expect((await screen.findAllByText('Choose at least one campaign, or all campaigns')).length).toBeGreaterThan(0)
  await expect.poll(() => server.requests('saveUser')).toEqual([])
  fireEvent.click(await screen.findByLabelText('Gift'))
  save()
  await waitFor(() => expect(sentUser()).toMatchObject({ username: 'eve', campaignIds: ['2'] }))
})

async function openEditUser(campaignIds: readonly string[], overrides: object = {}) {
  server.setResponses({
    AllUserGroups: { userGroups },
    getCampaigns: { campaigns, ...overrides },
    userInfo: { user, permissions: {}, groupId: '11', campaignIds },
    saveUser: { userId: '7' },
  })
  open(EditUserPage, '/user/edituser/7', '/user/edituser/:userid')
  await screen.findByLabelText('Travel')
}

it('shows the campaigns to which a user is limited, and removes the limitation', async () => {
  await openEditUser(['1'])
  expect(choice('Only these campaigns').checked).toBe(true)
  expect([choice('Travel').checked, choice('Gift').checked]).toEqual([true, false])
  fireEvent.click(choice('All campaigns'))
  save()
  await waitFor(() => expect(sentUser()).toMatchObject({ userId: '7', campaignIds: [] }))
})

it('keeps campaigns that the viewer cannot access', async () => {
  await openEditUser(['1', '9'], { LIMITED: true })
  expect(screen.getByText('And one campaign that you do not have.')).toBeTruthy()
  fireEvent.click(choice('Travel'))
  save()
  await waitFor(() => expect(sentUser()).toMatchObject({ campaignIds: ['9'] }))
})

it('shows the campaigns that the group is limited to', async () => {
  await openAddUser()
  fireEvent.change(screen.getByLabelText('Group'), { target: { value: '13' } })
  expect(await screen.findByText('The group is limited to these campaigns: Travel.')).toBeTruthy()
})
