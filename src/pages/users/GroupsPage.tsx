// Groups (/user/groups): the permissions of each group of the programme, and the groups that the viewer can assign.
import { m } from '#words/messages.js'
import { UsersRound } from 'lucide-react'
import { client } from '#brand/current.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { GroupMatrix } from './form/GroupMatrix.tsx'

export default function GroupsPage() {
  const { data, at, isStored, failure, refresh } = useServerQuery('AllUserGroups', { ownerId: client.ownerId })
  const groups = data?.userGroups
  return (
    <Page title={m.common_groups()} description={m.users_groupsIntro()}>
      {isStored && at !== undefined && (
        <Banner kind="offline" title={m.users_noConnection()}>
          {m.common_lastUpdated()} <Instant value={new Date(at).toISOString()} />.
        </Banner>
      )}
      {groups === undefined ? (
        failure ? (
          <EmptyState
            icon={UsersRound}
            title={failure.text}
            action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
          />
        ) : (
          <SkeletonLines lines={8} />
        )
      ) : groups.length === 0 ? (
        <EmptyState icon={UsersRound} title={m.users_thereAreNoGroups()}>
          {m.users_noGroupsHint()}
        </EmptyState>
      ) : (
        <GroupMatrix groups={groups} />
      )}
    </Page>
  )
}
