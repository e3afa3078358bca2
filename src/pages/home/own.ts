// The user's own batches and orders, asked for once for all parts of Home.
import { mayAsk } from '#contract/facts.ts'
import { NO_PARAMS, useAsk } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'

const EVERY_MS = 60_000

/** Asked only by who may upload batches. */
export function useOwnBatches() {
  const enabled = mayAsk(useSession()?.permissions, 'myBatches')
  return useAsk('myBatches', NO_PARAMS, { enabled, everyMs: EVERY_MS })
}

/** Asked only by who may order cards. */
export function useOwnOrders() {
  const enabled = mayAsk(useSession()?.permissions, 'myCardOrders')
  return useAsk('myCardOrders', NO_PARAMS, { enabled, everyMs: EVERY_MS })
}
