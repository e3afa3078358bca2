// How much waits for this user, shown in the menu beside the page where it is dealt with.
import { mayAsk } from '#contract/facts.ts'
import { useAsk } from '#services/queries.ts'
import { useSession } from '#services/session.ts'
import type { MenuCounts } from './SideNav.tsx'

const EVERY_MS = 60_000

export function useWaitingCounts(): MenuCounts {
  const permissions = useSession()?.permissions
  const enabled = mayAsk(permissions, 'batchLoads') || mayAsk(permissions, 'fetchVirtualCardOrdersBatchLoads')
  const { data } = useAsk('overview', {}, { enabled, everyMs: EVERY_MS })
  return {
    '/batchloads': data?.batchesToApprove?.count,
    '/card/virtual-card-orders': data?.ordersToApprove?.count,
  }
}
