// The confirmation of an action on a user. To lock a user, it asks for a reason.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { MAX_LOCK_REASON } from '#domain/users/rules.ts'
import { actionToChange, actionToDoneMessage, type UserAction } from '#flows/users/changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { ReasonField, blankToUndefined } from '#pages/shared/ReasonField.tsx'
import { useOwnerUser } from '#services/session/session.ts'
import { userActions } from './actions.tsx'
import type { UserRow } from './rows.ts'

interface UserDialogProps {
  readonly action: UserAction
  readonly user: UserRow
  readonly onDone: () => void
  readonly onClose: () => void
}

export function UserDialog({ action, user, onDone, onClose }: UserDialogProps) {
  const ownerUser = useOwnerUser()
  const { question, effect, confirmLabel, danger = false } = userActions[action]
  const { draft: reason, setDraft: setReason, forget } = useTypedDraft<string>(`${action} ${user.userID}`, () => '')
  const [isSending, setIsSending] = useState(false)
  const earlierChange = useBlockingChange(ownerUser, { kind: action, subject: user.userID })
  return (
    <ChangeDialog
      title={question(user)}
      effect={effect(user)}
      confirmLabel={confirmLabel(user)}
      danger={danger}
      done={actionToDoneMessage(action, user)}
      earlier={{ ownerUser, change: earlierChange }}
      send={() => sendChange(ownerUser, actionToChange(action, user, blankToUndefined(reason)))}
      keepsInput
      onSending={setIsSending}
      onDone={() => {
        forget()
        onDone()
      }}
      onClose={onClose}
    >
      {action === 'lockUser' && (
        <ReasonField
          hint={m.users_lockReasonIsRecorded()}
          maxLength={MAX_LOCK_REASON}
          value={reason}
          readOnly={isSending}
          onChange={(text) => setReason(() => text)}
        />
      )}
    </ChangeDialog>
  )
}
