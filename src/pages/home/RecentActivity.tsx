// What happened lately, as far as this user may see it.
import { Link } from 'react-router-dom'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'

interface Event {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly batchLoadFileID: string | null
}

interface RecentActivityProps {
  readonly events: readonly Event[]
  /** Whether the viewer may open a batch. */
  readonly linked: boolean
}

export function RecentActivity({ events, linked }: RecentActivityProps) {
  return (
    <Panel title="Recent activity" flush>
      {events.length === 0 ? (
        <EmptyState title="Nothing has happened yet">Uploads and decisions appear here as they come.</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {events.map((event) => (
            <li key={`${event.at}${event.what}${event.batchLoadFileID}`} className="grid gap-0.5 px-4 py-2.5">
              <span className="wrap-anywhere">
                {linked && event.batchLoadFileID !== null ? (
                  <Link to={`/batchloads?batch=${event.batchLoadFileID}`} className="link -my-1 inline-block py-1">
                    {event.what}
                  </Link>
                ) : (
                  event.what
                )}
              </span>
              <span className="text-xs text-muted">
                {event.who}, <Instant value={event.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
