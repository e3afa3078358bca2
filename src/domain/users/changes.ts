import { m } from '#words/messages.js'
import { listAnd } from '#words/figures.ts'
// The changes to a user that another administrator must confirm, and what each change blocks until then.

export const userChangeKinds = ['created', 'email', 'group', 'campaigns', 'factor'] as const
export type UserChangeKind = (typeof userChangeKinds)[number]

/** Permissions to approve, or to let others approve. */
const powers: readonly string[] = ['Batch.approve', 'Card.approve', 'User.write']
/** Permissions to make batches and orders that others approve. */
const makers: readonly string[] = ['Batch.load', 'Batch.redeem', 'Card.order']

/**
 * The scope that a change blocks for a user with these permissions: the user's 'own' decisions, decisions about what
 * the user 'makes', or nothing.
 */
export const approvalHoldScope = (permissions: readonly string[]): 'own' | 'makes' | undefined => {
  if (permissions.some((one) => powers.includes(one))) return 'own'
  return permissions.some((one) => makers.includes(one)) ? 'makes' : undefined
}

/** Returns why the viewer cannot confirm a change: the viewer made it, or it affects the viewer. */
export function refuseConfirmation(
  { userId, changedBy }: { readonly userId: number; readonly changedBy: number },
  viewerId: number,
): string | undefined {
  if (changedBy === viewerId) return m.users_notOfOwnChange()
  return userId === viewerId ? m.users_notOfOwnAccount() : undefined
}

/** A warning if a group lets one person take two steps that different persons should take; otherwise undefined. */
export function segregationOfDutiesWarning(permissions: readonly string[]): string | undefined {
  const has = (duty: Duty) => duties[duty].permissions.some((one: string) => permissions.includes(one))
  const had = dutyNames.filter(has)
  const isForTwo =
    (has('submitBatches') && has('approveBatches')) ||
    (has('orderCards') && has('approveOrders')) ||
    (has('manageUsers') && had.length > 1)
  return isForTwo ? m.users_dutiesOfTwo({ duties: listAnd(had.map((duty) => duties[duty].words)) }) : undefined
}

interface DutyRow {
  readonly permissions: readonly string[]
  readonly words: string
}
const duties = {
  submitBatches: {
    permissions: ['Batch.load', 'Batch.redeem'],
    get words() {
      return m.users_submitBatches()
    },
  },
  approveBatches: {
    permissions: ['Batch.approve'],
    get words() {
      return m.users_approveBatches()
    },
  },
  orderCards: {
    permissions: ['Card.order'],
    get words() {
      return m.common_orderCards()
    },
  },
  approveOrders: {
    permissions: ['Card.approve'],
    get words() {
      return m.users_approveOrders()
    },
  },
  manageUsers: {
    permissions: ['User.write'],
    get words() {
      return m.users_manageUsers()
    },
  },
} as const satisfies Record<string, DutyRow>
type Duty = keyof typeof duties
const dutyNames = Object.keys(duties) as Duty[]
