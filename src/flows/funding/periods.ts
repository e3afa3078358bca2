// Proposes, confirms and withdraws the closing of a month. A lost response can be requested again with the same
// requestId.
import { change } from '#services/server/api.ts'
import { queryClient } from '#services/server/queries.ts'
import { createReusedRequestId, type ParamsWithoutId, withRequestId } from '#services/server/reused-request-id.ts'

type PeriodMethod = 'proposePeriodClose' | 'confirmPeriodClose' | 'withdrawPeriodClose'

const reusedId = createReusedRequestId()

/** Returns the reason if the change failed, otherwise undefined. */
export async function changePeriod<M extends PeriodMethod>(
  method: M,
  params: ParamsWithoutId<M>,
): Promise<string | undefined> {
  const requestId = reusedId.idOf({ method, ...params })
  const response = await change<M>(method, withRequestId<M>(params, requestId))
  if (!response.ok) return response.text
  reusedId.forget()
  void queryClient.invalidateQueries()
  return undefined
}
