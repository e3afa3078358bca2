// The user's batches and orders, loaded once for all sections of Home.
import { canCall } from '#contract/facts.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'

const EVERY_MS = 60_000

/** Only for users who can upload batches. */
export function useOwnBatches() {
  const enabled = canCall(useSession()?.permissions, 'myBatches')
  return useServerQuery('myBatches', NO_PARAMS, { enabled, everyMs: EVERY_MS })
}

/** Only for users who can order cards. */
export function useOwnOrders() {
  const enabled = canCall(useSession()?.permissions, 'myCardOrders')
  return useServerQuery('myCardOrders', NO_PARAMS, { enabled, everyMs: EVERY_MS })
}
