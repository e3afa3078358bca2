// Simulates events, payments and the card processor of a sandbox, and resets it. A lost response can be requested again
// with the same requestId, so that nothing happens twice.
import type { Result } from '#contract/operations.ts'
import { change } from '#services/server/api.ts'
import { queryClient } from '#services/server/queries.ts'
import { createReusedRequestId, type ParamsWithoutId, withRequestId } from '#services/server/reused-request-id.ts'

type SandboxMethod = 'simulateEvent' | 'simulatePayment' | 'setProcessor' | 'resetSandbox'

export type SandboxResult<M extends SandboxMethod> =
  | { readonly ok: true; readonly result: Result<M> }
  | { readonly ok: false; readonly text: string }

const requestIds = {
  simulateEvent: createReusedRequestId(),
  simulatePayment: createReusedRequestId(),
  setProcessor: createReusedRequestId(),
  resetSandbox: createReusedRequestId(),
}

export async function changeSandbox<M extends SandboxMethod>(
  method: M,
  params: ParamsWithoutId<M>,
): Promise<SandboxResult<M>> {
  const reusedId = requestIds[method]
  const response = await change<M>(method, withRequestId<M>(params, reusedId.idOf(params)))
  if (!response.ok) return { ok: false, text: response.text }
  reusedId.forget()
  void queryClient.invalidateQueries()
  return { ok: true, result: response.result }
}
