// The groups with the number of their users, their campaigns and last day. Each has buttons to change and delete it.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { UserGroup } from '#contract/users.ts'
import { dateToShortText, textToDate } from '#domain/calendar.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { GroupCampaigns } from '../form/GroupPermissions.tsx'
import { useButtonChange } from '../useButtonChange.ts'
import { groupForm, groupToForm } from './state.ts'

interface GroupListProps {
  readonly groups: readonly UserGroup[]
  readonly blockedReason: string | undefined
  readonly onChanged: () => void
}

export function GroupList({ groups, blockedReason, onChanged }: GroupListProps) {
  const { run, isWaiting } = useButtonChange(onChanged)
  const [groupToDelete, setGroupToDelete] = useState<UserGroup>()
  const deleteGroup = async (id: string) => {
    await run('deleteGroup', { deleteGroupID: id }, id)
    setGroupToDelete(undefined)
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {groups.map((group) => {
          const { GROUPID: id, GROUPDESCRIPTION: name, USERS: userCount = 0, CAMPAIGNIDS: campaignIds = [] } = group
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
              <div className="min-w-0 flex-1 basis-40">
                <p className="flex flex-wrap items-center gap-2 font-medium break-words">
                  {name} <EndBadge group={group} />
                </p>
                <p className="text-sm text-muted">
                  {m.users_groupUsers({ count: userCount })}
                  {campaignIds.length > 0 && (
                    <>
                      {' · '}
                      <GroupCampaigns ids={campaignIds} />
                    </>
                  )}
                </p>
              </div>
              <div className="flex gap-1 max-sm:gap-2">
                <Button
                  size="small"
                  aria-label={m.users_changeGroupNamed({ group: name })}
                  onClick={() => groupForm.change(groupToForm(group))}
                >
                  {m.users_edit()}
                </Button>
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={m.users_deleteGroupNamed({ group: name })}
                  disabledReason={userCount > 0 ? m.users_groupHasUsers() : blockedReason}
                  onClick={() => setGroupToDelete(group)}
                >
                  {m.common_delete()}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={groupToDelete !== undefined}
        title={m.users_deleteGroupTitle({ group: groupToDelete?.GROUPDESCRIPTION ?? '' })}
        effect={m.users_deleteGroupEffect()}
        confirmLabel={m.users_deleteGroup()}
        danger
        pending={isWaiting('deleteGroup', groupToDelete?.GROUPID ?? '')}
        disabledReason={blockedReason}
        onCancel={() => setGroupToDelete(undefined)}
        onConfirm={() => void deleteGroup(groupToDelete?.GROUPID ?? '')}
      />
    </>
  )
}

function EndBadge({ group: { LASTDAY: lastDay, HASENDED: hasEnded } }: { readonly group: UserGroup }) {
  const date = lastDay === undefined ? undefined : textToDate(lastDay)
  if (!date) return null
  const day = dateToShortText(date)
  return hasEnded ? (
    <Badge tone="critical">{m.users_groupEnded({ day })}</Badge>
  ) : (
    <Badge tone="warning">{m.users_groupUntil({ day })}</Badge>
  )
}
