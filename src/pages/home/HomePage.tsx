// Home (`/`): items that wait for this user, results of the user's batches and orders, the load volume, and recent
// activity. Users see only the sections for which they have the permission. Without a connection the page shows the last
// response with its age.
import { m } from '#words/messages.js'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router-dom'
import { batchTypes } from '#domain/batch/types.ts'
import { canCall } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { toProgrammeTime } from '#services/clock.ts'
import { useConnection } from '#services/server/connection.ts'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { type Session, useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Page } from '#ui/Page.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { LoadVolume } from './LoadVolume.tsx'
import { MyBatches } from './MyBatches.tsx'
import { MyOrders } from './MyOrders.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { WaitingTiles } from './WaitingTiles.tsx'

const POLL_MS = 60_000

export default function HomePage() {
  const session = useSession()
  const overview = useServerQuery('overview', NO_PARAMS, { pollMs: POLL_MS })
  const { online } = useConnection()
  if (!session) return null
  const { data, at: loadedAt, isStored, failure, refresh } = overview
  const isOutdated = isStored || failure !== undefined || !online

  return (
    <Page
      title={m.home_welcome({ firstname: session.user.firstname || session.user.username })}
      description={
        loadedAt !== undefined && (
          <>
            {isOutdated ? m.home_lastUpdated() : m.home_asOf()}
            <Instant value={new Date(toProgrammeTime(loadedAt)).toISOString()} />
          </>
        )
      }
      actions={
        canCall(session.permissions, 'batchLoadUpload') && (
          <Link to={batchTypes.load.path} className={primaryLinkClasses}>
            {batchTypes.load.title}
          </Link>
        )
      }
    >
      <ApprovalHoldBanner />
      {failure?.kind === 'refused' && (
        <Banner
          kind="critical"
          title={failure.text}
          actions={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
        />
      )}
      <PendingChangeList />
      <WaitingTiles session={session} overview={data} isLoading={data === undefined && failure === undefined} />
      {data && <OverviewSections session={session} overview={data} />}
      {!data && failure && <NoOverview reason={failure.text} onRetry={refresh} />}
      {!data && !failure && <HomeSkeleton />}
    </Page>
  )
}

function NoOverview({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  // The stored response is encrypted with the key of the drafts.
  const isStoredResponseLocked = useAreDraftsLocked()
  return (
    <EmptyState icon={Inbox} title={reason} action={<Button onClick={onRetry}>{m.common_tryAgain()}</Button>}>
      {isStoredResponseLocked ? m.home_savedFiguresAreLocked() : m.home_nothingLoadedYet()}
    </EmptyState>
  )
}

function OverviewSections({ session, overview }: { readonly session: Session; readonly overview: Result<'overview'> }) {
  const { ownBatches, ownOrders, loadVolume, recentActivity, currency } = overview
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <div className="grid min-w-0 gap-5">
        {loadVolume && <LoadVolume days={loadVolume} currency={currency} />}
        {ownBatches && <MyBatches counts={ownBatches} canLoad={canCall(session.permissions, 'batchLoadUpload')} />}
        {ownOrders && canCall(session.permissions, 'myCardOrders') && (
          <MyOrders counts={ownOrders} permissions={session.permissions} currency={currency} />
        )}
      </div>
      <RecentActivity events={recentActivity} permissions={session.permissions} />
    </div>
  )
}

// A link that looks like the primary button, so that its page can also be opened in another tab.
const primaryLinkClasses =
  'inline-flex h-control items-center rounded-md bg-accent px-3.5 font-medium text-on-accent shadow-raised transition-colors hover:bg-accent-hover'
