// Operations of machine users: the keys with which programs call /v1. Rules: docs/rules/machine-users.md.
import * as z from 'zod'
import { machineScopeNames, MAX_KEY_ADDRESSES, MAX_KEY_CALLS_PER_MINUTE } from '#domain/access/machine-users.ts'
import { date, id, instant, nothing, requestId, text } from './fields.ts'

const scope = z.enum(machineScopeNames)

export const machineUser = z.object({
  machineUserID: id,
  name: z.string(),
  /** The first characters of the key, by which its owner finds it again. */
  keyStart: z.string(),
  scopes: z.array(scope),
  /** Empty for all campaigns. */
  campaignIds: z.array(id),
  /** The networks from which the key is accepted. Empty for all. */
  addresses: z.array(z.string()),
  callsPerMinute: z.int(),
  state: z.enum(['active', 'waiting', 'locked', 'ended']),
  createdBy: z.string(),
  createdAt: z.string(),
  confirmedBy: z.nullable(z.string()),
  endsAt: z.string(),
  lastUsedAt: instant,
  lastUsedFrom: z.string(),
  /** Only while the key waits for its confirmation: the reason why this viewer cannot confirm it. */
  refusal: z.string().optional(),
})
export type MachineUser = z.output<typeof machineUser>

const machineParams = z.strictObject({ requestId, machineUserID: id })

export const machineOperations = {
  machineUsers: { params: nothing, result: z.object({ machineUsers: z.array(machineUser) }) },
  /**
   * Returns the key, which is never shown again. If the settings require two administrators, another administrator must
   * confirm the key first.
   */
  createMachineUser: {
    params: z.strictObject({
      requestId,
      name: text(100, 1),
      scopes: z.array(scope).min(1).max(machineScopeNames.length),
      /** Empty for no limit. */
      campaignIds: z.array(id).max(1000),
      addresses: z.array(text(60, 1)).max(MAX_KEY_ADDRESSES),
      callsPerMinute: z.int().min(1).max(MAX_KEY_CALLS_PER_MINUTE),
      /** The last day on which the key can be used. */
      endsOn: date,
    }),
    result: z.object({ machineUserID: id, key: z.string(), needsConfirmation: z.boolean() }),
  },
  confirmMachineUser: { params: machineParams, result: z.object({}) },
  unlockMachineUser: { params: machineParams, result: z.object({}) },
  revokeMachineUser: { params: machineParams, result: z.object({}) },
}
