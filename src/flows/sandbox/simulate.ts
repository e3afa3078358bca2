// Simulates events, payments and the card processor of a sandbox, and resets it. A lost response can be requested again
// with the same requestId, so that nothing happens twice.
import type { Params, Result } from '#contract/operations.ts'
import { change } from '#services/server/api.ts'
import { queryClient } from '#services/server/queries.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

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
  params: Omit<Params<M>, 'requestId'>,
): Promise<SandboxResult<M>> {
  const reusedId = requestIds[method]
  // TypeScript cannot see that `Omit<Params<M>, 'requestId'>` with a `requestId` is `Params<M>`.
  const paramsWithId = { ...params, requestId: reusedId.idOf(params) } as unknown as Params<M>
  const response = await change<M>(method, paramsWithId)
  if (!response.ok) return { ok: false, text: response.text }
  reusedId.forget()
  void queryClient.invalidateQueries()
  return { ok: true, result: response.result }
}
