// Groups that combine duties of two people, and the actions that are on hold after a change of rights.
import { expect, it } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { approvalHoldScope, confirmationRefusal, segregationOfDutiesWarning } from '#domain/users/changes.ts'

const groups: readonly [readonly Permission[], string | undefined][] = [
  [['Batch.load', 'Batch.redeem', 'Card.write', 'Card.order'], undefined],
  [['Batch.approve', 'Card.approve', 'Report.read'], undefined],
  [['User.write', 'User.settings', 'CardStatement.read'], undefined],
  [['Batch.load', 'Card.approve'], undefined],
  [['Batch.load', 'Batch.approve'], 'submit batches and approve batches'],
  [['Batch.redeem', 'Batch.approve'], 'submit batches and approve batches'],
  [['Card.order', 'Card.approve'], 'order virtual cards and approve orders'],
  [['User.write', 'Batch.approve'], 'approve batches and manage users'],
  [['User.write', 'Batch.load', 'Card.order'], 'submit batches, order virtual cards and manage users'],
]
it.each(groups)('the warning for a group with %j: %s', (permissions, duties) => {
  const warning = segregationOfDutiesWarning(permissions)
  if (duties === undefined) expect(warning).toBeUndefined()
  else expect(warning).toMatch(new RegExp(`^Users of this group ${duties}\\. `))
})

it('a change of rights puts the actions of approvers and user managers, and the submissions of makers, on hold', () => {
  for (const permission of ['Batch.approve', 'Card.approve', 'User.write'])
    expect(approvalHoldScope([permission])).toBe('asApprover')
  for (const permission of ['Batch.load', 'Batch.redeem', 'Card.order'])
    expect(approvalHoldScope([permission])).toBe('asMaker')
  for (const permission of ['Card.write', 'Card.produce', 'Card.reveal'])
    expect(approvalHoldScope([permission])).toBe('asOrderer')
  expect(approvalHoldScope(['Report.read'])).toBeUndefined()
})

it('a change cannot be confirmed by its author or by the affected user', () => {
  const change = { userId: 1, changedBy: 2 }
  expect(confirmationRefusal(change, 2)).toContain('You made this change')
  expect(confirmationRefusal(change, 1)).toContain('your own account')
  expect(confirmationRefusal(change, 3)).toBeUndefined()
})
