// The page of the approval rules: the rules in force with their deputies, and the form that proposes others.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Result } from '#contract/operations.ts'
import ApprovalRulesPage from '#pages/users/ApprovalRulesPage.tsx'
import { open, useUsersServer } from './setup.tsx'

const server = useUsersServer()

const data: Result<'approvalRules'> = {
  rules: {
    tiers: [{ subject: 'load', measure: 'total', above: 5_000_000, campaignIds: [], signers: 2, groupId: 5 }],
    inOrder: [],
    limits: [],
    deputies: [
      { userId: 1, deputyId: 2, from: '2099-12-31T16:00:00.000Z', until: '2100-01-05T16:00:00.000Z', reason: 'Leave' },
      { userId: 2, deputyId: 1, from: '2000-01-01T00:00:00.000Z', until: '2000-01-02T00:00:00.000Z', reason: 'Over' },
    ],
    reminder: { afterHours: 24, escalateTo: 5 },
  },
  proposal: null,
  groups: [{ id: 5, name: 'Directors', canApprove: ['load'] }],
  approvers: [
    { id: 1, name: 'Dora Lim' },
    { id: 2, name: 'Dan Ng' },
  ],
  campaigns: [],
  currency: 'SGD',
}
beforeEach(() => server.setResponses({ approvalRules: data, proposeApprovalRules: { proposalID: '9' } }))

const openForm = async () => {
  open(ApprovalRulesPage, '/user/approval-rules')
  fireEvent.click(await screen.findByRole('button', { name: 'Change the rules' }))
  return screen.findByRole('button', { name: 'Propose these rules' })
}
const proposed = () => server.requests('proposeApprovalRules')

it('shows rules, deputies and reminder in sentences', async () => {
  open(ApprovalRulesPage, '/user/approval-rules')
  expect(await screen.findByText('Loads above SGD 50,000.00: Two of Directors')).toBeDefined()
  expect(screen.getByText('Dan Ng signs for Dora Lim, 01 Jan 2100 to 05 Jan 2100: Leave')).toBeDefined()
  expect(screen.getByText('Reminder after 24 hours, and after twice the time also to Directors')).toBeDefined()
})

it('proposes the same rules, without deputies whose time is over', async () => {
  fireEvent.click(await openForm())
  const { rules } = data
  await expect.poll(() => proposed()[0]).toMatchObject({ rules: { ...rules, deputies: rules.deputies?.slice(0, 1) } })
})

it('adds a deputy from the first to the last day, once every field is filled in', async () => {
  const submit = await openForm()
  fireEvent.click(screen.getByRole('button', { name: 'Remove this deputy' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add a deputy' }))
  const fields = within(screen.getByRole('group', { name: 'Deputies' }))
  const type = (label: string, value: string) => fireEvent.change(fields.getByLabelText(label), { target: { value } })
  fireEvent.click(submit)
  await expect.poll(proposed).toEqual([])
  type('Absent approver', '2')
  // No one is their own deputy.
  await waitFor(() => expect(within(fields.getByLabelText('Deputy')).queryByText('Dan Ng')).toBeNull())
  type('Deputy', '1')
  type('Reason', ' In hospital ')
  type('First day', '2099-03-01')
  type('Last day', '2099-03-01')
  fireEvent.click(submit)
  await expect
    .poll(() => proposed()[0])
    .toMatchObject({
      rules: {
        deputies: [
          {
            userId: 2,
            deputyId: 1,
            from: '2099-02-28T16:00:00.000Z',
            until: '2099-03-01T16:00:00.000Z',
            reason: 'In hospital',
          },
        ],
      },
    })
})

it('keeps what was typed and says why, if the server refuses the rules', async () => {
  const submit = await openForm()
  server.setResponses({
    approvalRules: data,
    proposeApprovalRules: { resultCode: '-20400', resultText: 'Dan Ng cannot approve everything that Dora Lim can' },
  })
  fireEvent.change(screen.getByLabelText(/^Remind after/), { target: { value: '8' } })
  fireEvent.click(submit)
  expect(await screen.findByText('Dan Ng cannot approve everything that Dora Lim can')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(/^Remind after/).value).toBe('8')
})
