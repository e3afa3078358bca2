// The queries of the user's batches and orders, shared by all sections of Home.
import { canCall } from '#contract/methods.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'

const POLL_MS = 60_000

/** Requests nothing for users who cannot upload batches. */
export function useMyBatches() {
  const enabled = canCall(useSession()?.permissions, 'myBatches')
  return useServerQuery('myBatches', NO_PARAMS, { enabled, pollMs: POLL_MS })
}

/** Requests nothing for users who cannot order cards. */
export function useMyOrders() {
  const enabled = canCall(useSession()?.permissions, 'myCardOrders')
  return useServerQuery('myCardOrders', NO_PARAMS, { enabled, pollMs: POLL_MS })
}
