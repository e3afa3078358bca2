// The changes of groups that wait for a second administrator, each with the values before and after it.
import { m } from '#words/messages.js'
import type { PendingGroupChange } from '#contract/users.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ChangedValues } from '../form/ChangedValues.tsx'
import { useButtonChange } from '../useButtonChange.ts'

interface PendingGroupChangesProps {
  readonly changes: readonly PendingGroupChange[]
  readonly blockedReason: string | undefined
  readonly onChanged: () => void
}

export function PendingGroupChanges({ changes, blockedReason, onChanged }: PendingGroupChangesProps) {
  const { run, isWaiting } = useButtonChange(onChanged)
  return changes.map((change) => {
    const { changeID, groupId, name: group, proposedBy: by, proposedAt, refusal } = change
    return (
      <Banner
        key={changeID}
        kind="warning"
        title={groupId === undefined ? m.users_newGroupWaits({ by, group }) : m.users_groupChangeWaits({ by, group })}
        actions={
          <>
            <Button
              pending={isWaiting('withdrawGroupChange', changeID)}
              onClick={() => void run('withdrawGroupChange', { changeID }, changeID)}
            >
              {m.approvals_withdrawButton()}
            </Button>
            <Button
              kind="primary"
              pending={isWaiting('confirmGroupChange', changeID)}
              disabledReason={refusal ?? blockedReason}
              onClick={() => void run('confirmGroupChange', { changeID }, changeID)}
            >
              {m.machines_confirm()}
            </Button>
          </>
        }
      >
        <Instant value={proposedAt} />
        <ChangedValues changes={change.changes} />
      </Banner>
    )
  })
}
