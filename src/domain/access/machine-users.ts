// Machine users: programs that call /v1 with a key. Their scopes, and the limits of a key. Rules:
// docs/rules/machine-users.md.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { Permission } from './permissions.ts'

interface ScopeRow {
  /** The permission that a user needs to grant the scope. */
  readonly permission: Permission
  readonly label: string
}

/**
 * What a machine user can do. A scope with the name of a permission gives this permission for the calls of /v1. No scope
 * approves or reveals anything, and only 'User.provision' manages users. The database has the same list
 * (machine_user_only_prepares_and_reads).
 */
const scopeRows = withTexts({
  'Batch.load': { permission: 'Batch.load', label: textOf(m.machines_scopeLoad) },
  'Batch.redeem': { permission: 'Batch.redeem', label: textOf(m.machines_scopeRedeem) },
  'Card.order': { permission: 'Card.order', label: textOf(m.machines_scopeOrder) },
  'CardStatement.read': { permission: 'CardStatement.read', label: textOf(m.machines_scopeCards) },
  'Funding.read': { permission: 'Funding.read', label: textOf(m.machines_scopeFunding) },
  // A key can only send events: /v1 has no route for anything else that this permission allows.
  'Feed.write': { permission: 'Feed.write', label: textOf(m.machines_scopeFeed) },
  // This scope gives no permission. It only opens /scim/v2, and its key has no other scope (docs/rules/scim.md).
  'User.provision': { permission: 'User.write', label: textOf(m.machines_scopeProvision) },
  // This scope gives no permission. A key without this scope gets masked card numbers, even in its own submitted rows.
  'CardNumber.read': { permission: 'CardStatement.read', label: textOf(m.machines_scopeNumbers) },
} as const satisfies Record<string, ScopeRow>)

export type MachineScope = keyof typeof scopeRows

export const machineScopes: Readonly<Record<MachineScope, ScopeRow>> = scopeRows

export const machineScopeNames = Object.keys(scopeRows) as MachineScope[]

/** How many days a key lasts at most. */
export const MAX_KEY_DAYS = 365
export const MAX_KEY_ADDRESSES = 50
export const MAX_KEY_CALLS_PER_MINUTE = 6_000
export const DEFAULT_KEY_CALLS_PER_MINUTE = 120

/**
 * The start of every key, by which secret scanners find leaked keys. 32 characters follow, which are 160 random bits. A
 * key of a sandbox begins differently, so that every other portal refuses it.
 */
export const KEY_PREFIX = 'ck_live_'
export const SANDBOX_KEY_PREFIX = 'ck_test_'

export type MachineState = 'active' | 'waiting' | 'locked' | 'ended'

export const machineStateLabels = withTexts<Readonly<Record<MachineState, string>>>({
  active: textOf(m.machines_stateActive),
  waiting: textOf(m.machines_stateWaiting),
  locked: textOf(m.common_locked),
  ended: textOf(m.machines_stateEnded),
})

interface MachineForState {
  /** True if a second administrator has confirmed the machine user. */
  readonly isConfirmed: boolean
  readonly isLocked: boolean
  /** Milliseconds since 1970, like `now`. */
  readonly endsAt: number
}

export function machineState({ isConfirmed, isLocked, endsAt }: MachineForState, now: number): MachineState {
  if (endsAt <= now) return 'ended'
  if (!isConfirmed) return 'waiting'
  return isLocked ? 'locked' : 'active'
}
