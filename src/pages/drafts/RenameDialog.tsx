// A name for a draft, by which it is found again; what is in it is not touched.
import { useRef, useState } from 'react'
import { type Draft, renameDraft } from '#flows/drafts/drafts.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { TextField } from '#ui/TextField.tsx'

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
      title={`Rename ${draft.title || 'the draft'}`}
      effect={`The name is for this device alone. Nothing of the ${draft.thing} changes with it.`}
      confirmLabel="Rename"
      initialFocus={field}
      submitOnEnter
      onCancel={onClose}
      onConfirm={() => void rename()}
    >
      <TextField
        label="Name"
        hint="Without one it goes by its reference or its file"
        ref={field}
        value={name}
        maxLength={MAX_NAME}
        error={failed ? 'The name could not be kept on this device' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmDialog>
  )
}
