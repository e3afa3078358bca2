// The changes to a user that another administrator has made and no one has confirmed yet, shown on the user's page.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { HeldChange } from '#contract/users.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { confirmationToChange } from '#flows/users/changes.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ChangedValues } from './ChangedValues.tsx'

interface HeldChangesProps {
  readonly ownerUser: string
  readonly userId: string
  readonly username: string
}

export function HeldChanges({ ownerUser, userId, username }: HeldChangesProps) {
  const query = useServerQuery('pendingUserChanges', { userID: userId })
  const { online } = useConnection()
  const approvalHold = useSession()?.approvalHold
  const offlineReason = online ? undefined : OFFLINE_REASON
  const [changeToConfirm, setChangeToConfirm] = useState<HeldChange>()
  const request = confirmationToChange(changeToConfirm?.changeID ?? '', username)
  const earlierChange = useBlockingChange(ownerUser, request)
  return (
    <>
      {query.data?.changes.map((change) => (
        <Banner
          key={change.changeID}
          kind="warning"
          title={change.title}
          actions={
            change.refusal === undefined && (
              <Button disabledReason={approvalHold ?? offlineReason} onClick={() => setChangeToConfirm(change)}>
                {m.users_confirmThisChange()}
              </Button>
            )
          }
        >
          <p>{change.text}</p>
          <ChangedValues changes={change.changes} />
        </Banner>
      ))}
      {changeToConfirm && (
        <ChangeDialog
          title={m.users_confirmChangeOf({ username })}
          effect={m.users_confirmingAllows()}
          confirmLabel={m.users_confirmThisChange()}
          done={request.done}
          earlier={{ ownerUser, change: earlierChange }}
          send={() => sendChange(ownerUser, request)}
          onDone={() => setChangeToConfirm(undefined)}
          onClose={() => setChangeToConfirm(undefined)}
        >
          <div>
            <p>{changeToConfirm.text}</p>
            <ChangedValues changes={changeToConfirm.changes} />
          </div>
        </ChangeDialog>
      )}
    </>
  )
}
