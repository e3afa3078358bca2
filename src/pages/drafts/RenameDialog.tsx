// Changes the name of a draft, but not its content.
import { m } from '#words/messages.js'
import { useRef, useState } from 'react'
import { type Draft, renameDraft } from '#flows/drafts/drafts.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface RenameDialogProps {
  readonly ownerUser: string
  readonly draft: Draft
  readonly onClose: () => void
}

const MAX_NAME_LENGTH = 100

export function RenameDialog({ ownerUser, draft, onClose }: RenameDialogProps) {
  const [name, setName] = useState(draft.title)
  const [hasFailed, setHasFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const rename = async () => {
    const isRenamed = await renameDraft(ownerUser, draft.id, name)
    if (isRenamed) onClose()
    else setHasFailed(true)
  }
  return (
    <ConfirmDialog
      open
      size="small"
      title={draft.title ? m.drafts_renameTitle({ title: draft.title }) : m.drafts_renameDraft()}
      effect={m.drafts_renameEffect({ subject: draft.itemName })}
      confirmLabel={m.drafts_rename()}
      initialFocus={field}
      submitOnEnter
      onCancel={onClose}
      onConfirm={() => void rename()}
    >
      <TextField
        label={m.common_name()}
        hint={m.drafts_blankNameHint()}
        ref={field}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        error={hasFailed ? m.drafts_nameNotKept() : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmDialog>
  )
}
