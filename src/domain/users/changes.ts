// The changes to a user that another administrator must confirm, and what each change blocks until then.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { listAnd } from '#words/figures.ts'

export const userChangeTypes = ['created', 'email', 'group', 'campaigns', 'factor', 'end'] as const
export type UserChangeType = (typeof userChangeTypes)[number]

/** Permissions to approve, or to let others approve. */
const approverPermissions: readonly string[] = ['Batch.approve', 'Card.approve', 'Funding.confirm', 'User.write']
/** Permissions to submit batches and orders that others approve. */
const makerPermissions: readonly string[] = ['Batch.load', 'Batch.redeem', 'Card.order', 'Funding.record']
/** Permissions to order cards that no one approves, to use cards, and to see their full numbers. */
const ordererPermissions: readonly string[] = ['Card.write', 'Card.produce', 'Card.reveal', 'Feed.write']

/**
 * What an unconfirmed change to a user with these permissions blocks:
 * - 'asApprover': the user cannot decide about anything
 * - 'asMaker': others cannot decide about the batches and orders of the user
 * - 'asOrderer': the user cannot order physical cards with a load, and cannot act on cards
 *
 * If a user has permissions of several kinds, all of these are blocked. The result is only the first kind in this list.
 */
export function approvalHoldScope(permissions: readonly string[]): 'asApprover' | 'asMaker' | 'asOrderer' | undefined {
  const hasOneOf = (list: readonly string[]) => permissions.some((permission) => list.includes(permission))
  if (hasOneOf(approverPermissions)) return 'asApprover'
  if (hasOneOf(makerPermissions)) return 'asMaker'
  return hasOneOf(ordererPermissions) ? 'asOrderer' : undefined
}

/** Refuses the confirmation of a change that the viewer made, or that affects the viewer. Undefined for other changes. */
export function confirmationRefusal(
  { userId, changedBy }: { readonly userId: number; readonly changedBy: number | null },
  viewerId: number,
): string | undefined {
  if (changedBy === viewerId) return m.users_notOfOwnChange()
  return userId === viewerId ? m.users_notOfOwnAccount() : undefined
}

/** The warning about a group that lets one user do two steps of different users. Undefined for other groups. */
export function segregationOfDutiesWarning(permissions: readonly string[]): string | undefined {
  const hasDuty = (duty: Duty) =>
    duties[duty].permissions.some((permission: string) => permissions.includes(permission))
  const heldDuties = dutyNames.filter(hasDuty)
  const canDoBothSteps = stepsOfTwoUsers.some(([first, second]) => hasDuty(first) && hasDuty(second))
  // Who manages users can get any permission, which conflicts with every other duty.
  const canGainDuties = hasDuty('manageUsers') && heldDuties.length > 1
  if (!canDoBothSteps && !canGainDuties) return undefined
  return m.users_conflictingDuties({ duties: listAnd(heldDuties.map((duty) => duties[duty].label)) })
}

interface DutyRow {
  readonly permissions: readonly string[]
  readonly label: string
}
const duties = withTexts({
  submitBatches: { permissions: ['Batch.load', 'Batch.redeem'], label: textOf(m.users_submitBatches) },
  approveBatches: { permissions: ['Batch.approve'], label: textOf(m.users_approveBatches) },
  orderCards: { permissions: ['Card.order'], label: textOf(m.common_orderVirtualCards) },
  approveOrders: { permissions: ['Card.approve'], label: textOf(m.users_approveOrders) },
  recordPayments: { permissions: ['Funding.record'], label: textOf(m.users_recordPayments) },
  confirmPayments: { permissions: ['Funding.confirm'], label: textOf(m.users_confirmPayments) },
  manageUsers: { permissions: ['User.write'], label: textOf(m.users_manageUsers) },
} as const satisfies Record<string, DutyRow>)
type Duty = keyof typeof duties
const dutyNames = Object.keys(duties) as Duty[]

/** The two steps of each process that two different users should do. */
const stepsOfTwoUsers: readonly (readonly [Duty, Duty])[] = [
  ['submitBatches', 'approveBatches'],
  ['orderCards', 'approveOrders'],
  ['recordPayments', 'confirmPayments'],
]
