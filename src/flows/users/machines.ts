// Changes to groups, machine users, endpoints and approval rules. Their responses can contain a key or a secret, so
// these changes are not stored on the device. If a response is lost, the user sends the same form again. The request
// then has the same requestId, and the server repeats its response.
import type { Result } from '#contract/operations.ts'
import { change } from '#services/server/api.ts'
import {
  createReusedRequestId,
  type ParamsWithoutId,
  type ReusedRequestId,
  withRequestId,
} from '#services/server/reused-request-id.ts'

export type AdminMethod =
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

export type AdminResult<M extends AdminMethod> =
  | { readonly ok: true; readonly text: string; readonly value: Result<M> }
  | { readonly ok: false; readonly text: string }

const reusedIds = new Map<AdminMethod, ReusedRequestId>()

/** Sends the change. Asks for the password if it was not entered recently. */
export async function sendAdminChange<M extends AdminMethod>(
  method: M,
  params: ParamsWithoutId<M>,
): Promise<AdminResult<M>> {
  const reusedId = reusedIds.get(method) ?? createReusedRequestId()
  reusedIds.set(method, reusedId)
  const response = await change<M>(method, withRequestId<M>(params, reusedId.idOf(params)))
  if (!response.ok) return { ok: false, text: response.text }
  reusedId.forget()
  const { resultText = '' } = response as { readonly resultText?: string }
  return { ok: true, text: resultText, value: response.result }
}
