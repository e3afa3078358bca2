// Changes to groups, machine users, endpoints and approval rules. Their responses can contain a key or a secret, so
// nothing is stored on the device: the requestId stays the same while the parameters do, so that a lost response can be
// requested again.
import type { Params, Result } from '#contract/operations.ts'
import { change } from '#services/server/api.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

export type MachineMethod =
  | 'saveGroup'
  | 'deleteGroup'
  | 'confirmGroupChange'
  | 'withdrawGroupChange'
  | 'createMachineUser'
  | 'confirmMachineUser'
  | 'unlockMachineUser'
  | 'revokeMachineUser'
  | 'proposeApprovalRules'
  | 'confirmApprovalRules'
  | 'withdrawApprovalRules'
  | 'createWebhookEndpoint'
  | 'confirmWebhookEndpoint'
  | 'renewWebhookSecret'
  | 'enableWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'testWebhookEndpoint'
  | 'resendWebhook'

export type MachineResult<M extends MachineMethod> =
  | { readonly ok: true; readonly text: string; readonly value: Result<M> }
  | { readonly ok: false; readonly text: string }

const requestIds = new Map<MachineMethod, ReturnType<typeof createReusedRequestId>>()

/** Sends the change. Asks for the password if it was not entered recently. */
export async function changeMachine<M extends MachineMethod>(
  method: M,
  params: Omit<Params<M>, 'requestId'>,
): Promise<MachineResult<M>> {
  const reusedId = requestIds.get(method) ?? createReusedRequestId()
  requestIds.set(method, reusedId)
  const response = await change<M>(method, { ...params, requestId: reusedId.idOf(params) } as unknown as Params<M>)
  if (!response.ok) return { ok: false, text: response.text }
  reusedId.forget()
  const { resultText = '' } = response as { readonly resultText?: string }
  return { ok: true, text: resultText, value: response.result }
}
