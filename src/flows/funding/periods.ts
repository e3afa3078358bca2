// Proposes, confirms and withdraws the closing of a month. A lost response can be requested again with the same
// requestId.
import type { Params } from '#contract/operations.ts'
import { change } from '#services/server/api.ts'
import { queryClient } from '#services/server/queries.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'

type PeriodMethod = 'proposePeriodClose' | 'confirmPeriodClose' | 'withdrawPeriodClose'

const reusedId = createReusedRequestId()

/** Returns the reason if the change failed, otherwise undefined. */
export async function changePeriod<M extends PeriodMethod>(
  method: M,
  params: Omit<Params<M>, 'requestId'>,
): Promise<string | undefined> {
  const requestId = reusedId.idOf({ method, ...params })
  // TypeScript cannot see that `Omit<Params<M>, 'requestId'>` with a `requestId` is `Params<M>`.
  const paramsWithId = { ...params, requestId } as unknown as Params<M>
  const response = await change<M>(method, paramsWithId)
  if (!response.ok) return response.text
  reusedId.forget()
  void queryClient.invalidateQueries()
  return undefined
}
