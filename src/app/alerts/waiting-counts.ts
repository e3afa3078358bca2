// Counts the items that wait for this user. The menu shows each count beside the page of these items.
import { useEffect, useRef } from 'react'
import { canCall } from '#contract/methods.ts'
import { currentTime } from '#services/clock.ts'
import { showBadge } from '#services/device/app-badge.ts'
import { noticeChannel } from '#services/device/notice-channel.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { clearSystemNotices, showSystemNotice, useAreSystemNoticesOn } from '#services/device/system-notices.ts'
import { alertsSince } from './alerts.ts'
import { notifyForeseenFailures } from './foreseen-failures.ts'
import type { MenuCounts } from '../frame/SideNav.tsx'

const POLL_MS = 60_000
/** The operations of users who can have waiting items: makers, approvers, and users who fetch producer files. */
const relevantMethods = [
  'batchLoads',
  'myBatches',
  'fetchVirtualCardOrdersBatchLoads',
  'producerFiles',
  'confirmFundingPayment',
  'feedExceptions',
] as const

export function useWaitingCounts(): MenuCounts {
  const permissions = useSession()?.permissions
  const enabled = relevantMethods.some((method) => canCall(permissions, method))
  const pollsWhenHidden = useAreSystemNoticesOn()
  const { data: overview, at: receivedAt } = useServerQuery('overview', NO_PARAMS, {
    enabled,
    pollMs: POLL_MS,
    pollsWhenHidden,
  })
  useEffect(() => notifyForeseenFailures(overview?.recentActivity ?? [], currentTime()), [overview])
  const previousOverview = useRef(overview)
  useEffect(() => {
    const before = previousOverview.current
    previousOverview.current = overview
    if (!before || !overview) return
    // If notifications are off, the badge and the count in the menu still show the waiting items.
    for (const alert of alertsSince(before, overview)) void showSystemNotice(alert).catch(() => undefined)
  }, [overview])
  const batchCount = overview?.batchesToApprove?.count
  const orderCount = overview?.ordersToApprove?.count
  const paymentCount = overview?.paymentsToConfirm?.count
  const eventFileCount = overview?.feedFilesToConfirm?.count
  const isLoaded = overview !== undefined
  // Only items that need a decision of this user. A count is undefined if the user cannot decide about such items.
  const waiting = (batchCount ?? 0) + (orderCount ?? 0) + (paymentCount ?? 0) + (eventFileCount ?? 0)
  // Runs after each response, and after an installation, because the icon of a newly installed portal has no badge yet.
  useEffect(() => {
    if (!isLoaded) return
    const show = () => showBadge(waiting)
    show()
    noticeChannel.update({ waiting })
    addEventListener('appinstalled', show)
    return () => removeEventListener('appinstalled', show)
  }, [waiting, isLoaded, receivedAt])
  // The cleanup runs when the session ends.
  useEffect(() => clearBadgeAndNotices, [])
  return {
    '/batchloads': batchCount,
    '/card/virtual-card-orders': orderCount,
    '/card/physical-orders': overview?.physicalOrders?.count,
    '/funding': paymentCount,
    '/card/events': overview?.unappliedEvents?.count,
    '/card/events/daily': overview?.feedDifferences?.count,
    '/card/events/files': eventFileCount,
    '/card/producer-files': overview?.producerFiles?.count,
  }
}

/** Clears nothing if the device has a notice channel, because the channel shows waiting items without a session. */
function clearBadgeAndNotices(): void {
  if (noticeChannel.get()) return
  showBadge(0)
  void clearSystemNotices().catch(() => undefined)
}
