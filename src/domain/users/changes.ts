// The changes to a user that another administrator has to confirm, and what each blocks until then.
import * as say from '#words/domain/users.ts'

export const userChangeKinds = ['created', 'email', 'group', 'campaigns', 'factor'] as const
export type UserChangeKind = (typeof userChangeKinds)[number]

/** Whose changes of rights count: who approves, or lets others approve. */
const powers: readonly string[] = ['Batch.approve', 'Card.approve', 'User.write']
/** Whose batches and orders others approve. */
const makers: readonly string[] = ['Batch.load', 'Batch.redeem', 'Card.order']

/**
 * What a change blocks for a user with these permissions: the user's 'own' decisions, decisions about what the user
 * 'makes', or nothing.
 */
export const approvalHoldScope = (permissions: readonly string[]): 'own' | 'makes' | undefined => {
  if (permissions.some((one) => powers.includes(one))) return 'own'
  return permissions.some((one) => makers.includes(one)) ? 'makes' : undefined
}

/** Who can confirm a change: neither who made it nor the user. */
export function refuseConfirmation(
  { userId, changedBy }: { readonly userId: number; readonly changedBy: number },
  viewerId: number,
): string | undefined {
  if (changedBy === viewerId) return say.notOfOwnChange
  return userId === viewerId ? say.notOfOwnAccount : undefined
}

/** A sentence if a group lets one person do what two are meant to do; undefined if it does not. */
export function segregationOfDutiesWarning(permissions: readonly string[]): string | undefined {
  const has = (duty: Duty) => duties[duty].permissions.some((one: string) => permissions.includes(one))
  const had = dutyNames.filter(has)
  const isForTwo =
    (has('submitBatches') && has('approveBatches')) ||
    (has('orderCards') && has('approveOrders')) ||
    (has('manageUsers') && had.length > 1)
  return isForTwo ? say.dutiesOfTwo(had.map((duty) => duties[duty].words)) : undefined
}

interface DutyRow {
  readonly permissions: readonly string[]
  readonly words: string
}
const duties = {
  submitBatches: { permissions: ['Batch.load', 'Batch.redeem'], words: say.submitBatches },
  approveBatches: { permissions: ['Batch.approve'], words: say.approveBatches },
  orderCards: { permissions: ['Card.order'], words: say.orderCards },
  approveOrders: { permissions: ['Card.approve'], words: say.approveOrders },
  manageUsers: { permissions: ['User.write'], words: say.manageUsers },
} as const satisfies Record<string, DutyRow>
type Duty = keyof typeof duties
const dutyNames = Object.keys(duties) as Duty[]
