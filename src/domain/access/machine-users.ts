// Machine users: programs that call /v1 with a key. Their scopes, and the limits of a key. Rules:
// docs/rules/machine-users.md.
import { m } from '#words/messages.js'
import type { Permission } from './permissions.ts'

interface ScopeRow {
  /** The permission that a user needs to grant the scope. */
  readonly permission: Permission
  readonly label: string
}

/**
 * What a machine user can do. A scope with the name of a permission gives this permission for the calls of /v1. None of
 * them approves or reveals anything, and only SCIM manages users; the database has the same list
 * (machine_user_only_prepares_and_reads).
 */
const scopeRows = {
  'Batch.load': {
    permission: 'Batch.load',
    get label() {
      return m.machines_scopeLoad()
    },
  },
  'Batch.redeem': {
    permission: 'Batch.redeem',
    get label() {
      return m.machines_scopeRedeem()
    },
  },
  'Card.order': {
    permission: 'Card.order',
    get label() {
      return m.machines_scopeOrder()
    },
  },
  'CardStatement.read': {
    permission: 'CardStatement.read',
    get label() {
      return m.machines_scopeCards()
    },
  },
  'Funding.read': {
    permission: 'Funding.read',
    get label() {
      return m.machines_scopeFunding()
    },
  },
  // Only events: /v1 has no route for anything else that this permission allows.
  'Feed.write': {
    permission: 'Feed.write',
    get label() {
      return m.machines_scopeFeed()
    },
  },
  // Gives no permission: it opens only /scim/v2. A key with it has no other scope (docs/rules/scim.md).
  'User.provision': {
    permission: 'User.write',
    get label() {
      return m.machines_scopeProvision()
    },
  },
  // Gives no permission: without it, /v1 masks the card numbers in the rows that the machine user itself submitted.
  'CardNumber.read': {
    permission: 'CardStatement.read',
    get label() {
      return m.machines_scopeNumbers()
    },
  },
} as const satisfies Record<string, ScopeRow>

export type MachineScope = keyof typeof scopeRows

export const machineScopes: Readonly<Record<MachineScope, ScopeRow>> = scopeRows

export const machineScopeNames = Object.keys(scopeRows) as MachineScope[]

/** How many days a key lasts at most. */
export const MAX_KEY_DAYS = 365
export const MAX_KEY_ADDRESSES = 50
export const MAX_KEY_CALLS_PER_MINUTE = 6_000
export const DEFAULT_KEY_CALLS_PER_MINUTE = 120

/**
 * What secret scanners search for. It is followed by 32 characters, which are 160 random bits. Keys of a sandbox begin
 * differently, and are refused elsewhere.
 */
export const KEY_PREFIX = 'ck_live_'
export const SANDBOX_KEY_PREFIX = 'ck_test_'

export type MachineState = 'active' | 'waiting' | 'locked' | 'ended'

export const machineStateLabels: Readonly<Record<MachineState, string>> = {
  get active() {
    return m.machines_stateActive()
  },
  get waiting() {
    return m.machines_stateWaiting()
  },
  get locked() {
    return m.common_locked()
  },
  get ended() {
    return m.machines_stateEnded()
  },
}

interface MachineFacts {
  readonly isConfirmed: boolean
  readonly isLocked: boolean
  readonly endsAt: number
}

export function machineState({ isConfirmed, isLocked, endsAt }: MachineFacts, now: number): MachineState {
  if (endsAt <= now) return 'ended'
  if (!isConfirmed) return 'waiting'
  return isLocked ? 'locked' : 'active'
}
