// Gives a draft a name; its content does not change.
import { useRef, useState } from 'react'
import { type Draft, renameDraft } from '#flows/drafts/drafts.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import * as say from '#words/pages/drafts.ts'

interface RenameDialogProps {
  readonly ownerUser: string
  readonly draft: Draft
  readonly onClose: () => void
}

const MAX_NAME = 100

export function RenameDialog({ ownerUser, draft, onClose }: RenameDialogProps) {
  const [name, setName] = useState(draft.title)
  const [failed, setFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const rename = async () => {
    if (await renameDraft(ownerUser, draft.id, name)) onClose()
    else setFailed(true)
  }
  return (
    <ConfirmDialog
      open
      size="small"
      title={say.renameTitle(draft.title || 'the draft')}
      effect={say.nameIsForThisDeviceAlone(draft.itemName)}
      confirmLabel={say.rename}
      initialFocus={field}
      submitOnEnter
      onCancel={onClose}
      onConfirm={() => void rename()}
    >
      <TextField
        label={say.name}
        hint={say.withoutOneItGoes}
        ref={field}
        value={name}
        maxLength={MAX_NAME}
        error={failed ? say.nameCouldNotBeKept : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmDialog>
  )
}
