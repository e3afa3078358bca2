// The groups with their users, campaigns and last day, and the buttons that change and delete one.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { UserGroup } from '#contract/users.ts'
import { dateToShortText, textToDate } from '#domain/calendar.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { GroupCampaigns } from '../form/GroupPermissions.tsx'
import { useMachineChange } from '../machines/useMachineChange.ts'
import { groupForm, groupToForm } from './state.ts'

interface GroupListProps {
  readonly groups: readonly UserGroup[]
  readonly blockedReason: string | undefined
  readonly onChanged: () => void
}

export function GroupList({ groups, blockedReason, onChanged }: GroupListProps) {
  const { run, isWaiting } = useMachineChange(onChanged)
  const [toDelete, setToDelete] = useState<UserGroup>()
  return (
    <>
      <ul className="divide-y divide-line">
        {groups.map((group) => {
          const { GROUPID: id, GROUPDESCRIPTION: name, USERS: users = 0, CAMPAIGNIDS: campaignIds = [] } = group
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
              <div className="min-w-0 flex-1 basis-40">
                <p className="flex flex-wrap items-center gap-2 font-medium break-words">
                  {name} <EndBadge group={group} />
                </p>
                <p className="text-sm text-muted">
                  {m.users_groupUsers({ count: users })}
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
                  disabledReason={users > 0 ? m.users_groupHasUsers() : blockedReason}
                  onClick={() => setToDelete(group)}
                >
                  {m.common_delete()}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={toDelete !== undefined}
        title={m.users_deleteGroupTitle({ group: toDelete?.GROUPDESCRIPTION ?? '' })}
        effect={m.users_deleteGroupEffect()}
        confirmLabel={m.users_deleteGroup()}
        danger
        pending={isWaiting('deleteGroup', toDelete?.GROUPID ?? '')}
        disabledReason={blockedReason}
        onCancel={() => setToDelete(undefined)}
        onConfirm={() => {
          const id = toDelete?.GROUPID ?? ''
          void run('deleteGroup', { deleteGroupID: id }, id).then(() => setToDelete(undefined))
        }}
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
