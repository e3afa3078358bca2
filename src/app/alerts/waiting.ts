// How much waits for this user, shown in the menu beside the page where it is dealt with.
import { useEffect, useRef } from 'react'
import { mayAsk } from '#contract/facts.ts'
import { showBadge } from '#services/device/app-badge.ts'
import { NO_PARAMS, useAsk } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { clearSystemNotices, showSystemNotice, useSystemNotices } from '#services/device/system-notices.ts'
import { alertsSince } from './alerts.ts'
import { tellForeseen } from './foreseen.ts'
import type { MenuCounts } from '../frame/SideNav.tsx'

const EVERY_MS = 60_000
/** Makers and checkers of batches, those who decide about orders, and those who fetch files for the card producer. */
const concerned = ['batchLoads', 'myBatches', 'fetchVirtualCardOrdersBatchLoads', 'producerFiles'] as const

export function useWaitingCounts(): MenuCounts {
  const permissions = useSession()?.permissions
  const enabled = concerned.some((method) => mayAsk(permissions, method))
  const unseenToo = useSystemNotices().state === 'on'
  const { data } = useAsk('overview', NO_PARAMS, { enabled, everyMs: EVERY_MS, unseenToo })
  useEffect(() => tellForeseen(data?.recentActivity ?? [], Date.now()), [data])
  const before = useRef(data)
  useEffect(() => {
    const alerts = before.current && data ? alertsSince(before.current, data) : []
    before.current = data
    // Without it there is the badge, and the figure in the menu.
    for (const alert of alerts) void showSystemNotice(alert).catch(() => undefined)
  }, [data])
  const batches = data?.batchesToApprove?.count
  const orders = data?.ordersToApprove?.count
  useEffect(() => showBadge((batches ?? 0) + (orders ?? 0)), [batches, orders])
  // Whoever signs out takes the figure and what was told along.
  useEffect(
    () => () => {
      showBadge(0)
      void clearSystemNotices().catch(() => undefined)
    },
    [],
  )
  return {
    '/batchloads': batches,
    '/card/virtual-card-orders': orders,
    '/card/physical-orders': data?.physicalOrders?.count,
    '/card/producer-files': data?.producerFiles?.count,
  }
}
