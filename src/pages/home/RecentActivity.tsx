// The panel of Home with the recent events that this user can see.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'

type ActivityEvent = Result<'overview'>['recentActivity'][number]

interface RecentActivityProps {
  readonly events: readonly ActivityEvent[]
  /** The viewer's permissions decide which events are links. */
  readonly permissions: PermissionMap
}

export function RecentActivity({ events, permissions }: RecentActivityProps) {
  return (
    <Panel title={m.home_recentActivity()} flush>
      {events.length === 0 ? (
        <EmptyState title={m.home_noActivityYet()}>{m.home_noActivityHint()}</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {events.map((event) => {
            const to = pathOf(event, permissions)
            return (
              <li
                key={`${event.at}${event.what}${event.batchLoadFileID ?? event.orderId}`}
                className="grid gap-0.5 px-4 py-2.5"
              >
                <span className="wrap-anywhere">
                  {to === undefined ? (
                    event.what
                  ) : (
                    <Link to={to} className="link -my-1 inline-block py-1">
                      {event.what}
                    </Link>
                  )}
                </span>
                <span className="text-xs text-muted">
                  {event.who}
                  {m.common_comma()}
                  <Instant value={event.at} />
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </Panel>
  )
}

/** The page on which this viewer can open the batch or order of the event. Undefined if there is no such page. */
function pathOf(event: ActivityEvent, permissions: PermissionMap): string | undefined {
  const { batchLoadFileID, orderId, orderKind, isOwnOrder } = event
  if (batchLoadFileID !== null) {
    if (canCall(permissions, 'batchLoads')) return `/batchloads?batch=${batchLoadFileID}`
    // Users who neither decide nor read reports see only events of their own batches.
    const isOwn = canCall(permissions, 'myBatches') && !canCall(permissions, 'getDateRangeReport')
    return isOwn ? `/batches/mine?batch=${batchLoadFileID}` : undefined
  }
  if (orderId === undefined) return undefined
  if (isOwnOrder) return canCall(permissions, 'myCardOrders') ? `/card/my-orders?order=${orderId}` : undefined
  // Only users who approve orders can open orders of other users.
  if (!canCall(permissions, 'fetchVirtualCardOrdersBatchLoads')) return undefined
  const page = orderKind === 'physical' ? 'physical-orders' : 'virtual-card-orders'
  return `/card/${page}?order=${orderId}`
}
