// Groups (/user/groups): makes, changes and deletes groups. Also shows the changes that wait for a second
// administrator, and the permissions of all groups side by side.
import { m } from '#words/messages.js'
import { UsersRound } from 'lucide-react'
import { client } from '#brand/current.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { GroupMatrix } from './form/GroupMatrix.tsx'
import { GroupForm } from './groups/GroupForm.tsx'
import { GroupList } from './groups/GroupList.tsx'
import { PendingGroupChanges } from './groups/PendingGroupChanges.tsx'
import { groupForm, NEW_GROUP } from './groups/state.ts'

export default function GroupsPage() {
  const { data, at, isStored, failure, refresh } = useServerQuery('AllUserGroups', { ownerId: client.ownerId })
  const pendingChanges = useServerQuery('pendingGroupChanges', {})
  const { online } = useConnection()
  const approvalHold = useSession()?.approvalHold
  const form = groupForm.use().state
  const groups = data?.userGroups
  const offlineReason = online ? undefined : OFFLINE_REASON
  const blockedReason = approvalHold ?? offlineReason
  const reload = () => {
    refresh()
    pendingChanges.refresh()
  }
  const isFormOpen = form.groupId !== ''
  const changedGroup = groups?.find(({ GROUPID }) => GROUPID === form.groupId)
  const formTitle = changedGroup
    ? m.users_changeGroupTitle({ group: changedGroup.GROUPDESCRIPTION })
    : m.users_newGroup()
  return (
    <Page title={m.common_groups()} description={m.users_groupsIntro()}>
      {isStored && at !== undefined && (
        <Banner kind="offline" title={m.users_noConnection()}>
          {m.common_lastUpdated()} <Instant value={new Date(at).toISOString()} />.
        </Banner>
      )}
      <PendingGroupChanges
        changes={pendingChanges.data?.changes ?? []}
        blockedReason={blockedReason}
        onChanged={reload}
      />
      {!groups && failure && (
        <EmptyState
          icon={UsersRound}
          title={failure.text}
          action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
        />
      )}
      {!groups && !failure && <SkeletonLines lines={8} />}
      {groups && (
        <>
          <Panel
            title={isFormOpen ? formTitle : m.common_groups()}
            actions={
              !isFormOpen && (
                <Button kind="primary" onClick={() => groupForm.change(NEW_GROUP)}>
                  {m.users_newGroup()}
                </Button>
              )
            }
          >
            {isFormOpen && <GroupForm key={form.groupId} values={form} blockedReason={blockedReason} onDone={reload} />}
            {!isFormOpen && groups.length === 0 && (
              <EmptyState icon={UsersRound} title={m.users_thereAreNoGroups()}>
                {m.users_noGroupsHint()}
              </EmptyState>
            )}
            {!isFormOpen && groups.length > 0 && (
              <GroupList groups={groups} blockedReason={blockedReason} onChanged={reload} />
            )}
          </Panel>
          {groups.length > 0 && !isFormOpen && <GroupMatrix groups={groups} />}
        </>
      )}
    </Page>
  )
}
