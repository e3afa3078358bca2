// Makes machine users for tests: the parameters of a new one, and one whose key works.
import { randomUUID } from 'node:crypto'
import { voyager } from '#brand/voyager.ts'
import type { MachineScope } from '#domain/access/machine-users.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { post } from './call.ts'

/** Valid parameters of createMachineUser, without the requestId. */
export const machineUserParams = (now: number, overrides: object = {}) => ({
  name: `machine-${randomUUID().slice(0, 8)}`,
  scopes: ['Batch.load'] satisfies MachineScope[],
  campaignIds: [],
  addresses: [],
  callsPerMinute: 6_000,
  endsOn: addDays(instantToDate(now, voyager.timeZone), 30),
  ...overrides,
})

interface MachineUserRequest {
  readonly url: string
  /** The token of the administrator who makes it. */
  readonly token: string
  readonly now: number
}

/** Makes a machine user, and returns its id and its key. */
export async function makeMachineUser({ url, token, now }: MachineUserRequest, overrides: object = {}) {
  const params = { token, requestId: randomUUID(), ...machineUserParams(now, overrides) }
  const { response } = await post(url, 'createMachineUser', params)
  if (response.resultCode !== '0') throw new Error(`createMachineUser: ${JSON.stringify(response)}`)
  return { id: String(response['machineUserID']), key: String(response['key']), name: params.name }
}
